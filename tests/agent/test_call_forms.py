"""The forms in which models write a call: those that mean one thing are read, no other."""

import pytest

from specreview.agent.protocol import parse_reply

TOOL = "spectral_visualization_tool"
ARGUMENTS = '{"wavelength_range": [6500, 6600]}'
CALL = f'{{"name": "{TOOL}", "arguments": {ARGUMENTS}}}'
WINDOW = (6500.0, 6600.0)


def parsed_body(body: str):
    return parse_reply(f"<think>a</think><tool_call>{body}</tool_call>")


def with_range(window: str) -> str:
    return CALL.replace("[6500, 6600]", window)


@pytest.mark.parametrize(
    "window",
    [
        '"6500-6600"',
        '"6500 – 6600 Å"',
        '"6500 to 6600"',
        '"6500 Å to 6600 Å"',
        '"[6500, 6600]"',
        '"(6500, 6600)"',
        '"6500.0,6600.0"',
        '"６５００－６６００"',
        '["6500", "6600"]',
        '["6500 Å", "6600 Å"]',
        '["6500 Angstrom", "6600 angstroms"]',
        '["6.5e3", "6.6E3"]',
        "[6500A, 6600A]",
        "[6500., 6600.]",
        "[06500, +6600]",
        "[6_500, 6_600]",
        "[[6500, 6600]]",
        "[６５００，６６００]",
        "［6500，6600］",
        "(6500, 6600)",
        "6500-6600",
        '{"min": 6500, "max": 6600}',
        '{"lower": 6500, "upper": 6600}',
        '{"start": "6500", "end": "6600"}',
    ],
)
def test_a_window_that_can_mean_one_thing_is_read_and_flagged(window: str) -> None:
    parsed = parsed_body(with_range(window))
    assert [(call.window, call.error) for call in parsed.calls] == [(WINDOW, None)]
    assert parsed.flags == {"repaired"}


@pytest.mark.parametrize(
    ("window", "says"),
    [
        ('["650 nm", "660 nm"]', 'holds "650 nm", which is not in Å'),
        ('["0.65 µm", "0.66 µm"]', "which is not in Å"),
        ('["6,500", "6,600"]', "thousands separator"),
        ('"6,500"', "not two numbers"),
        ('"6,500-6,600"', "not two numbers"),
        ("[6,500, 6,600]", "holds 4 values, not two numbers"),
        ("[6500, 6550, 6600]", "holds 3 values"),
        ("[6500]", "not two numbers"),
        ("6563", "is 6563, not two numbers"),
        ('"around 6563"', 'is "around 6563", not two numbers'),
        ('"6563 ± 50"', "not two numbers"),
        ('""', 'is "", not two numbers'),
        ("{}", "is {}, not two numbers"),
        ('{"min": 6500, "centre": 6600}', "not two numbers"),
        ("[[6500, 6600], [4800, 4900]]", "no number"),
        ("[null, 6600]", "holds null, which is no number"),
        ("[true, 6600]", "holds true, which is no number"),
        ("[NaN, 6600]", "holds NaN, which is no number"),
        ("[6500, -Infinity]", "holds -Infinity, which is no number"),
        ('["inf", 6600]', "no number"),
        ("[0x10, 6600]", 'holds "0x10", which is no number'),
        (f"[6500, {'9' * 400}]", "a very large integer, which is no number"),
        (f"[6500, {'9' * 5000}]", "no number"),
        ('["Hα", "Hβ"]', 'holds "Hα", which is no number'),
        ("[6600, 6500]", "runs from 6600 to 6500 Å: the lower limit must come first"),
        ('"6600-6500"', "runs from 6600 to 6500 Å"),
        ("[6563.0001, 6563]", "runs from 6563.0001 to 6563 Å"),
        ('[6500, 6600], "wavelength_range": [4800, 4900]', "given twice, with different values"),
        ("[6500..6600]", "not two numbers"),
        ("[6480.6_5, 6650]", 'holds "6480.6_5", which is no number'),
        ("[6500 6600]", "a comma is missing"),
        ("[6500, 66", "could not be parsed"),
    ],
)
def test_a_window_that_cannot_be_read_is_named(window: str, says: str) -> None:
    (call,) = parsed_body(with_range(window)).calls
    assert call.window is None
    assert says in call.error
    assert "two numbers in Å (rest frame), the lower one first" in call.error


@pytest.mark.parametrize(
    "body",
    [
        f"{CALL} I will look at this window.",
        f"{CALL}\n```",
        f"```json\n{CALL}\n```",
        f"{CALL}}}}}",
        f"{CALL[:-2]}",
        CALL.replace('"', "&quot;"),
        CALL.replace('"', "“", 1).replace('"', "”", 1),
        CALL.replace(TOOL, f"functions.{TOOL}"),
        CALL.replace(TOOL, "Spectral-Visualization-Tool"),
        CALL.replace('"name"', '"tool"'),
        CALL.replace('"name"', '"function"'),
        CALL.replace('"arguments"', '"parameters"'),
        CALL.replace('"wavelength_range"', '"wavelengthRange"'),
        CALL.replace('"wavelength_range"', '"wavelength range"'),
        CALL.replace(ARGUMENTS, '"{\\"wavelength_range\\": [6500, 6600]}"'),
        f'{{"name": "{TOOL}", "wavelength_range": [6500, 6600]}}',
        f'{{"type": "function", "function": {CALL}}}',
        ARGUMENTS,
        f"<function={TOOL}>\n<parameter=wavelength_range>\n[6500, 6600]\n</parameter>\n</function>",
        f"<function={TOOL}><parameter=wavelength_range>6500-6600</parameter></function>",
    ],
)
def test_a_call_in_another_form_is_read_and_flagged(body: str) -> None:
    parsed = parsed_body(body)
    assert [(call.window, call.error) for call in parsed.calls] == [(WINDOW, None)]
    assert parsed.flags == {"repaired"}


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (f"Here it is: {CALL}", "it begins with 'Here'"),
        (f"{TOOL}(wavelength_range=[6500, 6600])", "it begins with"),
        ("<function=zoom><parameter=wavelength_range>[1, 2]</parameter></function>", '"zoom"'),
        (f"<function={TOOL}></function>", "is missing"),
        (f"<function={TOOL}><parameter=window>[1, </parameter></function>", "not two numbers"),
        (CALL.replace(ARGUMENTS, "[6500, 6600]"), "they are not a JSON object"),
        (CALL.replace(ARGUMENTS, '"{}{}"'), "more than one JSON object"),
        (CALL.replace("wavelength_range", "wavelenght"), 'missing (given: "wavelenght")'),
        ('{"Name": "x", "Arguments": {}}', 'missing (given: "Name", "Arguments")'),
        (CALL.replace(TOOL, "zoom<|im_end|>".replace("|", "\\u007c")), "no tool"),
        (CALL.replace(f'"{TOOL}"', "5"), "no tool 5"),
        (CALL.replace(f'"{TOOL}"', "[" * 600 + "]" * 600), "no tool"),
        (CALL.replace('", "arg', '" "arg'), "a comma is missing"),
    ],
)
def test_a_call_in_no_known_form_is_an_error_that_says_why(body: str, says: str) -> None:
    (call,) = parsed_body(body).calls
    assert call.window is None
    assert says in call.error
    assert "<" not in call.error, "an error cannot close the tool's response"


@pytest.mark.parametrize(
    "text",
    [
        f"<think>a</think><tool_call><tool_call>{CALL}</tool_call></tool_call>",
        f'<think>a</think><tool_call id="1">{CALL}</tool_call>',
        f"<think type='deep'>a</think>```xml\n<tool_call>{CALL}</tool_call>\n```",
        f'<think>half <tool_call>{{"name": "sp</think>\n<tool_call>{CALL}</tool_call>',
        f"<think>a</think><tool_call>{CALL}</tool_call",
        f"<think>a</think><tool_call>{CALL}</tool_call>\n<tool_response>\nimage\n</tool_response>",
    ],
)
def test_tags_around_a_call_may_be_untidy(text: str) -> None:
    parsed = parse_reply(text)
    assert [(call.window, call.error) for call in parsed.calls] == [(WINDOW, None)]
    assert parsed.flags <= {"repaired"}


def test_a_good_first_call_runs_before_a_broken_second() -> None:
    parsed = parsed_body(f'{CALL}\n{{"name": "{TOOL}", "arguments": {{"wavelength_range": [48')
    assert [call.window for call in parsed.calls] == [WINDOW, None]
    assert "extra_calls" in parsed.flags


def test_what_was_ignored_or_read_otherwise_is_noted_once() -> None:
    many = ", ".join(f'"key{i}": {i}' for i in range(9))
    (call,) = parsed_body(CALL.replace("6600]", f"6600], {many}")).calls
    assert call.note.startswith('Ignored "key0", "key1", "key2", "key3", "key4", …: ')
    (call,) = parsed_body(f'{{"name": "{TOOL}", "arguments": {ARGUMENTS}, "label": "Hα"}}').calls
    assert (call.label, call.note[:15]) == ("", 'Ignored "label"')
    (call,) = parsed_body(CALL.replace("wavelength_range", "window")).calls
    assert call.note == 'Read "window" as "wavelength_range".'
    assert parsed_body(CALL).calls[0].note == ""


@pytest.mark.parametrize("label", ['"H\\u0003b1"', '"a\\n\\tb"', '"\\ud800x"', "3", "null", "[1]"])
def test_a_label_is_one_printable_line(label: str) -> None:
    (call,) = parsed_body(CALL.replace("6600]", f'6600], "label": {label}')).calls
    assert call.window == WINDOW
    assert call.label.isprintable()
    call.label.encode()
