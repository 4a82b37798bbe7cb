"""One spectrum, in the one frame and unit the whole product works in."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from specreview.canonical import sha256_hex

FloatArray = NDArray[np.floating[Any]]
BoolArray = NDArray[np.bool_]


@dataclass(frozen=True)
class Origin:
    """Where a spectrum came from and all that was decided or mended while reading it.

    Attributes
    ----------
    file
        Path as given.
    reader, reader_version
        Which reader took it: the name of a module in `readers` ("lamost", "eso", "table", ...).
    survey, release
        "LAMOST", "DR7"; `survey` is "unknown" where the file does not say.
    object_id
        The survey's id of this spectrum, as text (ids pass 2**63).
    ra, dec
        ICRS degrees, or None.
    frame
        Sentence: how wavelengths stood in the file, and what was converted.
    flux_unit
        For display, e.g. "1e-17 erg / (Angstrom s cm2)", or "relative".
    redshift, redshift_source, redshift_warning
        As the file or catalogue says; sentinels are None.
    pipeline_class, pipeline_subclass
        The survey pipeline's opinion, never shown to an inspector.
    source_file
        Name of the survey's file that a row of a data set was taken from, None for a file itself.
    notes
        Plain sentences on what was decided or mended.
    details
        Other facts worth showing: S/N by band, exposures, fibre, HDU, heliocentric state.
    """

    file: str
    reader: str
    reader_version: int = 1
    survey: str = "unknown"
    release: str | None = None
    object_id: str = ""
    ra: float | None = None
    dec: float | None = None
    frame: str = "vacuum"
    flux_unit: str = "relative"
    redshift: float | None = None
    redshift_source: str | None = None
    redshift_warning: int | None = None
    pipeline_class: str | None = None
    pipeline_subclass: str | None = None
    source_file: str | None = None
    notes: tuple[str, ...] = ()
    details: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Spectrum:
    """Flux against wavelength, with what is known of its errors and defects.

    Attributes
    ----------
    wavelength : (n,) float64
        Å, vacuum, observed frame, strictly rising.
    flux : (n,) native float
        The file's own values; NaN only where the file has none.
    ivar : (n,) native float or None
        Inverse variance in 1/flux**2, None where the file states no error.
    good : (n,) bool
        Finite, ivar > 0 (where there is ivar), no fatal mask bit.
    warned : (n,) bool
        Any other mask bit: shown, never excluded.
    """

    wavelength: NDArray[np.float64]
    flux: FloatArray
    ivar: FloatArray | None
    good: BoolArray
    warned: BoolArray
    origin: Origin

    def __post_init__(self) -> None:
        n = self.wavelength.size
        if n < 2 or self.wavelength.ndim != 1:
            raise ValueError("a spectrum needs at least 2 pixels on one axis")
        if not np.all(np.diff(self.wavelength) > 0):
            raise ValueError("wavelength must rise strictly")
        for name in ("flux", "ivar", "good", "warned"):
            array = getattr(self, name)
            if array is not None and array.shape != (n,):
                raise ValueError(f"{name} has shape {array.shape}, wavelength has ({n},)")

    def __len__(self) -> int:
        return int(self.wavelength.size)

    @cached_property
    def sigma(self) -> FloatArray | None:
        """(n,) 1σ error in flux units, NaN where ivar is not positive; None without ivar."""
        if self.ivar is None:
            return None
        usable = np.isfinite(self.ivar) & (self.ivar > 0)
        safe = np.where(usable, self.ivar, 1.0)
        return np.where(usable, 1.0 / np.sqrt(safe), np.nan)

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 over the arrays: the same flux is the same spectrum, wherever its file lies."""
        arrays = (self.wavelength, self.flux, self.ivar, self.good, self.warned)
        return sha256_hex(b"|".join(b"" if a is None else a.tobytes() for a in arrays))

    def rest_wavelength(self, redshift: float | None) -> NDArray[np.float64]:
        """(n,) Å, vacuum, rest frame for `redshift`; None means no shift."""
        return self.wavelength / (1.0 + (redshift or 0.0))
