"""Whatever happened in a trace, both profiles send it in its order, in turns that servers take."""

from dataclasses import dataclass
from itertools import pairwise

import pytest

from specreview.agent.chat import conversation, picture_hashes
from specreview.agent.events import CallRejected, Event, InspectionStopped, WindowSuggested
from specreview.agent.prompt import TOOL_SCHEMA
from specreview.agent.protocol import format_answer, format_call
from specreview.inspectors.server.dialect import Dialect
from specreview.inspectors.server.profiles import chat_messages
from tests.server.conftest import IMAGES, OVERVIEW, ZOOM, first_turn, replied, view
from tests.server.test_profiles import local_template, picture, rendered

WINDOW = (4000.0, 4200.0)
LOOK = format_call("Is Hα broad?", (6480.0, 6650.0), "Hα")
YES = format_answer("Broad Hα.", "YES", "EW 75 Å.")
BOTH_CALLS = LOOK + "\n" + format_call("", WINDOW).partition("</think>")[2].lstrip()
SEEN = view(ZOOM, (6480.0, 6650.0), "The picture shows 6480 to 6650 Å.")
LOOKED = (replied(LOOK), SEEN)
CANCELLED = InspectionStopped(reason="cancelled", message="stopped by you")
SHOWN = view(ZOOM, WINDOW, "The picture shows 4000 to 4200 Å.")
NOWHERE = CallRejected(reason="The window lies outside the spectrum.")
UNREAD = CallRejected(reason="Neither a call nor an answer.")


def suggested(window: tuple[float, float] | None, note: str = "") -> WindowSuggested:
    return WindowSuggested(reviewer="ann", window=window, note=note)


@dataclass(frozen=True)
class Told:
    """Events after the overview, and the words of the last user turn in profile `tools`."""

    events: tuple[Event, ...]
    last: tuple[str, ...]


TRACES = {
    "note": Told((*LOOKED, suggested(None, "Look at Hδ.")), ("Look at Hδ.",)),
    "window": Told((*LOOKED, suggested(WINDOW), SHOWN), ("[zoom]", SHOWN.text)),
    "window and note": Told(
        (*LOOKED, suggested(WINDOW, "Hδ?"), SHOWN), ("Hδ?\n", "[zoom]", SHOWN.text)
    ),
    "window without data": Told(
        (*LOOKED, suggested(WINDOW, "Hδ?"), NOWHERE), (f"Hδ?\n{NOWHERE.reason}",)
    ),
    "two notes": Told((*LOOKED, suggested(None, "Hδ?"), suggested(None, "Hγ?")), ("Hδ?\nHγ?",)),
    "after a verdict": Told((replied(YES), suggested(WINDOW), SHOWN), ("[zoom]", SHOWN.text)),
    "before the call was answered": Told(
        (replied(LOOK), CANCELLED, suggested(WINDOW), SHOWN), ("[zoom]", SHOWN.text)
    ),
    "after an unreadable reply": Told(
        (replied("<think>?"), UNREAD, suggested(None, "Go on.")), ("Go on.",)
    ),
}


def sent(events: tuple[Event, ...], profile: str, dialect: Dialect | None = None) -> list[dict]:
    return chat_messages(profile, conversation(events), IMAGES, dialect or Dialect())


def check_native(chat: list[dict]) -> None:
    """What every server wants: a call and its answer side by side, and no empty turn."""
    for turn, following in pairwise([*chat, {"role": "end"}]):
        assert turn.get("content") or turn.get("tool_calls")
        if calls := turn.get("tool_calls"):
            assert following["tool_call_id"] == calls[0]["id"]
        assert (following["role"] == "tool") == bool(calls)


@pytest.fixture
def begun(bench):
    return first_turn(bench.inspector("http://host/v1")).events


@pytest.mark.parametrize("name", TRACES)
def test_suggestions_in_the_trained_protocol(begun, name) -> None:
    events = (*begun, *TRACES[name].events)
    chat = sent(events, "spec-o3")
    assert rendered(chat) == local_template(events)
    assert {turn["role"] for turn in chat} == {"system", "user", "assistant"}


@pytest.mark.parametrize("pictured", [True, False])
@pytest.mark.parametrize("name", TRACES)
def test_suggestions_beside_native_calls(begun, name, pictured) -> None:
    told = TRACES[name]
    events = (*begun, *told.events)
    chat = sent(events, "tools", Dialect(tool_pictures=pictured))
    check_native(chat)
    assert chat[-1]["role"] == "user"
    content = chat[-1]["content"]
    parts = [content] if isinstance(content, str) else content
    words = tuple(
        "[zoom]" if part == picture(ZOOM) else part if isinstance(part, str) else part["text"]
        for part in parts
    )
    assert words == told.last
    sent_pictures = [
        part
        for turn in chat
        if isinstance(turn.get("content"), list)
        for part in turn["content"]
        if part["type"] == "image_url"
    ]
    wanted = [picture(IMAGES[sha256]) for sha256 in picture_hashes(conversation(events))]
    assert sent_pictures == wanted


@pytest.mark.parametrize("profile", ["spec-o3", "tools"])
def test_a_cancelled_trace_goes_on_as_if_it_had_not_been(begun, profile) -> None:
    straight = (*begun, *LOOKED)
    stopped = (*begun, CANCELLED, replied(LOOK), CANCELLED, CANCELLED, SEEN, CANCELLED)
    assert sent(stopped, profile) == sent(straight, profile)


@pytest.mark.parametrize("profile", ["spec-o3", "tools"])
def test_a_row_s_own_prompt_has_its_picture_where_it_says(begun, profile) -> None:
    started, overview = begun
    user, system = "Here is <image> of an object.\nIs it a CV?", "You vet spectra."
    own = started.model_copy(update={"task_text": user, "system_text": system})
    head, question, *_ = sent((own, overview, *LOOKED), profile)
    assert question["content"] == [
        {"type": "text", "text": "Here is "},
        picture(OVERVIEW),
        {"type": "text", "text": " of an object.\nIs it a CV?"},
    ]
    assert head["content"].startswith("You vet spectra.")


def test_a_second_call_of_one_reply_is_not_left_unanswered(begun) -> None:
    """Only the first was carried out; a call without an answer is refused by every server."""
    chat = sent((*begun, replied(BOTH_CALLS), SEEN), "tools")
    check_native(chat)
    (call,) = chat[2]["tool_calls"]
    assert "6480" in call["function"]["arguments"]
    assert call["function"]["name"] == TOOL_SCHEMA["function"]["name"]
