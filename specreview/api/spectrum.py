"""A candidate's spectrum with units, and as specutils has it."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from astropy import units as u
from astropy.units import Quantity, Unit, UnitBase
from numpy.typing import NDArray

from specreview.errors import SettingsError
from specreview.spectra.readers.facts import RELATIVE
from specreview.spectra.spectrum import Spectrum as ReadSpectrum

if TYPE_CHECKING:
    import specutils

NO_SPECUTILS = (
    "specutils is not installed, which to_specutils() needs: pip install 'specreview[specutils]'"
)


@dataclass(frozen=True)
class Spectrum:
    """One spectrum, as its reader fixed it: vacuum Å in the observed frame, strictly rising.

    `read` is what specreview itself works with; the properties below give it units.
    """

    read: ReadSpectrum

    def __len__(self) -> int:
        return len(self.read)

    @property
    def wavelength(self) -> Quantity:
        """(n,) vacuum Å, observed frame."""
        return self.read.wavelength.copy() * u.AA

    @property
    def flux(self) -> Quantity:
        """(n,) the file's own values; NaN only where the file has none."""
        return self.read.flux.copy() * self.unit

    @property
    def ivar(self) -> Quantity | None:
        """(n,) inverse variance, None where the file states no error."""
        ivar = self.read.ivar
        return None if ivar is None else ivar.copy() / self.unit**2

    @property
    def good(self) -> NDArray[np.bool_]:
        """(n,) finite, ivar > 0 (where there is ivar), no fatal mask bit."""
        return self.read.good.copy()

    @property
    def warned(self) -> NDArray[np.bool_]:
        """(n,) any other mask bit is set: shown, never excluded."""
        return self.read.warned.copy()

    @cached_property
    def unit(self) -> UnitBase:
        """The flux unit; dimensionless where the file gives relative flux."""
        stated = self.read.origin.flux_unit
        return u.dimensionless_unscaled if stated == RELATIVE else Unit(stated)

    @property
    def meta(self) -> Mapping[str, Any]:
        """Where it came from, and all that was decided while reading it."""
        origin = self.read.origin
        return {
            "object_id": origin.object_id,
            "survey": origin.survey,
            "release": origin.release,
            "ra": origin.ra,
            "dec": origin.dec,
            "redshift": origin.redshift,
            "redshift_source": origin.redshift_source,
            "file": origin.file,
            "reader": origin.reader,
            "frame": origin.frame,
            "medium": "vacuum",
            "content_hash": self.read.content_hash,
            "notes": list(origin.notes),
            **origin.details,
        }

    def to_specutils(self) -> "specutils.Spectrum":
        """As `specutils.Spectrum`: units, ivar as InverseVariance, mask where not good, meta.

        The axis is observed vacuum wavelength, and stays so: `meta["redshift"]` says what the
        catalogue or file states, and shifts nothing.

        Raises
        ------
        SettingsError
            When specutils is not installed.
        """
        try:
            from specutils import Spectrum as SpecutilsSpectrum
        except ImportError as error:
            raise SettingsError(f"{NO_SPECUTILS} ({error})") from error
        from astropy.nddata import InverseVariance

        ivar = self.ivar
        return SpecutilsSpectrum(
            spectral_axis=self.wavelength,
            flux=self.flux,
            uncertainty=None if ivar is None else InverseVariance(ivar),
            mask=~self.read.good,
            meta=dict(self.meta),
        )

    def __repr__(self) -> str:
        origin, axis = self.read.origin, self.read.wavelength
        return (
            f"<Spectrum {origin.object_id!r} ({origin.survey}): {len(self)} pixels, "
            f"{axis[0]:.1f} to {axis[-1]:.1f} Å vacuum, observed frame>"
        )
