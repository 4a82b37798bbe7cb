"""fetched.csv as people and spreadsheets leave it."""

import pytest

from specreview.errors import FetchError
from specreview.fetching.ledger import COLUMNS, NAME, Ledger

HEADER = ",".join(COLUMNS)
ROW = "1,a.fits,SDSS,DR17,150.0,2.0,9,00,2026-12-02,https://a"


def test_what_is_near_is_found_and_odd_positions_do_no_harm(tmp_path):
    odd = ROW.replace("1,a", "2,b").replace("150.0", "about 150")
    far = ROW.replace("1,a", "3,c").replace("2.0", "2.001")
    (tmp_path / NAME).write_text("\ufeff" + "\n".join((HEADER, far, odd, ROW, "4,cut o")))
    with Ledger(tmp_path) as ledger:
        assert [one.id for one in ledger.near("SDSS", 150.0001, 2.0, 2.0)] == ["1"]
        assert [one.id for one in ledger.near("SDSS", 150.0, 2.0, 4.0)] == ["1", "3"]
        assert ledger.near("LAMOST", 150.0, 2.0, 4.0) == []


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"id;path\n1;a.fits\n"])
def test_another_file_of_that_name_is_left_as_it_is(tmp_path, content):
    (tmp_path / NAME).write_bytes(content)
    for _ in range(2):  # the second time, too: the first lets go of it
        with pytest.raises(FetchError, match="rename it, or name another folder"):
            Ledger(tmp_path)
    assert (tmp_path / NAME).read_bytes() == content
