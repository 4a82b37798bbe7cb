"""What a column is, by its name: wavelength, flux, error, ... and in which unit and medium."""

import re
from typing import Literal

Role = Literal["wavelength", "log_wavelength", "flux", "error", "ivar", "variance", "mask", "other"]


def _names(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


_WAVELENGTH = _names("wave wavelength wavelengths lambda lam wl wlen wvl wav angstrom angstroms aa")
_LOG_WAVELENGTH = _names("loglam logwave loglambda logwavelength")
_FLUX = _names(
    "flux fl flam flambda f_lambda f spec spectrum counts intensity flux_density fluxdensity"
)
_ERROR = _names(
    "error err errors sigma sig unc uncertainty std stderr flux_err flux_error fluxerr fluxerror "
    "flux_unc flux_sigma flux_std flux_uncertainty ferr eflux e_flux errstat staterr stat_err "
    "staterror dflux noise flux_e err_flux error_flux sigma_flux"
)
_IVAR = _names("ivar invvar inverse_variance flux_ivar inv_var")
_VARIANCE = _names("var variance flux_var flux_variance")
_MASK = _names("mask and_mask andmask or_mask ormask")
_UNIT_SUFFIXES = {
    "nm": "nm",
    "um": "um",
    "micron": "um",
    "microns": "um",
    "aa": "angstrom",
    "ang": "angstrom",
    "angstrom": "angstrom",
    "a": "angstrom",
}
_ABOUT_WAVELENGTHS = re.compile(r"wave|lambda|medium|frame|airorvac", re.IGNORECASE)
_MEDIA = frozenset({"air", "vac", "vacuum"})
_FRAMES = frozenset({"obs", "observed"})
_ROLES: tuple[tuple[frozenset[str], Role], ...] = (
    (_FLUX, "flux"),
    (_ERROR, "error"),
    (_IVAR, "ivar"),
    (_VARIANCE, "variance"),
    (_MASK, "mask"),
)


def role(name: str) -> Role:
    """The role that a column's name gives it; "other" where the name says nothing known."""
    plain = _plain(name)
    for names, found in _ROLES:
        if plain in names:
            return found
    bare = "_".join(w for w in plain.split("_") if w not in _MEDIA | _FRAMES)
    words = bare.split("_")
    if len(words) > 1 and words[-1] in _UNIT_SUFFIXES:
        bare = "_".join(words[:-1])
    if bare in _WAVELENGTH:
        return "wavelength"
    if bare.replace("_", "") in _LOG_WAVELENGTH:
        return "log_wavelength"
    return "other"


def unit_in_name(name: str) -> str:
    """The unit at the end of a name like wavelength_nm; "" where there is none."""
    words = _plain(name).split("_")
    return _UNIT_SUFFIXES.get(words[-1], "") if len(words) > 1 else ""


def medium(name: str, comments: tuple[str, ...]) -> Literal["air", "vacuum"] | None:
    """The medium that a column name or a comment on wavelengths states; None where none does."""
    about = [c.lower() for c in comments if _ABOUT_WAVELENGTHS.search(c)]
    for text in (_plain(name).replace("_", " "), *about):
        if re.search(r"\bair\b", text):
            return "air"
        if re.search(r"\bvac(?:uum)?\b", text):
            return "vacuum"
    return None


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", name.strip().lower().replace("λ", "lambda")).strip("_")
