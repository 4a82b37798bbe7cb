"""What M, X or P shows for the candidate in sight: found, numbered, and ready to be laid over."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from specreview.company import Elsewhere, KnownCompany
from specreview.elsewhere.reading import Reading
from specreview.errors import SpecreviewError
from specreview.known.overlay import Overlaid, overlaid, shift_factor
from specreview.review.rows import CandidateRow
from specreview.spectra.spectrum import Spectrum
from specreview.ui import chart_tools
from specreview.ui.company import Interval, shown_range
from specreview.ui.room import Room
from specreview.ui.scene import Scene
from specreview.ui.stack import Stack, stacked
from specreview.ui.state import Desk

_ABOUT = 150.0
"""Å shown to either side of a feature when another spectrum is laid over it."""
_WIDE = 800.0
_SCALED_ON = 60.0


@dataclass(frozen=True, eq=False)
class LaidOver:
    """The spectrum that is laid over: a key and a name, how it is read, how it is shifted.

    `about` (observed Å) is where it is scaled to the data, None for where the chart looks.
    """

    key: str
    name: str
    load: Callable[[], Spectrum]
    factor: float
    about: Interval | None


@dataclass(frozen=True, eq=False)
class Beside:
    """One of `known`, `elsewhere` and `epochs`; `chosen` is the place of X's feature.

    Neither while the index of a large queue is read for the first time (`reading`), nor where it
    cannot be read (`trouble`).
    """

    known: KnownCompany | None
    elsewhere: Elsewhere | None
    chosen: int
    laid: LaidOver | None
    reading: Reading | None = None
    trouble: str = ""
    epochs: Stack | None = None


def look_beside(room: Room, scene: Scene, family: Sequence[CandidateRow]) -> Beside | None:
    """What the desk asks for, None where nothing is open; counts go back to the desk."""
    desk = room.desk
    if desk.company == "known":
        return _known(room, scene)
    if desk.company == "elsewhere":
        return _elsewhere(room, scene)
    if desk.company == "epochs":
        return Beside(None, None, 0, None, epochs=stacked(room, scene, family))
    return None


def _known(room: Room, scene: Scene) -> Beside:
    assert scene.sight is not None
    assert scene.task is not None
    found = room.workspace.company.known(scene.row.candidate, scene.task, scene.sight.measurements)
    step = _numbered(room.desk, len(found.resembling))
    if not step:
        return Beside(found, None, 0, None)
    one = found.resembling[step - 1].known
    factor = shift_factor(one.redshift, scene.charted)
    name = f"{one.what} ({one.source})"
    return Beside(found, None, 0, LaidOver(one.key, name, one.load, factor, None))


def _elsewhere(room: Room, scene: Scene) -> Beside:
    assert scene.sight is not None
    assert scene.task is not None
    desk, company = room.desk, room.workspace.company
    if desk.company_range is None:
        desk.company_range = range_in_sight(desk, scene)
    try:
        found = company.elsewhere(
            scene.row.candidate, scene.task, scene.counts.total, scene.charted, desk.company_range
        )
    except SpecreviewError as error:
        return Beside(None, None, 0, None, trouble=str(error))
    if isinstance(found, Reading):
        return Beside(None, None, 0, None, found)
    return _seen(room, scene, found)


def _seen(room: Room, scene: Scene, found: Elsewhere) -> Beside:
    """What stands out here, the one of it that is looked at, and who else shows that one."""
    desk, company = room.desk, room.workspace.company
    wavelengths = tuple(seen.feature.wavelength for seen, _ in found.seen)
    desk.company_features = wavelengths
    if not wavelengths:
        _numbered(desk, 0)
        return Beside(None, found, 0, None)
    wanted = desk.company_feature or wavelengths[0]
    chosen = min(range(len(wavelengths)), key=lambda n: abs(wavelengths[n] - wanted))
    neighbours = found.seen[chosen][0].neighbours
    step = _numbered(desk, len(neighbours))
    if not step:
        return Beside(None, found, chosen, None)
    place, other = wavelengths[chosen], neighbours[step - 1].candidate_id
    _zoom_about(desk, scene, place)
    name = room.workspace.store.queues.candidate(other).object_id
    about = (place - _SCALED_ON, place + _SCALED_ON)
    laid = LaidOver(
        f"seen {other} {place:.1f}", name, lambda: company.spectrum_of(other), 1.0, about
    )
    return Beside(None, found, chosen, laid)


def range_in_sight(desk: Desk, scene: Scene) -> Interval:
    """Observed vacuum Å of the active step's window, else of what the chart shows."""
    assert scene.sight is not None
    wavelength = scene.sight.spectrum.wavelength
    whole = (float(wavelength[0]), float(wavelength[-1]))
    return shown_range(desk, scene.windows, whole, scene.charted)


def _numbered(desk: Desk, count: int) -> int:
    """Tell the desk how many there are; the step, within them."""
    desk.company_count = count
    desk.company_step = min(desk.company_step, count)
    return desk.company_step


def _zoom_about(desk: Desk, scene: Scene, wavelength: float) -> None:
    """Zoom to a feature where the chart shows so much that nobody could see it."""
    low, high = range_in_sight(desk, scene)
    if high - low > _WIDE or not low < wavelength < high:
        stretch = 1.0 + (scene.charted or 0.0)
        about = (wavelength - _ABOUT) / stretch, (wavelength + _ABOUT) / stretch
        chart_tools.zoom_to(desk, about)
        desk.hand_zoom = None  # what is in sight from now on is that zoom


def laid_over(laid: LaidOver, onto: Spectrum, sight: Interval) -> Overlaid | str:
    """The overlay on the pixels of `onto`, or why it cannot be drawn."""
    try:
        return overlaid(laid.name, laid.load(), onto, laid.factor, laid.about or sight)
    except SpecreviewError as error:
        return str(error)
