"""Replies in, calls and answers out; what must not be guessed is not."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specreview.agent.protocol import format_answer, format_call, parse_reply

WINDOW = '{"name": "spectral_visualization_tool", "arguments": {"wavelength_range": [6480, 6650]}}'
PYTHON = WINDOW.replace('"', "'").replace("}}", ",},}")
TUPLE = WINDOW.replace("[6480, 6650]", "(6480, 6650)")
PAIR = WINDOW.replace('"wavelength_range": [6480, 6650]', '"wave_min": 6480, "wave_max": "6650"')
CALL = f"<tool_call>{WINDOW}</tool_call>"
YES = r"<answer>\boxed{YES} He II is strong.</answer>"


def windows(text: str, **options: object) -> list[tuple[float, float] | None]:
    return [call.window for call in parse_reply(text, **options).calls]


def test_reference_vectors(reference: Path) -> None:
    vectors = json.loads((reference / "cases" / "reply_vectors.json").read_text(encoding="utf-8"))
    wrong = []
    for vector in vectors:
        parsed = parse_reply(vector["text"], truncated=vector.get("truncated", False))
        got = {
            "windows": [list(call.window) for call in parsed.calls if call.error is None],
            "errors": any(call.error for call in parsed.calls),
            "answer": parsed.answer,
        }
        expected = dict(vector["expect"])
        flags = set(expected.pop("flags", ()))
        if any(got[key] != value for key, value in expected.items()) or not flags <= parsed.flags:
            wrong.append(vector["id"])
    assert len(vectors) >= 24
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        (f"<think>a</think>{CALL}", set()),
        (f"No tag at all. {CALL}", set()),
        (f"<THINK>a</THINK>\n< tool_call >{WINDOW}< /tool_call >", set()),
        (f"<think>a</think><tool_call>```json\n{WINDOW}\n```</tool_call>", {"repaired"}),
        (f"<think>a</think><tool_call>{WINDOW}", {"repaired"}),
        (f"<think>a</think><tool_call>{WINDOW}<tool_call>", {"repaired"}),
        (f"<think>a</think><tool_call>{WINDOW}}}}}</tool_call>", {"repaired"}),
        (f"<think>a</think><tool_call>{PYTHON}</tool_call>", {"repaired"}),
        (f"<think>a</think><tool_call>{TUPLE}</tool_call>", {"repaired"}),
        (f"<think>a</think><tool_call>{PAIR}</tool_call>", {"repaired"}),
        (f"<think>a</think><tool_call>{WINDOW.replace('{', '｛')}</tool_call>", {"repaired"}),
        (f"<think>a</think><tool_call>{WINDOW[:-1]}</tool_call>", {"repaired"}),
        (f"<|im_start|>assistant\n<think>a</think>{CALL}<|im_end|>", {"junk_tokens"}),
        (f"<think>a</think><tool_call>{WINDOW}<|im_end|></tool_call>", {"junk_tokens"}),
        (f"<think>a</think>{CALL}<|im_end|>\n<|im_start|>user\n{YES}", {"junk_tokens"}),
        (f"<think>a</think>{CALL}\n{YES}", {"mixed_turn"}),
        (f"<think>a</think>{CALL}<think>b</think>{YES}", {"mixed_turn"}),
        (f'<think>half a <tool_call>{{"name": </think>{CALL}', set()),
    ],
)
def test_one_call_is_read(text: str, flags: set[str]) -> None:
    parsed = parse_reply(text)
    assert [call.window for call in parsed.calls] == [(6480.0, 6650.0)]
    assert parsed.calls[0].error is None
    assert parsed.flags == flags
    assert parsed.answer is None


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("{}", "missing"),
        ("", "could not be parsed"),
        ("[]", "not a JSON object"),
        ("6500 to 6600", "could not be parsed"),
        (WINDOW.replace("6650", "66")[:-4], "could not be parsed"),
        (WINDOW.replace("[6480, 6650]", "[6480, 66"), "could not be parsed"),
        (WINDOW.replace("[6480, 6650]", "null"), "missing"),
        (WINDOW.replace("[6480, 6650]", "[6480]"), "two numbers"),
        (WINDOW.replace("[6480, 6650]", "[6480, 6500, 6650]"), "two numbers"),
        (WINDOW.replace("[6480, 6650]", "[6650, 6480]"), "lower limit must come first"),
        (WINDOW.replace("[6480, 6650]", "[6563, 6563]"), "lower limit must come first"),
        (WINDOW.replace("6650", "Infinity"), "no number"),
        (WINDOW.replace("6650", "NaN"), "no number"),
        (WINDOW.replace("6650", "1e999"), "no number"),
        (WINDOW.replace("6650", "true"), "no number"),
        (WINDOW.replace("6650", '"Hα"'), "no number"),
        (WINDOW.replace("6650", "9" * 5000), "no number|could not be parsed"),
        (WINDOW.replace("spectral_visualization_tool", "zoom"), 'no tool "zoom"'),
        ('{"name": "spectral_visualization_tool", "arguments": ""}', "missing"),
        ('{"name": "spectral_visualization_tool", "arguments": [1, 2]}', "not a JSON object"),
        ("{" * 5000, "could not be parsed"),
        ("[" * 9000 + "]" * 9000, "could not be parsed"),
        ("x" * 30_000, "too long"),
    ],
)
def test_a_call_that_cannot_be_read_tells_the_model_why(body: str, says: str) -> None:
    parsed = parse_reply(f"<think>a</think><tool_call>{body}</tool_call>")
    (call,) = parsed.calls
    assert call.window is None
    assert call.error is not None
    assert any(part in call.error for part in says.split("|"))
    assert "wavelength_range" in call.error, "the error must say what is allowed"
    assert parsed.answer is None


@pytest.mark.parametrize(
    "text",
    [
        "<think>so YES</think>",
        r"<think>so \boxed{YES}</think>",
        r"<think>a</think>\boxed{YES}",
        "<think>a</think><answer>YES</answer>",
        r"<think>a</think><answer>\boxed{MAYBE}</answer>",
        r"<think>a</think><answer>\boxed{YES or NO}</answer>",
        r"<think>a</think><answer>\boxed{YES}, but \boxed{NO}</answer>",
        r"<think>a</think><answer>\boxed{}</answer>",
        r"<think>a</think><answer></answer>",
        rf"<think>a {YES}",
        rf"<think>a</think> first {YES} </think> then no more",
        rf"{YES}<think>a</think>",
        rf"<think>a</think>{YES}<answer>\boxed{{NO}}</answer>",
        "",
        " " * 500,
        "\x00\ud800",
    ],
)
def test_no_answer_is_guessed(text: str) -> None:
    parsed = parse_reply(text)
    assert parsed.answer is None
    assert parsed.calls == ()
    assert "unparsed" in parsed.flags


@pytest.mark.parametrize(
    ("box", "flags"),
    [
        (r"\boxed{YES}", set()),
        (r"\boxed{yes}", {"repaired"}),
        (r"$\boxed{\text{YES}}$", {"repaired"}),
        (r"\boxed{ **YES** }", {"repaired"}),
        (r"\boxed {Yes.}", {"repaired"}),
        ("\x08oxed{YES}", {"repaired"}),
        (r"\boxed｛YES｝", {"repaired"}),
    ],
)
def test_a_box_is_read_without_its_typography(box: str, flags: set[str]) -> None:
    if box.startswith("\x08"):
        box = "\x08" + "boxed{YES}"
    parsed = parse_reply(f"<think>a</think><answer>{box}</answer>")
    assert parsed.answer == "YES"
    assert parsed.flags == flags


def test_labels_of_a_task_of_many_classes() -> None:
    text = r"<think>a</think><answer>\boxed{S star} ZrO.</answer>"
    assert parse_reply(text, ("C star", "S star", "UNSURE")).answer == "S star"
    assert parse_reply(text).answer is None
    unsure = r"<think>a</think><answer>\boxed{UNSURE} No coverage of Hα.</answer>"
    parsed = parse_reply(unsure, ("YES", "NO", "UNSURE"))
    assert (parsed.answer, parsed.justification) == ("UNSURE", "No coverage of Hα.")


def test_a_cut_answer_does_not_count_but_an_open_one_does() -> None:
    text = r"<think>a</think><answer>\boxed{YES} because the"
    assert parse_reply(text).answer == "YES"
    assert "repaired" in parse_reply(text).flags
    assert parse_reply(text, truncated=True).answer is None
    assert {"truncated", "unparsed"} <= parse_reply(text, truncated=True).flags


def test_tags_inside_json_strings_are_text() -> None:
    label = "</think> <answer> </tool_call"
    arguments = {"wavelength_range": [1, 2], "label": label}
    body = json.dumps({"name": "spectral_visualization_tool", "arguments": arguments})
    parsed = parse_reply(f"<think>a</think><tool_call>{body}</tool_call>")
    assert [(call.window, call.label) for call in parsed.calls] == [((1.0, 2.0), label)]
    assert parsed.thought == "a"


def test_several_calls_in_one_block_and_in_a_list() -> None:
    second = WINDOW.replace("6480, 6650", "4800, 4900")
    both = [(6480.0, 6650.0), (4800.0, 4900.0)]
    assert windows(f"<tool_call>{WINDOW}\n{second}</tool_call>") == both
    assert windows(f"<tool_call>[{WINDOW}, {second}]</tool_call>") == both
    assert "extra_calls" in parse_reply(f"<tool_call>{WINDOW}\n{second}</tool_call>").flags


def test_a_faulty_first_call_counts_before_a_good_second() -> None:
    parsed = parse_reply(f"<think>a</think><tool_call>?</tool_call>{CALL}{YES}")
    assert [call.window for call in parsed.calls] == [None, (6480.0, 6650.0)]
    assert parsed.answer is None
    assert {"extra_calls", "mixed_turn"} <= parsed.flags


def test_repetition_without_end_is_seen_also_when_it_counts() -> None:
    assert "degenerate" in parse_reply("<think>" + "the band is weak, " * 40).flags
    counting = "".join(f"band at {6500 + i} Å; " for i in range(60))
    assert "degenerate" in parse_reply(f"<think>{counting}").flags
    report = "".join(f"EW of line {chr(97 + i)} is {i * 1.7:.1f} Å, {i}σ. " for i in range(20))
    assert "degenerate" not in parse_reply(f"<think>{report}</think>{YES}").flags


_text = st.text(st.characters(exclude_categories=("Cs",)), max_size=60)
_plain = _text.filter(lambda text: "<" not in text)
_limits = st.floats(1e-3, 1e6).filter(lambda x: x > 0)
_window = st.tuples(_limits, _limits).filter(lambda w: w[0] < w[1])


@given(
    thought=_plain,
    window=_window,
    label=st.text(st.characters(categories=("L", "N", "P")), max_size=40),
)
def test_a_formatted_call_is_read_back(
    thought: str, window: tuple[float, float], label: str
) -> None:
    parsed = parse_reply(format_call(thought, window, label))
    assert parsed.thought == thought.strip()
    assert [(c.window, c.label, c.error) for c in parsed.calls] == [(window, label, None)]
    assert parsed.flags == frozenset()


@given(
    thought=_plain,
    answer=st.sampled_from(("YES", "NO")),
    reason=_plain.filter(lambda t: "boxed" not in t),
)
def test_a_formatted_answer_is_read_back(thought: str, answer: str, reason: str) -> None:
    parsed = parse_reply(format_answer(thought, answer, reason))
    assert (parsed.thought, parsed.answer) == (thought.strip(), answer)
    assert parsed.justification == reason.strip()
    assert parsed.flags == frozenset()


_tags = st.sampled_from(
    ["</think>", "<think>", "<tool_call>", "</answer>", r"\boxed{NO}", "<|im_end|>", "{", "x"]
)


@given(thought=st.lists(_tags).map("".join), reason=st.lists(_tags).map("".join))
def test_no_words_of_an_inspector_break_its_own_reply(thought: str, reason: str) -> None:
    assert parse_reply(format_answer(thought, "YES", reason)).answer == "YES"
    call = parse_reply(format_call(thought, (1.0, 2.0), reason))
    assert [c.window for c in call.calls] == [(1.0, 2.0)]


_TAGS = "<think> </think> <tool_call> </tool_call> <answer> </answer> <|im_start|> <|im_end|>"
_MARKS = r"""{ } " ' \ [ ] \boxed{YES} \boxed{ , : name … 6500"""
_pieces = st.sampled_from([*_TAGS.split(), *_MARKS.split(), WINDOW, " ", "\x00"])


@given(st.lists(st.one_of(_pieces, _text), max_size=25).map("".join), st.booleans())
def test_never_raises_and_never_both_calls_and_answers(text: str, truncated: bool) -> None:
    parsed = parse_reply(text, truncated=truncated)
    assert not (parsed.calls and parsed.answer)
    assert parsed.answer in (None, "YES", "NO")
    for call in parsed.calls:
        assert (call.window is None) == (call.error is not None)
    if "<answer>" not in text.replace(" ", "").lower():
        assert parsed.answer is None
