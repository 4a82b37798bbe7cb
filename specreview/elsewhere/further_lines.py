"""Lines that explain a peak but that no task measures: only X asks for their names.

Air wavelengths from the NIST Atomic Spectra Database (Kramida et al., doi 10.18434/T4W30F); the
mean of a multiplet where it is not resolved at R 1800.
"""

from functools import cache

from specreview.spectra.frames import air_to_vacuum

_AIR = {
    "H I": (
        *(3750.15, 3770.63),
        *(8413.32, 8437.96, 8467.25, 8598.39, 8750.46, 8862.78, 9014.91, 9229.01),
    ),
    "He I": (4120.82, 4143.76, 4387.93, 4437.55, 5047.74, 7281.35),
    "He II": (4199.83,),
    "C II": (4267.15, 7234.0),
    "N III": (4634.13,),
    "[N II]": (5754.64,),
    "N I": (8682.0,),
    "O I": (7773.4,),
    "[O II]": (7319.5, 7330.2),
    "[Ne III]": (3967.46,),
    "Mg II": (4481.2,),
    "Si II": (6347.11, 6371.37),
    "[S III]": (6312.06, 9068.6),
    "[Cl III]": (5517.71, 5537.87),
    "[Ar III]": (7135.79, 7751.11),
    "[Ar IV]": (4711.37, 4740.17),
    "Fe II": (5197.57, 5275.99, 5316.61),
}


@cache
def further_lines() -> tuple[tuple[str, float], ...]:
    """(label, rest wavelength in vacuum Å), the label by the vacuum wavelength as in the list."""
    return tuple(
        (f"{species} {vacuum:.0f}", vacuum)
        for species, airs in _AIR.items()
        for vacuum in air_to_vacuum(airs).tolist()
    )
