"""A feature to look for in other spectra, and what is known to lie at its wavelength."""

from collections.abc import Sequence
from dataclasses import dataclass

from specreview.elsewhere.further_lines import further_lines
from specreview.elsewhere.peaks import Peaks
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS
from specreview.spectra.lines import SkyBand, all_lines, sky_bands
from specreview.tasks.overlay import overlay_lines
from specreview.tasks.task import VettingTask

TASK_LINE_KMS = 400.0
"""A line of the task may be shifted so far by a star's or a binary's motion."""

LISTED_LINE_KMS = 250.0
"""The same for the other lines of the list, of which there are many."""

PIXEL_KMS = 69.0
"""Of LAMOST and SDSS; DESI's pixels are finer, so that its features count as broader than they
are."""

NARROW_BAND = 240.0
"""Å: a wider sky band or arm join is a remark, no explanation of one feature."""


@dataclass(frozen=True)
class Feature:
    """A peak of one spectrum: vacuum Å observed, S/N (negative in absorption), FWHM in pixels."""

    wavelength: float
    snr: float
    fwhm: float

    @property
    def half_width_kms(self) -> float:
        """Half of the FWHM, for pixels of 69 km/s: a broad line's peak lies anywhere in it."""
        return 0.5 * self.fwhm * PIXEL_KMS

    @property
    def sign(self) -> int:
        return 1 if self.snr > 0 else -1


@dataclass(frozen=True)
class Expected:
    """What the lists know at a wavelength; "" where they know nothing.

    `line` is a line of the object, `of_task` whether the task names it; `sky` is a narrow band of
    sky, atmosphere or arm join; `wide` such a band too wide to explain one feature.
    """

    line: str = ""
    of_task: bool = False
    sky: str = ""
    wide: str = ""


def features_in(peaks: Peaks) -> tuple[Feature, ...]:
    """The peaks as features, the strongest first."""
    found = [
        Feature(float(w), float(s), float(f))
        for w, s, f in zip(peaks.wavelength, peaks.snr, peaks.fwhm, strict=True)
    ]
    return tuple(sorted(found, key=lambda one: -abs(one.snr)))


def expected_at(
    feature: Feature, task: VettingTask, survey: str, redshift: float | None
) -> Expected:
    """Lines of the task and the lists, at rest and at `redshift`, and the sky, near a feature."""
    wavelength = feature.wavelength
    wings = feature.half_width_kms
    tasks_own = _possible(overlay_lines(task), feature)
    mine = _nearest(tasks_own, wavelength, redshift, TASK_LINE_KMS + wings)
    listed = [(line.label, line.wavelength) for line in all_lines()]
    others = _possible([*listed, *further_lines()], feature)
    other = "" if mine else _nearest(others, wavelength, redshift, LISTED_LINE_KMS + wings)
    bands = [band for band in sky_bands(survey) if band.lower <= wavelength <= band.upper]
    narrow = next((band for band in bands if _explains(band, feature)), None)
    wide = next((band for band in bands if band is not narrow), None)
    return Expected(
        mine or other,
        bool(mine),
        narrow.label if narrow is not None else "",
        wide.label if wide is not None else "",
    )


def _explains(band: SkyBand, feature: Feature) -> bool:
    """Absorption by the atmosphere, or a residual of either sign at a sky line."""
    if band.kind == "telluric":
        return feature.sign < 0
    return band.upper - band.lower < NARROW_BAND


def _possible(lines: Sequence[tuple[str, float]], feature: Feature) -> list[tuple[str, float]]:
    """Those that can show in the feature's sense: a forbidden line never absorbs."""
    return [line for line in lines if feature.sign > 0 or not line[0].startswith("[")]


def _nearest(
    lines: Sequence[tuple[str, float]],
    wavelength: float,
    redshift: float | None,
    reach_kms: float,
) -> str:
    """Label of the nearest line within reach, at rest or shifted by `redshift`; "" if none."""
    best, label = reach_kms, ""
    for name, rest in lines:
        for place in {rest, rest * (1.0 + (redshift or 0.0))}:
            away = abs(wavelength / place - 1.0) * SPEED_OF_LIGHT_KMS
            if away < best:
                best, label = away, name
    return label
