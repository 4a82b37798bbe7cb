"""FITS files that look like ours and are not: what each is, so that the refusal can say it."""

import re

from specreview.spectra.readers.layout import Hdu
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.readers.text_columns import role
from specreview.spectra.readers.units import of_other_kind

_BASIS = "BASIS_VECTORS"
_COEFFICIENTS = re.compile(r"COEFF(?:S|ICIENTS)?$")


def what_it_is(file: OpenedFile) -> str:
    """The cause to give when no reader takes a FITS file."""
    for told in (_coefficients, _many_rows, _table, _text_table, _nothing):
        cause = told(file)
        if cause:
            return cause
    return "no reader knows this FITS layout; docs/formats.md lists those that are read"


def _coefficients(file: OpenedFile) -> str | None:
    """Eigenspectra and the numbers that weigh them hold no measured flux (idlspec2d, redrock)."""
    first = file.hdus[0]
    if "EIGEN0" in first.cards and len(first.shape) == 2:
        return (
            f"{first.label} holds {first.shape[0]} eigenspectra of a template (header EIGEN0), "
            "coefficients and no flux of an object"
        )
    for hdu in file.hdus:
        if hdu.name == _BASIS:
            return (
                f"{hdu.label} holds the basis of templates, coefficients and no flux of an object"
            )
        names = sorted(n for n in hdu.column_names if _COEFFICIENTS.search(n))
        if names:
            return f"{hdu.label} holds coefficients ({', '.join(names)[:60]}) and no flux"
    return None


def _many_rows(file: OpenedFile) -> str | None:
    for hdu in file.hdus:
        if hdu.is_image:
            if len([n for n in hdu.shape if n > 1]) < 2:
                return f"{hdu.label} has no wavelength axis in its header; set CRVAL1 and CDELT1"
            return (
                f"{hdu.label} is a {_size(hdu.shape)} array of unknown meaning (several spectra, "
                "coefficients or a picture), which is not read"
            )
    return None


def _table(file: OpenedFile) -> str | None:
    for hdu in file.hdus:
        if hdu.is_table:
            names = list(hdu.columns)
            shown = ", ".join(names[:6]) + (", ..." if len(names) > 6 else "")
            return f"{hdu.label} is a table ({shown}) {_what_lacks(hdu, names)}"
    return None


def _what_lacks(hdu: Hdu, names: list[str]) -> str:
    roles = {role(n) for n in names}
    other = next(((n, kind) for n in names if (kind := of_other_kind(n))), None)
    if not roles & {"wavelength", "log_wavelength"}:
        if other:
            return f"whose {other[0]} holds {other[1]}, which are not read; write wavelengths"
        return "without a column of wavelengths; name one WAVELENGTH"
    if "flux" not in roles:
        return "without a column of flux; name one FLUX"
    return f"of {hdu.rows} rows, and a spectrum has at least 2 pixels"


def _text_table(file: OpenedFile) -> str | None:
    for hdu in file.hdus:
        if hdu.cards.quoted("XTENSION") == "TABLE":
            return (
                f"{hdu.label} is a FITS table of text, which is not read; "
                "save it as a binary table or as CSV"
            )
    return None


def _nothing(file: OpenedFile) -> str | None:
    return None if any(h.shape for h in file.hdus) else "holds headers but no data"


def _size(shape: tuple[int, ...]) -> str:
    return " x ".join(str(n) for n in shape)
