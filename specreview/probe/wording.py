"""The probe's findings in words, for the shell."""

from collections.abc import Iterator

from specreview.probe.report import Flip, Rate, Report, VariantFlips

NOISE_WHY = (
    "noise holds no object: a queue's YES are then wrong at least this often among its empty "
    "spectra"
)
NOISE_NONE = "no YES on noise; the interval says how many there may be all the same"


def lines(report: Report) -> Iterator[str]:
    """All that `specreview probe` prints, line by line."""
    yield f"probe of {report.inspector}; tasks {', '.join(report.tasks)}; synthetic spectra"
    failed = f", {report.failed} failed" if report.failed else ""
    per_inspection = report.seconds / max(1, report.inspections)
    yield (
        f"{report.inspections} inspections{failed} in {report.seconds:.1f} s, "
        f"{per_inspection:.2f} s each; {report.turns:.1f} turns and {report.reply_seconds:.2f} s "
        "for the replies of one"
    )
    yield ""
    yield f"YES on pure noise     {rate(report.noise)}"
    yield f"YES on a flat line    {rate(report.flat)}"
    if report.positives.n:
        yield f"positives right       {rate(report.positives)}"
        yield f"look-alikes right     {rate(report.look_alikes)}"
    else:
        yield "no known objects for this task: only noise and a flat line were asked about"
    yield f"  {NOISE_WHY if report.noise.k else NOISE_NONE}"
    yield ""
    yield from _table(report.variants)


def rate(found: Rate) -> str:
    """`3 of 40 (8 %) [3-20 %], 2 without a verdict`."""
    if found.interval is None:
        return "none asked"
    lower, upper = (round(100 * end) for end in found.interval)
    text = f"{found.k} of {found.n} ({100 * found.k / found.n:.0f} %) [{lower}-{upper} %]"
    return text + (f", {found.withheld} without a verdict" if found.withheld else "")


def _table(variants: tuple[VariantFlips, ...]) -> Iterator[str]:
    compared = [one for one in variants if one.compared]
    if not compared:
        return
    yield f"{'known objects, when changed':<30}{'asked':>6}{'flip':>6}{'withheld':>10}"
    for one in compared:
        counts = f"{one.compared:>6}{len(one.flipped):>6}{len(one.withheld):>10}"
        yield f"{one.label:<30}{counts}"
    for one in compared:
        if one.flipped or one.withheld:
            yield ""
            yield f"{one.label}: {'; '.join(map(flip, (*one.flipped, *one.withheld)))}"
            yield f"  {one.why}"
    if not any(one.flipped or one.withheld for one in compared):
        yield ""
        yield "no change of these changed a verdict"


def flip(found: Flip) -> str:
    """`Be (cv) NO → no verdict`."""
    before, after = (label or "no verdict" for label in (found.before, found.after))
    return f"{found.object} ({found.task}) {before} → {after}"
