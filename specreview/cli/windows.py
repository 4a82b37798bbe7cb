"""`--window LO HI`, read alike by every command that takes it."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from specreview.spectra.spectrum import Spectrum
    from specreview.spectra.window import Window

Limits = tuple[float, float]

WindowOption = Annotated[
    Limits | None,
    typer.Option("--window", metavar="LO HI", help="Limits in rest-frame vacuum Å; else all."),
]


def named(limits: Limits) -> str:
    """The option as it was given, to begin a note or a refusal with."""
    return f"--window {limits[0]:g} {limits[1]:g}"


def rising(limits: Limits) -> "Window":
    """The window in rising order.

    Raises
    ------
    SettingsError
        When the limits are one number, or no numbers.
    """
    from specreview.errors import SettingsError
    from specreview.spectra.window import Window

    try:
        return Window(*sorted(limits))
    except ValueError:
        raise SettingsError(
            f"{named(limits)}: give two different finite numbers, LO HI, in rest-frame vacuum Å"
        ) from None


def turned(limits: Limits | None) -> list[str]:
    """A note where the upper limit came first."""
    if limits is None or limits[0] < limits[1]:
        return []
    return [f"{named(limits)}: put in rising order"]


def check_within(limits: Limits, spectrum: "Spectrum", factor: float = 1.0) -> None:
    """That the window meets the spectrum, whose wavelengths are `factor` (1 + z) times rest.

    Raises
    ------
    SettingsError
        When it lies beside it, with what the spectrum covers.
    """
    from specreview.errors import SettingsError

    first, last = (float(spectrum.wavelength[i]) / factor for i in (0, -1))
    if max(limits) < first or min(limits) > last:
        raise SettingsError(
            f"{named(limits)}: outside the spectrum, which covers {first:.1f} to {last:.1f} Å "
            "(rest-frame vacuum)"
        )
