"""FITS files that look like ours and are not: what each is, so that the refusal can say it."""

from specreview.spectra.readers.source import OpenedFile


def what_it_is(file: OpenedFile) -> str:
    """The cause to give when no reader takes a FITS file."""
    for told in (_sdss_old, _multispec, _many_rows, _table, _nothing):
        cause = told(file)
        if cause:
            return cause
    return "no reader knows this FITS layout; LAMOST, SDSS, DESI and 1-D images are read"


def _sdss_old(file: OpenedFile) -> str | None:
    hdu = file.hdus[0]
    if len(hdu.shape) != 2 or "SDSS" not in (hdu.cards.text("TELESCOP") or ""):
        return None
    return (
        f"is an SDSS spSpec file of DR7 or before ({_size(hdu.shape)} array, row 2 is an error), "
        "which is not read; use the spec file of the same plate, MJD and fibre"
    )


def _multispec(file: OpenedFile) -> str | None:
    cards = file.hdus[0].cards
    kinds = f"{cards.text('CTYPE1') or ''} {cards.text('WAT0_001') or ''}".lower()
    if "multispe" not in kinds:
        return None
    return "is an IRAF multispec file with many apertures or orders, which is not read"


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
            return f"{hdu.label} is a table ({shown}) of a layout that is not read"
    return None


def _nothing(file: OpenedFile) -> str | None:
    return None if any(h.shape for h in file.hdus) else "holds headers but no data"


def _size(shape: tuple[int, ...]) -> str:
    return " x ".join(str(n) for n in shape)
