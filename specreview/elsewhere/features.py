"""A feature to look for in other spectra, and what is known to lie at its wavelength."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

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

BLEND_KMS = 170.0
"""Two lines of different species so close are one feature at R 1800: Hε and Ca II H lie 119 km/s
apart, Hα and [N II] 940 km/s, which are two features.
"""

_SAME_KMS = 3.0
"""One line under two names."""

_MOLECULES = frozenset({"C2", "CH", "CN", "CaH", "LaO", "MgH", "TiO", "VO", "ZrO"})
"""The head of a band blends with no line: its shape is another."""

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

    `line` is a line of the object, or two that blend ("Hε or Ca II H"), `of_task` whether the task
    names it; `sky` is a narrow band of
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
    own = _within(overlay_lines(task), feature, redshift, TASK_LINE_KMS + wings)
    listed = [*((line.label, line.wavelength) for line in all_lines()), *further_lines()]
    others = _within(listed, feature, redshift, LISTED_LINE_KMS + wings)
    bands = [band for band in sky_bands(survey) if band.lower <= wavelength <= band.upper]
    narrow = next((band for band in bands if _explains(band, feature)), None)
    wide = next((band for band in bands if band is not narrow), None)
    return Expected(
        _name(own, others),
        bool(own),
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


@dataclass(frozen=True, order=True)
class _Near:
    """A line so many km/s from a feature; `rest` in vacuum Å."""

    away: float
    rest: float
    label: str


def _within(
    lines: Sequence[tuple[str, float]], feature: Feature, redshift: float | None, reach: float
) -> list[_Near]:
    """The lines that the feature may be, at rest or shifted by `redshift`, the nearest first."""
    places = (1.0, 1.0 + (redshift or 0.0))
    near = [
        _Near(min(_kms(feature.wavelength, rest * place) for place in places), rest, label)
        for label, rest in _possible(lines, feature)
    ]
    return sorted(one for one in near if one.away < reach)


def _name(own: Sequence[_Near], others: Sequence[_Near]) -> str:
    """The nearest line of the task, else of the lists, and what blends with it; "" for none."""
    if not (own or others):
        return ""
    first = (own or others)[0]
    if _is_band(first.label):
        return first.label
    second = (
        one.label
        for one in sorted([*own, *others])
        if _SAME_KMS < _kms(one.rest, first.rest) < BLEND_KMS
        and _species(one.label) != _species(first.label)
        and not _is_band(one.label)
    )
    return " or ".join([first.label, *islice(second, 1)])


def _kms(wavelength: float, place: float) -> float:
    return abs(wavelength / place - 1.0) * SPEED_OF_LIGHT_KMS


def _species(label: str) -> str:
    """As in "He I" of "He I 5877"; a line that has a name of its own is one."""
    return " ".join(word for word in label.split() if not word.isdigit())


def _is_band(label: str) -> bool:
    return label.partition(" ")[0] in _MOLECULES
