"""A step's card: foreign words are no markup, and what can be clicked are keys with a meaning."""

from html.parser import HTMLParser

import pytest

from specreview.agent.events import (
    Call,
    CallRejected,
    InspectorReplied,
    ViewRendered,
    WindowSuggested,
)
from specreview.agent.traces import TraceStep
from specreview.review.marks import MARKS
from specreview.ui.keymap import Meaning, meaning
from specreview.ui.present.picture import picture_html
from specreview.ui.present.step_card import Card, step_card

EVIL = '</div><script>alert(1)</script>\n<b data-press="y"> & \''
WINDOW = (6400.0, 6730.0)


class Reader(HTMLParser):
    """What a browser makes of it: (tag, attributes) in order, text, depth at the end."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text, self.depth = "", 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self.depth += tag != "img"

    def handle_endtag(self, tag: str) -> None:
        self.depth -= 1

    def handle_data(self, data: str) -> None:
        self.text += data

    @property
    def keys(self) -> list[str]:
        return [given["data-press"] or "" for _, given in self.tags if "data-press" in given]


def step(text: str = "Hα is broad", label: str = "Hα") -> TraceStep:
    call = Call(window=WINDOW, label=label)
    return TraceStep(
        3,
        ViewRendered(window=WINDOW, label=label, image_sha256="ab" * 32),
        WindowSuggested(reviewer=text, window=WINDOW, note=text),
        InspectorReplied(
            text=text, thought=text, calls=(call,), answer=None, justification="", flags=()
        ),
        CallRejected(reason=text),
    )


def read(one: TraceStep, *, active: bool = False, mark: str | None = None) -> Reader:
    picture = picture_html("/pictures/x.png", one.view.label if one.view else "")
    return Reader(
        step_card(
            Card(one, "01J_3", 2, active, picture, 12, mark, False, "")  # type: ignore[arg-type]
        )
    )


def test_foreign_words_stand_as_they_are_and_add_no_element() -> None:
    plain, evil = read(step("x", "y")), read(step(EVIL, EVIL))
    assert [tag for tag, _ in evil.tags] == [tag for tag, _ in plain.tags]
    assert evil.keys == plain.keys
    assert evil.depth == plain.depth == 0
    assert evil.text.count(EVIL) == 6, "who, note, thought, name, what is asked for, refusal"


def test_what_can_be_clicked_are_zoom_reply_and_the_five_marks() -> None:
    found = [meaning(key) for key in read(step()).keys]
    assert found[:2] == [Meaning("step", "2"), Meaning("raw", "3")]
    assert found[2:] == [Meaning("mark", mark, 12) for mark in MARKS]


@pytest.mark.parametrize("key", ["5+", "5+x", "5+-1", "4+1", "step+", "step+²", "raw+99999", "y+1"])
def test_other_texts_mean_nothing(key: str) -> None:
    assert meaning(key) is None


def test_my_mark_stands_in_place_of_the_menus_name() -> None:
    assert "wrong window" in read(step(), mark="wrong_window").text.split("supports")[0]
    assert "Mark" in read(step()).text


def test_the_active_step_says_so_and_no_name_leaves_no_mark() -> None:
    assert (read(step(), active=True).tags[0][1]["class"] or "").split() == ["step", "active"]
    unnamed = read(step(label=""))
    assert "6400–6730 Å" in unnamed.text
    assert "*" not in unnamed.text


def test_a_step_without_a_reply_has_nothing_to_mark_or_to_read() -> None:
    bare = TraceStep(1, ViewRendered(window=None, label="", image_sha256="ab" * 32))
    html = Reader(step_card(Card(bare, "k", None, False, "", None, None, False, "")))
    assert html.keys == ["step+0"]
    assert "Overview" in html.text
