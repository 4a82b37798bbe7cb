"""Replies that no one would write: none raises, none is acted on beyond what it says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import bench_replies
from benchmarks.bench_replies import PIECES, fault, replies
from specreview.agent.events import Call
from specreview.agent.protocol import ParsedReply, format_answer, format_call, parse_reply

LOOK = format_call("Hα at 6563 Å?", (6480.0, 6650.0), "Hα")
NO = format_answer("TiO bands.", "NO", "A dMe star.")
PYTHON = LOOK.replace('"', "'").replace("}}", ",},}")


@pytest.mark.parametrize("seed", range(4))
def test_mutated_replies_keep_every_rule(seed: int) -> None:
    broken = [(said, text) for text in replies(1500, seed) if (said := fault(text))]
    assert broken == []


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join), st.booleans())
def test_pieces_of_the_protocol_in_any_order_keep_every_rule(text: str, truncated: bool) -> None:
    assert fault(text, truncated) is None


@given(st.text(max_size=80), st.integers(0, 300), st.sampled_from((LOOK, NO, PYTHON)))
def test_foreign_text_anywhere_in_a_reply_keeps_every_rule(text: str, at: int, reply: str) -> None:
    assert fault(reply[:at] + text + reply[at:]) is None


@pytest.mark.parametrize("reply", [LOOK, PYTHON])
def test_a_call_cut_anywhere_is_whole_or_no_window(reply: str) -> None:
    for end in range(len(reply)):
        windows = [call.window for call in parse_reply(reply[:end], truncated=True).calls]
        assert windows in ([], [None], [(6480.0, 6650.0)]), reply[:end]


@pytest.mark.parametrize("truncated", [True, False])
def test_an_answer_cut_anywhere_is_whole_or_none(truncated: bool) -> None:
    for end in range(len(NO)):
        parsed = parse_reply(NO[:end], truncated=truncated)
        assert parsed.calls == ()
        assert parsed.answer in (None, "NO")
        if truncated:
            assert parsed.answer is None, NO[:end]


@pytest.mark.parametrize(
    ("parsed", "rule"),
    [
        (ParsedReply("", (), "YES"), "out of nothing"),
        (ParsedReply("", (Call(window=(1.0, 2.0)),)), "not written"),
        (ParsedReply("", (Call(window=None),)), "neither"),
        (ParsedReply("", (Call(window=(2.0, 1.0)),)), "a window that is none"),
        (ParsedReply("", (Call(window=None, error="</x>"),)), "tag"),
        (ParsedReply("", (Call(window=None, error="x"),), "NO"), "both"),
        (ParsedReply(""), "unparsed"),
    ],
)
def test_the_rules_would_see_a_parser_that_guesses(monkeypatch, parsed, rule) -> None:
    monkeypatch.setattr(bench_replies, "parse_reply", lambda *_: parsed)
    assert rule in fault("6500 words")
