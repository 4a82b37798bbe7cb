"""What the probe found: rates with intervals, verdicts that flip, time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from specreview.evaluation.intervals import wilson
from specreview.probe.asking import Answered, Asked
from specreview.probe.subjects import Kind
from specreview.probe.variants import AS_IT_IS, Variant


@dataclass(frozen=True)
class Rate:
    """`k` of `n` with Wilson's 95 % interval; `withheld` of the n have no verdict at all."""

    k: int
    n: int
    withheld: int
    interval: tuple[float, float] | None


@dataclass(frozen=True)
class Flip:
    """A known object whose verdict is another one after the change; None is "no verdict"."""

    object: str
    task: str
    before: str | None
    after: str | None


@dataclass(frozen=True)
class VariantFlips:
    """What a change did to the known objects. `flipped` are those that flip between labels;
    `withheld` those that lose their verdict, or gain one.
    """

    key: str
    label: str
    why: str
    compared: int
    flipped: tuple[Flip, ...]
    withheld: tuple[Flip, ...]


@dataclass(frozen=True)
class Report:
    """All that is printed; `failed` counts inspections that ended in an error."""

    inspector: str
    tasks: tuple[str, ...]
    inspections: int
    failed: int
    seconds: float
    reply_seconds: float
    turns: float
    noise: Rate
    flat: Rate
    positives: Rate
    look_alikes: Rate
    variants: tuple[VariantFlips, ...]


def report(
    asked: Asked,
    labels: Mapping[str, tuple[str, ...]],
    variants: Sequence[Variant],
) -> Report:
    """Add the answers up; `labels` are each task's, the positive one first."""
    answers = asked.answers
    plain = [one for one in answers if one.question.variant == AS_IT_IS]
    sound = [one for one in answers if not _failed(one)]
    count = max(1, len(sound))
    return Report(
        inspector=asked.inspector,
        tasks=tuple(dict.fromkeys(one.question.subject.task for one in answers)),
        inspections=len(answers),
        failed=len(answers) - len(sound),
        seconds=asked.seconds,
        reply_seconds=sum(one.seconds for one in sound) / count,
        turns=sum(one.turns for one in sound) / count,
        noise=_rate(plain, "noise", labels, 0),
        flat=_rate(plain, "flat", labels, 0),
        positives=_rate(plain, "positive", labels, 0),
        look_alikes=_rate(plain, "look-alike", labels, 1),
        variants=tuple(_flips(answers, plain, variant) for variant in variants),
    )


def _failed(answered: Answered) -> bool:
    return answered.ended in ("failed", "backend_error")


def _rate(
    plain: Sequence[Answered], kind: Kind, labels: Mapping[str, tuple[str, ...]], wanted: int
) -> Rate:
    """How many of a kind got the task's label number `wanted`."""
    counted = [one for one in plain if one.question.subject.kind == kind and not _failed(one)]
    k = sum(one.verdict == labels[one.question.subject.task][wanted] for one in counted)
    withheld = sum(one.verdict is None for one in counted)
    return Rate(k, len(counted), withheld, wilson(k, len(counted)))


def _flips(
    answers: Sequence[Answered], plain: Sequence[Answered], variant: Variant
) -> VariantFlips:
    before = {_who(one): one for one in plain if not _failed(one)}
    pairs = [
        (before[_who(one)], one)
        for one in answers
        if one.question.variant == variant and not _failed(one) and _who(one) in before
    ]
    changed = [
        Flip(one.question.subject.name, one.question.subject.task, first.verdict, one.verdict)
        for first, one in pairs
        if first.verdict != one.verdict
    ]
    flipped = tuple(f for f in changed if f.before is not None and f.after is not None)
    withheld = tuple(f for f in changed if f not in flipped)
    return VariantFlips(variant.key, variant.label, variant.why, len(pairs), flipped, withheld)


def _who(answered: Answered) -> tuple[str, str, str]:
    subject = answered.question.subject
    return (subject.task, subject.kind, subject.name)
