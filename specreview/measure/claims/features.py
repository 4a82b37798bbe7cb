"""What a text can speak of: lines, series, bands, the continuum, the noise."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from specreview.spectra.frames import vacuum_to_air
from specreview.spectra.lines import all_lines

Kind = Literal["line", "band", "slope", "noise", "other"]


@dataclass(frozen=True)
class Feature:
    """One thing that is named.

    Attributes
    ----------
    key
        Equal for all spellings of one thing.
    label
        As the line list names it.
    kind
        `line` for atomic lines, `band` for molecular bands, `slope` for the continuum's colour,
        `noise` for S/N; `other` for what nothing here measures.
    rests
        Rest wavelengths, vacuum Å, the most telling first; heads for a band.
    """

    key: str
    label: str
    kind: Kind
    rests: tuple[float, ...] = ()


_SERIES: dict[str, tuple[str, tuple[str, ...]]] = {
    "balmer": ("Balmer lines", ("ha", "hb", "hg", "hd")),
    "he_i": ("He I", ("he_i_5877", "he_i_6680", "he_i_4473", "he_i_7067", "he_i_5017",
                      "he_i_4923", "he_i_4027")),
    "he_ii": ("He II", ("he_ii_4687", "he_ii_5413", "he_ii_4543")),
    "oiii": ("[O III]", ("oiii_5008", "oiii_4960")),
    "oii": ("[O II]", ("oii_3727", "oii_3730")),
    "sii": ("[S II]", ("sii_6718", "sii_6733")),
    "nii": ("[N II]", ("nii_6585", "nii_6550")),
    "ca_hk": ("Ca II H and K", ("ca_k", "ca_h")),
    "mg_b": ("Mg b", ("mg_b2", "mg_b1", "mg_b3")),
    "na_d": ("Na D", ("na_d2", "na_d1")),
    "na": ("Na I", ("na_d2", "na_d1")),
    "ca_triplet": ("Ca II triplet", ("ca_ii_8544", "ca_ii_8665", "ca_ii_8500")),
    "ca_ii": ("Ca II", ("ca_k", "ca_h", "ca_ii_8544", "ca_ii_8665", "ca_ii_8500")),
    "helium": ("He", ("he_i_5877", "he_i_6680", "he_i_4473", "he_i_7067", "he_ii_4687")),
    "nebular": ("Nebular lines", ("oiii_5008", "oiii_4960", "sii_6718", "sii_6733")),
}  # fmt: skip
"""Lines of one species, the most telling first, by their names in the line list."""

_TIO5 = 7132.0
"""Middle of the index's window (Reid et al. 1995), vacuum Å."""
_BOWEN = 4641.5
"""Middle of N III 4635.4, 4641.9 and C III 4648.7, 4651.6 Å (NIST ASD)."""

_HEADS: dict[str, tuple[str, tuple[str, ...]]] = {
    "c2": ("C2", ("c2_5166", "c2_4738", "c2_5637", "c2_6193", "c2_4381")),
    "cn": ("CN", ("cn_7876", "cn_7067", "cn_4217", "cn_3884")),
    "tio": ("TiO", ("tio_6161", "tio_7056", "tio_8434", "tio_5449", "tio_4956")),
    "zro": ("ZrO", ("zro_6476", "zro_6347", "zro_6231", "zro_5553", "zro_5720")),
    "lao": ("LaO", ("lao_7406", "lao_7912")),
    "cah": ("CaH", ("cah3", "cah2", "cah_6384")),
    "mgh": ("MgH", ("mgh_5212",)),
    "ch": ("G band (CH)", ("ch_g",)),
    "na_8190": ("Na I 8190", ("na_i_8186", "na_i_8197")),
}
"""Band heads by their names in the line list, the most telling first; Na I 8190, a doublet on a
band of water, is measured like a band."""

_OTHERS = {
    "vo": "VO", "yo": "YO", "balmer_jump": "Balmer jump", "decrement": "Balmer decrement",
    "metals": "Metal lines", "molecules": "Molecular bands", "humps": "Cyclotron humps",
    "telluric": "Telluric bands", "join": "Arm join", "artefact": "Artefact",
    "sky": "Sky residual", "cah_excess": "CaH for this TiO5",
    "h2o": "H2O", "co": "CO", "sic2": "SiC2", "caoh": "CaOH",
}  # fmt: skip


def rests_of(*names: str) -> tuple[float, ...]:
    """Rest wavelengths (vacuum Å) of lines, by their names in the line list."""
    by_name = {line.name: line.wavelength for line in all_lines()}
    return tuple(by_name[name] for name in names)


@cache
def features() -> dict[str, Feature]:
    """All that can be named, by key."""
    return {feature.key: feature for feature in _all()}


def _all() -> Iterator[Feature]:
    by_name = {line.name: line for line in all_lines()}
    bands = ("C2", "CN", "TiO", "ZrO", "LaO", "CaH", "MgH", "CH", "VO")
    for line in by_name.values():
        kind: Kind = "band" if line.species in bands else "line"
        yield Feature(line.name, line.label, kind, (line.wavelength,))
    for key, (label, names) in _SERIES.items():
        yield Feature(key, label, "line", tuple(by_name[name].wavelength for name in names))
    for key, (label, names) in _HEADS.items():
        yield Feature(key, label, "band", tuple(by_name[name].wavelength for name in names))
    yield Feature("tio5", "TiO5", "band", (_TIO5,))
    yield Feature("bowen", "Bowen blend", "line", (_BOWEN,))
    yield Feature("continuum", "Continuum", "slope")
    yield Feature("snr", "S/N", "noise")
    for key, label in _OTHERS.items():
        yield Feature(key, label, "other")


_LINE_REACH = 8.0
_HEAD_REACH = 15.0
"""Å: 3 Å between air and vacuum and rounding for a line; heads are read off by eye."""


def part_of(feature: Feature, wavelength: float) -> Feature | None:
    """The one line or head of a feature that a text means by `wavelength` (air or vacuum Å).

    None where the feature has none there.
    """
    reach = _HEAD_REACH if feature.kind == "band" else _LINE_REACH
    near = [rest for rest in feature.rests if abs(rest - wavelength) <= reach]
    if not near:
        return None
    rest = min(near, key=lambda each: abs(each - wavelength))
    if len(feature.rests) == 1:
        return feature
    for one in features().values():
        if one.rests == (rest,):
            return one
    return Feature(
        f"{feature.key}_{rest:.0f}", f"{feature.label} {rest:.0f}", feature.kind, (rest,)
    )


def near_a_head(wavelength: float) -> bool:
    """Whether a bare wavelength (air or vacuum Å) may be meant for the head of a band."""
    heads = (rest for one in features().values() if one.kind == "band" for rest in one.rests)
    return any(abs(rest - wavelength) <= _HEAD_REACH for rest in heads)


_MEANT = 5.0
"""A bare wavelength this near (Å) to a listed line, in air or vacuum, names it."""


@cache
def _both(vacuum: float) -> tuple[float, float]:
    return vacuum, float(vacuum_to_air(vacuum))


def at(wavelength: float) -> Feature:
    """The listed line that a bare wavelength (air or vacuum Å) names, else one of its own.

    Band heads are left out: a bare wavelength does not say which molecule is meant.
    """
    best, distance = None, _MEANT
    for line in all_lines():
        off = min(abs(rest - wavelength) for rest in _both(line.wavelength))
        if off < distance and features()[line.name].kind == "line":
            best, distance = line, off
    if best is not None:
        return features()[best.name]
    return Feature(f"at_{wavelength:.0f}", "", "line", (wavelength,))
