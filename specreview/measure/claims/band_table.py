"""Where each band is measured, and from which ratio on it is there or not.

Windows and limits are those of the tasks' diagnostics where a task has the band's head, so that
the rules and the claims agree; the table below holds indices, whose diagnostics do not say where
a band is absent.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from specreview.tasks.diagnostics import BandheadDiagnostic
from specreview.tasks.load import load_tasks
from specreview.tasks.task import VettingTask

Range = tuple[float, float]

_SAME_HEAD = 4.0
"""Å: heads this near are one."""


@dataclass(frozen=True)
class BandSpec:
    """One head of one species: windows in vacuum Å, ratio at and below which the band is there,
    ratio at and above which it is not.
    """

    species: str
    head: float
    feature: Range
    reference: Range
    there: float
    absent: float
    label: str

    @property
    def window(self) -> Range:
        edges = (*self.feature, *self.reference)
        return min(edges), max(edges)


TIO5: tuple[Range, Range] = ((7125.0, 7140.0), (7036.0, 7050.0))
"""Windows of the index and of its reference, vacuum Å."""

_INDICES = (
    BandSpec("tio", 7056.1, *TIO5, 0.80, 0.92, "TiO5"),
    BandSpec("tio5", 7132.0, *TIO5, 0.80, 0.92, "TiO5"),
    BandSpec("ch", 4301.2, (4286.0, 4316.0), (4261.0, 4286.0), 0.85, 0.95, "G band"),
    BandSpec("mgh", 5212.5, (5060.0, 5160.0), (5240.0, 5420.0), 0.75, 0.92, "MgH"),
    BandSpec("cah", 6383.8, (6382.0, 6392.0), (6412.0, 6422.0), 0.88, 0.98, "CaH 6385"),
    BandSpec("cah", 6831.9, (6815.86, 6847.87), TIO5[1], 0.70, 0.95, "CaH2"),
    BandSpec("cah", 6976.9, (6961.92, 6991.93), TIO5[1], 0.80, 0.95, "CaH3"),
    BandSpec("na_8190", 8185.51, (8179.25, 8203.25), (8153.24, 8177.25), 0.92, 0.99, "Na I 8190"),
)
"""Windows after PyHammer; limits between what M dwarfs and giants were measured to have: MgH 0.66
to 0.72 and 0.82 up, CaH 6385 0.74 to 0.90 and 0.77 up, Na I 8190 0.80 to 0.99 and 0.98 up."""


def specs(task: VettingTask) -> tuple[BandSpec, ...]:
    """All bands that can be measured: the task's own first, then those of the shipped tasks."""
    found = list(_of_task(task))
    for spec in (*_shipped(), *_INDICES):
        if not any(_same(spec, other) for other in found):
            found.append(spec)
    return tuple(found)


@cache
def _shipped() -> tuple[BandSpec, ...]:
    return tuple(spec for task in load_tasks().values() for spec in _of_task(task))


def _of_task(task: VettingTask) -> Iterable[BandSpec]:
    heads: dict[tuple[str, float], BandSpec] = {}
    for diagnostic in task.diagnostics:
        if (
            isinstance(diagnostic, BandheadDiagnostic)
            and diagnostic.ratio.none > diagnostic.ratio.full
        ):
            spec = _spec(diagnostic)
            kept = heads.get((spec.species, spec.head))
            if kept is None or _width(spec) < _width(kept):
                heads[(spec.species, spec.head)] = spec
    return heads.values()


def _spec(diagnostic: BandheadDiagnostic) -> BandSpec:
    ramp = diagnostic.ratio
    return BandSpec(
        species=diagnostic.label.split()[0].lower(),
        head=diagnostic.head,
        feature=diagnostic.feature,
        reference=diagnostic.reference,
        there=0.5 * (ramp.none + ramp.full),
        absent=ramp.none,
        label=diagnostic.label.removesuffix(" edge"),
    )


def _width(spec: BandSpec) -> float:
    """The sharper edge tells a band from a slope."""
    return spec.window[1] - spec.window[0]


def _same(one: BandSpec, other: BandSpec) -> bool:
    return one.species == other.species and abs(one.head - other.head) < _SAME_HEAD
