"""Whether asking is possible at all, said before anything is asked."""

import sys

import pytest

from specreview.errors import FetchError
from specreview.fetching.offers import open_service
from specreview.outside import FetchSettings


def test_without_the_package_the_cure_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "requests", None)
    with pytest.raises(FetchError, match=r"pip install 'specreview\[network\]'"):
        open_service("desi", FetchSettings(allowed=True))


@pytest.mark.parametrize("value", ["", "a b", "line\nbreak", "tökén"])
def test_a_token_that_cannot_be_one_is_refused_unshown(monkeypatch, value):
    monkeypatch.setenv("LAMOST_TOKEN", value)
    settings = FetchSettings(allowed=True, lamost_token_env="LAMOST_TOKEN")
    with pytest.raises(FetchError, match="LAMOST_TOKEN") as caught:
        open_service("lamost", settings)
    assert not value or value not in str(caught.value)
