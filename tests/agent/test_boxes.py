r"""What a box may look like: typography is taken off, sense is not."""

import pytest

from specreview.agent.protocol import parse_reply


def answered(box: str, labels: tuple[str, ...] = ("YES", "NO")):
    return parse_reply(f"<think>a</think><answer>{box}</answer>", labels)


@pytest.mark.parametrize(
    "box",
    [
        r"\boxed{yes}",
        r"\\boxed{YES}",
        "boxed{YES}",
        "\x08oxed{YES}",
        "\\boxed\n{YES}",
        r"\boxed｛YES｝",
        r"\boxed{\text{YES}}",
        r"\boxed{\mathrm{YES}}",
        r"\boxed{\textbf{\text{Yes}}}",
        r"\boxed{\operatorname{YES}}",
        r"\boxed{\text YES}",
        r"\boxed{{YES}}",
        r"\boxed{\,YES\ }",
        r"\boxed{ **YES** }",
        r"\boxed{“YES”}",
        r"\boxed{YES!}",
        r"\boxed{ＹＥＳ}",
        r"\boxed{Y E S}",
        "\\boxed{\u200bYES\x00}",
    ],
)
def test_typography_is_taken_off_and_flagged(box: str) -> None:
    parsed = answered(f"{box} Broad Hα.")
    assert (parsed.answer, parsed.justification) == ("YES", "Broad Hα.")
    assert parsed.flags == {"repaired"}


@pytest.mark.parametrize(
    "box",
    [
        r"\fbox{YES}",
        r"\boxed YES",
        r"\boxed(YES)",
        r"\boxed{YES",
        r"\boxed{\not YES}",
        r"\boxed{!YES}",
        r"\boxed{\neg YES}",
        r"\boxed{NOT YES}",
        r"\boxed{YES/NO}",
        r"\boxed{YES or NO}",
        r"\boxed{YES (CV)}",
        r"\boxed{\cancel{YES}}",
        r"\boxed{\color{red}{YES}}",
        r"\boxed{\boxed{YES}}",
        r"\boxed{YES}\boxed{YES}",
        r"\boxed{YES} and \boxed{NO",
        r"\boxed{ΥΕΣ}",
        r"\boxed{" + "{" * 40 + "YES" + "}" * 40 + "}",
        r"\boxed{" + " " * 5000 + "YES}",
        "unboxed{YES}",
    ],
)
def test_a_box_that_may_mean_something_else_is_no_answer(box: str) -> None:
    parsed = answered(box)
    assert parsed.answer is None
    assert "unparsed" in parsed.flags


@pytest.mark.parametrize(
    "box",
    [r"$\boxed{NO}$", r"$$\boxed{NO}$$", r"**\boxed{NO}**", r"\(\boxed{NO}\)", r"`\boxed{NO}`"],
)
def test_signs_around_a_box_are_no_part_of_the_reason(box: str) -> None:
    parsed = answered(f"The answer is {box} TiO bands.")
    assert (parsed.answer, parsed.justification) == ("NO", "The answer is  TiO bands.")


def test_labels_that_look_alike_are_not_mixed_up() -> None:
    labels = ("S star", "SStar", "C*", "C")
    assert answered(r"\boxed{S star}", labels).answer == "S star"
    assert answered(r"\boxed{s star}", labels).answer is None, "two labels would fit"
    assert answered(r"\boxed{C*}", labels).answer == "C*"
    assert answered(r"\boxed{\text{C}}", labels).answer is None
