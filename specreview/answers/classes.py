"""Other programs' classes as the object types that the record knows (SIMBAD's)."""

from fnmatch import fnmatchcase

_TYPES = (
    ("*galaxy*", "G"),
    ("gal", "G"),
    ("*quasar*", "QSO"),
    ("qso", "QSO"),
    ("wd", "WD*"),
    ("wdm", "**"),
    ("carbon", "C*"),
    ("cv", "CV*"),
)
"""prospect's spectral types, Marz's templates, PyHammer's odd ones. STAR and letter types are
wider than any one SIMBAD type here: they stay words, in the comment."""


def object_type(text: str) -> str | None:
    """SIMBAD's type for a class as another program names it, None where none fits.

    >>> object_type("Early Type Absorption Galaxy"), object_type("M4")
    ('G', None)
    """
    lowered = text.strip().lower()
    return next((code for pattern, code in _TYPES if fnmatchcase(lowered, pattern)), None)
