"""Which redshift the markers on a chart may use."""

from dataclasses import dataclass
from typing import Literal

from specreview.spectra.frames import SPEED_OF_LIGHT_KMS
from specreview.spectra.spectrum import Origin

RedshiftPolicy = Literal["stellar", "catalogue"]

STELLAR_LIMIT_KMS = 600.0
"""A star's |cz| stays below this: the escape speed from the Galaxy near the Sun is about
530 km/s (Deason et al. 2019, MNRAS 485, 3514)."""


@dataclass(frozen=True, slots=True)
class AppliedRedshift:
    """The redshift for markers, whether it is applied, and the sentence that says so.

    `value` is the number that is applied, None where none is.
    """

    value: float | None
    applied: bool
    sentence: str


def marker_redshift(
    origin: Origin, policy: RedshiftPolicy, user: float | None = None
) -> AppliedRedshift:
    """The redshift that line markers use.

    What the user sets always holds.  Under "stellar" the catalogue's value counts only for
    pipeline class STAR, no warning and |cz| < 600 km/s, because pipelines call cataclysmic
    variables quasars; under "catalogue" any value without a warning counts.
    """
    if user is not None:
        return AppliedRedshift(user, True, f"z = {_number(user)} set by you")
    stated = origin.redshift
    if stated is None:
        return AppliedRedshift(None, False, "z unknown, no shift applied")
    label = f"z = {_number(stated)} ({origin.pipeline_class or 'class unknown'})"
    reason = _reason_against(origin, stated, policy)
    if reason is not None:
        return AppliedRedshift(None, False, f"{label} not applied{reason}, press Z")
    return AppliedRedshift(stated, True, f"{label} applied")


def _reason_against(origin: Origin, redshift: float, policy: RedshiftPolicy) -> str | None:
    """Why the catalogue's redshift is not applied: None where it is, "" where the class says it."""
    if origin.redshift_warning:
        return f" (warning {origin.redshift_warning})"
    if policy == "catalogue":
        return None
    if (origin.pipeline_class or "").upper() != "STAR":
        return ""
    speed = abs(redshift) * SPEED_OF_LIGHT_KMS
    return None if speed < STELLAR_LIMIT_KMS else f" (|cz| = {speed:.0f} km/s)"


def _number(redshift: float) -> str:
    return f"{redshift:.3g}" if abs(redshift) >= 0.01 else f"{redshift:.6f}".rstrip("0").rstrip(".")
