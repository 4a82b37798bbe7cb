"""What a sheet of many spectra is made of, and how it is to be drawn."""

from dataclasses import dataclass
from typing import Literal

from specreview.errors import SettingsError
from specreview.spectra.spectrum import Spectrum

Frame = Literal["observed", "rest"]
SheetSort = Literal["list", "id", "ra", "snr", "z", "confidence"]

SORTS: dict[SheetSort, str] = {
    "list": "the list's order",
    "id": "id",
    "ra": "right ascension",
    "snr": "falling S/N",
    "z": "redshift",
    "confidence": "falling confidence",
}
MOST_COLUMNS, MOST_ROWS = 6, 12


@dataclass(frozen=True)
class SheetOptions:
    """How the sheet is drawn.

    Attributes
    ----------
    columns, rows
        Panels across and down an A4 page.
    frame
        Of the wavelength axis; in the rest frame where a redshift is applied.
    window
        Wavelengths that are shown, vacuum Å in `frame`; None for all of each spectrum.
    sort
        Order of the panels; what is not known comes last.
    lines
        Whether the task's lines are marked.
    smoothing
        Width of a running mean in pixels; 0 and 1 mean none.

    Raises
    ------
    SettingsError
        When one of them cannot be drawn by.
    """

    columns: int = 3
    rows: int = 8
    frame: Frame = "observed"
    window: tuple[float, float] | None = None
    sort: SheetSort = "list"
    lines: bool = True
    smoothing: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.columns <= MOST_COLUMNS or not 1 <= self.rows <= MOST_ROWS:
            raise SettingsError(
                f"{self.columns} × {self.rows} panels a page: 1 to {MOST_COLUMNS} across and 1 to "
                f"{MOST_ROWS} down can be read"
            )
        if self.window is not None and not 0 < self.window[0] < self.window[1]:
            raise SettingsError(
                f"the range {self.window[0]:g} to {self.window[1]:g} Å holds nothing; give the "
                "lower limit first, in Å"
            )
        if self.smoothing < 0:
            raise SettingsError(f"smoothing {self.smoothing}: give a width of 0 pixels or more")

    @property
    def a_page(self) -> int:
        return self.columns * self.rows


@dataclass(frozen=True)
class SheetObject:
    """One panel.

    Attributes
    ----------
    name
        The survey's id.
    about, said
        Survey, S/N and z; the answer and its confidence, or the verdict.
    spectrum
        None where there is none, and `trouble` says why.
    redshift
        That of the line marks, None where none is applied.
    lines
        (label, rest wavelength in vacuum Å), the most telling first.
    """

    name: str
    about: str
    said: str
    spectrum: Spectrum | None
    trouble: str = ""
    redshift: float | None = None
    lines: tuple[tuple[str, float], ...] = ()
