"""One measured diagnostic, with its error, or the reason why it could not be measured."""

from dataclasses import dataclass, replace

from specreview.tasks.diagnostics import Diagnostic

Point = tuple[float, float]


@dataclass(frozen=True)
class Measurement:
    """What the flux says about one diagnostic: present, absent, or cannot tell.

    Attributes
    ----------
    presence
        0 (absent) to 1 (present); None where coverage or S/N does not allow to tell.
    value, error, unit
        EW in Å, flux ratio, or slope d ln f / d ln λ.
    significance
        Of the feature in the sense that the diagnostic asks for, in σ.
    ew, ew_error, ew_limit
        Å, emission positive; the limit is 3σ.
    fwhm_kms, fwhm_angstrom
        Corrected for resolution; None where the line does not stand above its limit.
    velocity_kms
        Of the line from its rest wavelength, in the spectrum's own frame.
    contrast
        Peak height or trough depth as a fraction of the continuum.
    lines, lines_measured
        Significant lines, and lines whose window could be measured, for a diagnostic that
        counts them; the other quantities are those of the most significant line.
    covered
        Share of the window that good pixels cover.
    reason
        Why it is not measurable, "" if it is.
    window, continuum
        Rest-frame vacuum Å; the continuum's end points (wavelength, flux) in the file's
        flux unit, for drawing; None for a mean of several lines, which has no place there.
    snr
        Median S/N a pixel in the window.
    caution
        What the reader should know about a value that was measured: a sky or telluric band.
    random_error
        1σ of `value` from the pixels' noise alone; `error` holds the systematic part too.
    fwhm_error_kms, velocity_error_kms
        1σ from the pixels' noise.
    fwhm_seen_kms
        Width as seen, not corrected for resolution.
    fwhm_fit_kms, fwhm_fit_error_kms
        FWHM of the Gaussian that fits best, corrected for resolution, where it agrees with the
        width at half maximum (else that one). Verdicts rest on `fwhm_kms`, which noise biases low.
    asymmetry, asymmetry_error
        (red - blue) / (red + blue) of the flux within one FWHM of the line's centre.
    peaks_kms
        Distance of the peaks of a double-peaked line; None where none are told apart.
    masked_share, warned_share
        Shares of the window's pixels that are masked, and that carry a warning, 0 to 1.
    overlaps
        Names of the telluric bands, sky lines and arm joins in the window; these three are told
        by `surroundings.with_surroundings` alone.
    """

    name: str
    label: str
    kind: str
    presence: float | None
    value: float | None = None
    error: float | None = None
    significance: float | None = None
    ew: float | None = None
    ew_error: float | None = None
    ew_limit: float | None = None
    fwhm_kms: float | None = None
    fwhm_angstrom: float | None = None
    velocity_kms: float | None = None
    contrast: float | None = None
    lines: int | None = None
    lines_measured: int | None = None
    covered: float = 0.0
    reason: str = ""
    window: tuple[float, float] | None = None
    continuum: tuple[Point, Point] | None = None
    unit: str = ""
    snr: float | None = None
    caution: str = ""
    random_error: float | None = None
    fwhm_error_kms: float | None = None
    fwhm_seen_kms: float | None = None
    fwhm_fit_kms: float | None = None
    fwhm_fit_error_kms: float | None = None
    velocity_error_kms: float | None = None
    asymmetry: float | None = None
    asymmetry_error: float | None = None
    peaks_kms: float | None = None
    masked_share: float = 0.0
    warned_share: float = 0.0
    overlaps: tuple[str, ...] = ()

    @property
    def measurable(self) -> bool:
        return self.presence is not None

    @property
    def present(self) -> bool:
        """At least half present."""
        return self.presence is not None and self.presence >= 0.5

    @property
    def state(self) -> str:
        """In words: "present", "absent" or "cannot tell"."""
        if not self.measurable:
            return "cannot tell"
        return "present" if self.present else "absent"

    def unmeasured(self, reason: str) -> "Measurement":
        """The same with no say: its presence withdrawn for `reason`."""
        return replace(self, presence=None, reason=reason)

    def sentence(self) -> str:
        """The value in words and units: "EW 74.9 ± 1.5 Å, FWHM 1580 km/s"."""
        if not self.measurable and self.ew_limit is None:
            return f"not measured: {self.reason}"
        if self.ew is not None:
            return self._line_sentence()
        if self.value is None:
            return f"not measured: {self.reason}"
        name = "slope" if self.kind == "continuum" else "ratio"
        if self.unit == "index":
            name = "index"
        return f"{name} {number(self.value, 2)} ± {number(self.error or 0.0, 2)}"

    def _line_sentence(self) -> str:
        if self.fwhm_kms is None and self.ew_limit is not None and not self.significant():
            return f"EW < {number(self.ew_limit, 1)} Å (3σ)"
        parts = [f"EW {number(self.ew or 0.0, 1)} ± {number(self.ew_error or 0.0, 1)} Å"]
        if self.lines is not None:
            parts.insert(0, self.count())
        if self.fwhm_kms is not None:
            parts.append(self.width())
        return ", ".join(parts)

    def count(self) -> str:
        """Lines found of those measured: "4 of 5 lines"; "" where none are counted."""
        if self.lines is None:
            return ""
        total = self.lines if self.lines_measured is None else self.lines_measured
        return f"{self.lines} of {total} line{'' if total == 1 else 's'}"

    def width(self) -> str:
        """As in "FWHM 1580 km/s", or that the line is not resolved; "" where there is no width."""
        if self.fwhm_kms is None:
            return ""
        text = number(self.fwhm_kms, -1)
        return "FWHM not resolved" if text == "0" else f"FWHM {text} km/s"

    def significant(self) -> bool:
        """At least 3σ in either sense: absorption where emission was asked for has a value."""
        return self.significance is not None and abs(self.significance) >= 3.0


def number(value: float, digits: int) -> str:
    """A number for people: rounded, with a true minus sign; very large ones in powers."""
    if abs(value) >= 1e6:
        return f"{value:.1e}".replace("-", "−")
    rounded = round(value, digits)
    text = f"{rounded:.{max(digits, 0)}f}"
    return ("0" if float(text) == 0 and digits <= 0 else text).replace("-", "−")


def blank_measurement(diagnostic: Diagnostic, reason: str) -> Measurement:
    """Nothing measured yet, or nothing measurable for `reason`."""
    return Measurement(diagnostic.name, diagnostic.label, diagnostic.kind, None, reason=reason)
