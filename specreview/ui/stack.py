"""All spectra of the candidate's source, read and made ready to be shown under each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

import numpy as np

from specreview.elsewhere.whence import whence
from specreview.errors import SpecreviewError
from specreview.review.rows import CandidateRow
from specreview.spectra.spectrum import Spectrum
from specreview.ui.chart_tools import axis_name
from specreview.ui.company import Interval, charted_range
from specreview.ui.epochs import distinct
from specreview.ui.present import epochs as present
from specreview.ui.present.epochs import Array, Axis, Epoch
from specreview.ui.present.top import signal_to_noise
from specreview.ui.room import Room
from specreview.ui.scene import Scene
from specreview.views.chart import with_room
from specreview.views.segments import running_mean

MOST_DRAWN = 24
"""Beyond it rows come without a picture: they would be too low to be seen, and slow to come."""


@dataclass(frozen=True, eq=False)
class Stack:
    """The rows in order of time, and the axis below them."""

    rows: tuple[Epoch, ...]
    below: Axis
    remark: str = ""


@dataclass(frozen=True, eq=False)
class _Read:
    row: CandidateRow
    spectrum: Spectrum | None
    night: str
    trouble: str = ""


def stacked(room: Room, scene: Scene, family: Sequence[CandidateRow]) -> Stack:
    """What P shows; the order goes to the desk, for the keys that follow."""
    read = [_read(room, one) for one in distinct(scene.row, family)]
    read.sort(key=_order)
    desk, sight = room.desk, _sight(room, scene)
    desk.company_epochs = tuple(one.row.candidate.id for one in read)
    desk.company_step %= len(read)
    here = desk.company_epochs.index(scene.row.candidate.id)
    began = (here - desk.company_step) % len(read)
    below = _axis(room, scene, sight)
    means = [_means(room, one, sight) if n < MOST_DRAWN else None for n, one in enumerate(read)]
    limits = present.scale([each for each in means if each is not None])
    rows = [
        _epoch(number, one, each, limits, below, here=number == here, began=number == began)
        for number, (one, each) in enumerate(zip(read, means, strict=True))
    ]
    left_out = f"the first {MOST_DRAWN} are drawn" if len(rows) > MOST_DRAWN else ""
    return Stack(tuple(rows), below, left_out)


def _sight(room: Room, scene: Scene) -> Interval:
    """Observed vacuum Å from edge to edge of the chart above, so that one can look straight up."""
    assert scene.sight is not None
    wavelength = scene.sight.spectrum.wavelength
    whole = with_room((float(wavelength[0]), float(wavelength[-1])))
    return charted_range(room.desk, whole, scene.charted)


def _read(room: Room, row: CandidateRow) -> _Read:
    candidate = row.candidate
    try:
        spectrum = room.workspace.spectrum(candidate)
    except SpecreviewError as error:
        reason = str(error).removeprefix(f"{candidate.path}: ")
        return _Read(row, None, "", f"cannot be read: {reason}")
    night = whence(spectrum.origin, candidate.catalogue, candidate.path).night
    return _Read(row, spectrum, night)


def _order(one: _Read) -> tuple[float, int]:
    """By time; those of which no night is known come last, in the order of the queue."""
    mjd = present.mjd_of(one.night)
    return (np.inf if mjd is None else mjd), one.row.candidate.position


def _means(room: Room, one: _Read, sight: Interval) -> Array | None:
    if one.spectrum is None:
        return None
    candidate, smoothing = one.row.candidate, room.desk.smoothing
    key = ("epoch", candidate.id, one.spectrum.content_hash, sight, smoothing)
    return cast("Array", room.sparklines.get(key, partial(_drawn, one.spectrum, smoothing, sight)))


def _drawn(spectrum: Spectrum, smoothing: int, sight: Interval) -> Array:
    flux = spectrum.flux.astype(np.float64)
    flux[~spectrum.good] = np.nan
    return present.columns(spectrum.wavelength, running_mean(flux, smoothing), sight)


def _axis(room: Room, scene: Scene, sight: Interval) -> Axis:
    """The marks in the unit and the frame of the chart above."""
    stretch = 1.0 + (scene.charted or 0.0) if room.desk.axis == "rest" else 1.0
    factor = stretch * (10.0 if room.desk.unit == "nm" else 1.0)
    return present.axis(sight, factor, axis_name(room.desk))


def _epoch(
    number: int,
    one: _Read,
    means: Array | None,
    limits: tuple[float, float],
    below: Axis,
    *,
    here: bool,
    began: bool,
) -> Epoch:
    ticks = [at for at, _ in below.ticks]
    drawn = "" if means is None else present.picture(means, limits, ticks, here=here)
    missing = "nothing in the range that the chart shows" if means is not None else "not drawn"
    return Epoch(
        number=number + 1,
        object_id=one.row.candidate.object_id,
        when=present.when(one.night),
        snr="unknown" if one.spectrum is None else signal_to_noise(one.spectrum),
        mine=present.mine(one.row),
        verdict=present.verdict(one.row),
        picture=drawn,
        trouble=one.trouble or missing,
        here=here,
        began=began,
    )
