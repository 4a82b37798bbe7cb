"""What a demo object is: its spectrum, how it is observed, what the catalogue says of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from specreview.demo.instrument import Exposure
from specreview.demo.profiles import Array
from specreview.spectra.frames import SPEED_OF_LIGHT_KMS

Format = Literal["lamost", "lamost_table", "sdss", "desi"]
"""LAMOST's (5, N) image of DR1 to DR8, its table from DR9, an SDSS spec file, a DESI coadd."""


@dataclass(frozen=True)
class Role:
    """One demo spectrum before it is observed.

    `truth` and `truth_class` are for scoring alone; `pipeline` is the (class, subclass) the
    file's header states, which may be wrong as in real surveys; `catalogue_redshift` is what
    header and catalogue state, None for "as it is" and -9999 for none; `same_sky_as` puts the
    object on the position of an earlier tour stop.
    """

    task: str
    source: Callable[[Array], Array]
    truth: Literal["YES", "NO"]
    truth_class: str
    exposure: Exposure
    form: Format = "lamost"
    velocity_kms: float = 0.0
    redshift: float | None = None
    pipeline: tuple[str, str] = ("STAR", "")
    catalogue_redshift: float | None = None
    tour: str = ""
    same_sky_as: str = ""

    @property
    def true_redshift(self) -> float:
        """The shift the spectrum was made with."""
        if self.redshift is not None:
            return self.redshift
        return self.velocity_kms / SPEED_OF_LIGHT_KMS

    @property
    def stated_redshift(self) -> float:
        """The shift that header and catalogue state; -9999 is LAMOST's sentinel for none."""
        stated = self.catalogue_redshift
        return round(self.true_redshift, 6) if stated is None else stated
