"""From measurements to score and verdict, by the weights and rules of the task file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from specreview.measure.bounds import score_bounds
from specreview.measure.continuum import LEAST_COVERED
from specreview.measure.measurement import Measurement
from specreview.measure.scoring import apply_rules, base_score
from specreview.tasks.diagnostics import Diagnostic, RuleDiagnostic
from specreview.tasks.task import VettingTask


@dataclass(frozen=True)
class Assessment:
    """The score in [0, 1] towards the positive label, and what it rests on.

    `verdict` is a label of the task, or None with the `reason`. `supports` and `against` are
    in the order of their weight. `rules_fired` are names in the order of the file.
    """

    score: float
    verdict: str | None
    reason: str
    supports: tuple[Measurement, ...]
    against: tuple[Measurement, ...]
    measurable: tuple[str, ...]
    not_measurable: tuple[str, ...]
    rules_fired: tuple[str, ...]
    weighed: bool = True
    """Whether enough could be measured for the score to count, whatever the verdict."""


def assess(task: VettingTask, measurements: Mapping[str, Measurement]) -> Assessment:
    """Score and verdict; a diagnostic missing from `measurements` was not looked at."""
    score, fired = apply_rules(task, measurements, base_score(task, measurements))
    known = [
        d for d in task.diagnostics if d.kind != "rule" and _measured(measurements, d) is not None
    ]
    supports, against = _sides(known, measurements)
    cause = _cannot_tell(task, measurements)
    verdict, reason = (None, cause) if cause else _verdict(task, score, fired)
    return Assessment(
        score=score,
        verdict=verdict,
        reason=reason,
        supports=supports,
        against=against,
        measurable=tuple(d.name for d in known),
        not_measurable=tuple(
            d.name for d in task.diagnostics if d.kind != "rule" and d not in known
        ),
        rules_fired=tuple(rule.name for rule in fired),
        weighed=not cause,
    )


def _measured(measurements: Mapping[str, Measurement], diagnostic: Diagnostic) -> float | None:
    measurement = measurements.get(diagnostic.name)
    return None if measurement is None else measurement.presence


def _sides(
    known: Sequence[Diagnostic], measurements: Mapping[str, Measurement]
) -> tuple[tuple[Measurement, ...], tuple[Measurement, ...]]:
    """What was found and speaks for or against, and what was looked for and is absent."""
    supports: list[Measurement] = []
    against: list[Measurement] = []
    for diagnostic in sorted(known, key=lambda d: -abs(d.weight)):
        measurement = measurements[diagnostic.name]
        if measurement.present and diagnostic.argues == "against":
            against.append(measurement)
        elif measurement.present and diagnostic.weight:
            supports.append(measurement)
        elif diagnostic.argues == "for" and diagnostic.weight and not measurement.presence:
            against.append(measurement)
    return tuple(supports), tuple(against)


def _verdict(
    task: VettingTask, score: float, fired: tuple[RuleDiagnostic, ...]
) -> tuple[str | None, str]:
    for rule in fired:
        if rule.effect == "no_verdict":
            return None, rule.label
    if score >= task.scoring.yes_at:
        return task.positive, ""
    if score >= task.scoring.no_below:
        return None, f"the evidence is divided: score {score:.2f}"
    if len(task.labels) > 2:
        return None, f"not {task.positive}; the rules know no other label of this task"
    return task.labels[1], ""


def _cannot_tell(task: VettingTask, measurements: Mapping[str, Measurement]) -> str:
    """Why the spectrum cannot answer: too few deciding diagnostics, or too little signal."""
    scoring = task.scoring
    names = scoring.deciding
    if not names:
        return "" if any(m.measurable for m in measurements.values()) else "nothing is measurable"
    deciding = [measurements[name] for name in names if name in measurements]
    measured = [m for m in deciding if m.measurable]
    if len(measured) < scoring.deciding_least and not _hopeless(task, measurements):
        missing = [f"{m.label}: {m.reason}" for m in deciding if not m.measurable]
        missing += [
            f"{task.diagnostic(name).label}: not looked at"
            for name in names
            if name not in measurements
        ]
        seen = len(measured)
        cause = "; ".join(missing[:2])
        return f"{seen} of {len(names)} deciding diagnostics measurable ({cause})"
    if len(measured) < scoring.deciding_least:
        measured = [m for m in measurements.values() if m.measurable]
    best = max((m.snr for m in measured if m.snr is not None), default=None)
    detected = any(m.present and (m.significance or 0.0) >= 5.0 for m in measured)
    if best is not None and best < scoring.min_snr and not detected:
        return f"S/N {best:.1f} a pixel is below {scoring.min_snr:g} where it matters"
    return ""


def _hopeless(task: VettingTask, measurements: Mapping[str, Measurement]) -> bool:
    """Whether the answer is NO however the unmeasurable diagnostics had turned out.

    Only where enough deciding windows have pixels: what was not observed is no NO.
    """
    scoring = task.scoring
    deciding = [measurements[name] for name in scoring.deciding if name in measurements]
    if sum(m.covered >= LEAST_COVERED for m in deciding) < scoring.deciding_least:
        return False
    unknown = [
        d.name for d in task.diagnostics if d.kind != "rule" and _measured(measurements, d) is None
    ]
    if not any(m.measurable for m in measurements.values()):
        return False
    bounds = score_bounds(task, measurements, unknown)
    return bounds.upper < scoring.no_below and not bounds.withheld
