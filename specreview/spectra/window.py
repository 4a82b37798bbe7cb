"""A wavelength window."""

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Window:
    """Closed interval in Å, rest-frame vacuum, `lower < upper`, both finite.

    Raises
    ------
    ValueError
        When a limit is not finite, or `lower >= upper`.
    """

    lower: float
    upper: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.lower) and math.isfinite(self.upper)):
            raise ValueError(f"window limits must be finite, got {self.lower} and {self.upper}")
        if self.lower >= self.upper:
            raise ValueError(
                f"a window's lower limit must lie below its upper limit, got "
                f"{self.lower:g} and {self.upper:g} Å"
            )

    @property
    def centre(self) -> float:
        return 0.5 * (self.lower + self.upper)

    @property
    def width(self) -> float:
        return self.upper - self.lower

    def overlaps(self, other: "Window") -> bool:
        return self.lower <= other.upper and other.lower <= self.upper

    def observed(self, redshift: float | None) -> "Window":
        """The same window in the observed frame; `None` means no shift."""
        factor = 1.0 + (redshift or 0.0)
        return Window(self.lower * factor, self.upper * factor)

    def rest(self, redshift: float | None) -> "Window":
        """An observed window in the rest frame; `None` means no shift."""
        factor = 1.0 + (redshift or 0.0)
        return Window(self.lower / factor, self.upper / factor)
