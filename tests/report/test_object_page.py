"""The page of one object: all of it in one file, nothing foreign in it as markup."""

import re
from base64 import b64decode
from html.parser import HTMLParser

import numpy as np
import pytest

from specreview.errors import NotFound
from specreview.report.axes_svg import numbers
from specreview.report.text_svg import words
from specreview.report.traces_svg import line_path
from specreview.reporting import candidate_named, page_of
from tests.builders import commanded
from tests.report.conftest import AWKWARD, HALPHA


class _Read(HTMLParser):
    """All elements with their attributes, and the text outside of style and script."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self._inside: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs) -> None:
        self.elements.append((tag, dict(attrs)))
        self._inside.append(tag)

    def handle_endtag(self, tag) -> None:
        while self._inside and self._inside.pop() != tag:
            pass

    def handle_data(self, data) -> None:
        if not {"script", "style"} & set(self._inside):
            self.text += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.elements if name == tag]


@pytest.fixture(scope="module")
def page(workspace) -> str:
    _, candidate = candidate_named(workspace, "stars", first(workspace))
    return page_of(workspace, candidate.id).decode()


@pytest.fixture(scope="module")
def read(page) -> _Read:
    return _Read(page)


def first(workspace) -> str:
    queue = workspace.store.queues.get("stars")
    return workspace.store.rows(queue.id, "")[0].candidate.object_id


def test_case_079_foreign_text_is_never_markup(read) -> None:
    assert read.text.count(AWKWARD) >= 4, "thought, reply, justification, comment: word for word"
    assert len(read.all("script")) == 1, "ours alone"
    assert all((one["src"] or "").startswith("data:image/png;base64,") for one in read.all("img"))
    assert not [name for _, attrs in read.elements for name in attrs if name.startswith("on")]


def test_the_pictures_are_the_very_ones_of_the_trace(read, workspace) -> None:
    _, candidate = candidate_named(workspace, "stars", first(workspace))
    trace = workspace.store.traces.counting(candidate.id)
    stored = workspace.store.traces.images(trace)
    shown = [b64decode((one["src"] or "").partition(",")[2]) for one in read.all("img")]
    assert shown == [stored[step.view.image_sha256] for step in trace.steps if step.view]
    assert len(shown) == 2


def test_its_policy_allows_no_request_and_no_style_but_its_own(read) -> None:
    (policy,) = [m["content"] for m in read.all("meta") if "http-equiv" in m]
    assert policy.startswith("default-src 'none'; img-src data:; style-src 'sha256-")
    assert "unsafe" not in policy
    assert not [attrs for _, attrs in read.elements if "style" in attrs]
    fetched = [a.get("src") or a.get("href") or "" for _, a in read.elements if _ != "a"]
    assert all(one.startswith(("data:", "")) and "//" not in one[:8] for one in fetched)


def test_it_says_who_decided_what_when_and_why_and_what_became_of_it(read) -> None:
    said = read.text
    for words_ in ("ann (reviewer)", "bob (reviewer)", "noise as line", "undone", "stands",
                   "YES, confidence 4", "4.5 s", " UTC", "zoë: misread"):  # fmt: skip
        assert words_ in said, words_


def test_it_names_what_made_it(read, workspace) -> None:
    _, candidate = candidate_named(workspace, "stars", first(workspace))
    started = workspace.store.traces.counting(candidate.id).started
    for fact in (candidate.content_hash, started.prompt_hash, started.spectrum_hash,
                 workspace.tasks["cv"].hash, started.inspector, candidate.path):  # fmt: skip
        assert fact in read.text, fact


def test_reviewers_can_be_numbered(workspace) -> None:
    _, candidate = candidate_named(workspace, "stars", first(workspace))
    said = _Read(page_of(workspace, candidate.id, anonymous=True).decode()).text
    assert "reviewer 1" in said
    assert not [name for name in ("ann (", "bob (", "zoë") if name in said]


def test_the_chart_holds_the_spectrum_and_breaks_at_the_gap(read, workspace) -> None:
    _, candidate = candidate_named(workspace, "stars", first(workspace))
    spectrum = workspace.spectrum(candidate)
    (chart,) = [one for one in read.all("svg") if "chart" in (one["class"] or "")]
    flux = np.frombuffer(b64decode(chart["data-flux"]), "<f4")
    at = np.frombuffer(b64decode(chart["data-wavelength"]), "<f4")
    assert np.count_nonzero(np.isfinite(flux)) == np.count_nonzero(spectrum.good)
    assert np.isnan(flux[(at > 5700) & (at < 6000)]).all(), "nothing is drawn in the gap"
    brightest = at[np.nanargmax(np.where(at > 6000, flux, np.nan))]
    assert abs(brightest - HALPHA) < 12
    lines = [one for one in read.all("path") if one.get("class") == "line s-ink"]
    assert lines[0]["d"].count("M") == 2, "two pieces, one on either side of the gap"


def test_lost_flux_leaves_the_trace_and_says_why(workspace) -> None:
    queue = workspace.store.queues.get("stars")
    lost = workspace.store.rows(queue.id, "")[4].candidate
    said = _Read(page_of(workspace, lost.id).decode())
    assert "No chart: " in said.text
    assert "star4.csv" in said.text
    assert not [one for one in said.all("svg") if "chart" in (one["class"] or "")]


def test_the_command_writes_it_once(workspace, folder, tmp_path) -> None:
    name, to = first(workspace), tmp_path / "object.html"
    code, out, _ = commanded("page", "stars", name, "--to", to, "--workspace", folder)
    assert code == 0
    assert "kB" in out
    assert to.read_bytes().startswith(b"<!DOCTYPE html>")
    code, _, err = commanded("page", "stars", name, "--to", to, "--workspace", folder)
    assert code == 2
    assert "exists already" in err
    code, _, err = commanded("page", "stars", "nobody", "--to", tmp_path / "b.html", "-w", folder)
    assert code == 2
    assert "no candidate 'nobody'" in err
    assert [path.name for path in tmp_path.iterdir()] == ["object.html"]


def test_an_id_that_two_have_must_be_told_apart(workspace) -> None:
    with pytest.raises(NotFound, match="--of 2: there are 1"):
        candidate_named(workspace, "stars", first(workspace), 2)


def test_a_line_is_whole_numbers_with_a_break_where_there_is_no_flux() -> None:
    x = np.array([0.0, 10.4, 20.0, 30.0, 40.0])
    y = np.array([5.0, 2.2, np.nan, 9.0, 1.0])
    assert line_path(x, y) == "M0,5l10-3M30,9l10-8"


def test_ticks_have_the_digits_that_tell_them_apart() -> None:
    assert numbers([0.0, 0.5, 1.0]) == ["0.0", "0.5", "1.0"]
    assert numbers([-50.0, 0.0, 50.0]) == ["−50", "0", "50"]


def test_only_our_three_tags_are_markup_in_a_chart() -> None:
    drawn = words("<b>Hα</b><br>&lt;img src=x&gt; & <i>x</i>", 1, 2)
    assert '<tspan class="strong">Hα</tspan>' in drawn
    assert 'dy="15"' in drawn
    assert re.findall(r"<(\w+)", drawn) == ["text", "tspan", "tspan"]
