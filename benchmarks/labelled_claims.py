"""Sentences with known truth about synthetic spectra, and how the checks of claims judge them."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from specreview.demo import beyond, cool, hot
from specreview.demo.instrument import Exposure
from specreview.demo.roles import Role
from specreview.demo.specimens import specimen
from specreview.measure.claims.checking import Checker
from specreview.measure.claims.claim import CheckedClaim
from specreview.measure.prepared import prepare
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.load import load_tasks

SENTENCES = Path(__file__).resolve().parent.parent / "tests" / "measure" / "claims" / "sentences"
SETS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
)  # fmt: skip
"""In the order in which they were tried; each was written before the reading was tried on it."""

HELD_OUT = 3
"""Every third sentence was not looked at while the reading was tuned."""


def _role(task: str, source: object, snr: float, redshift: float = 0.0) -> Role:
    return Role(task, source, "YES", "", Exposure(snr), redshift=redshift)  # type: ignore[arg-type]


CAST = {
    "cv": _role("cv", hot.cataclysmic_variable, 28.0),
    "highcv": _role("cv", partial(hot.cataclysmic_variable, halpha=110.0, outer_kms=780.0), 20.0),
    "polar": _role("cv", hot.polar, 20.0),
    "outburst": _role("cv", hot.outburst, 50.0),
    "dme": _role("cv", partial(cool.m_dwarf, bands=1.3, activity=6.0), 25.0),
    "be": _role("cv", hot.be_star, 60.0),
    "gal": _role("cv", beyond.emission_galaxy, 15.0, 0.052),
    "pn": _role("cv", beyond.planetary_nebula, 12.0),
    "qso": _role("cv", partial(beyond.quasar, fwhm_kms=6000.0, carbon=32.0), 22.0, 1.3454),
    "symb": _role("cv", cool.symbiotic, 35.0),
    "noisycv": _role("cv", hot.cataclysmic_variable, 3.0),
    "noisy": _role("cv", cool.k_giant, 1.0),
    "short": _role("cv", hot.cataclysmic_variable, 28.0),
    "mdwarf": _role("gm", cool.m_dwarf, 30.0),
    "mgiant": _role("gm", cool.m_giant, 45.0),
    "m6giant": _role("gm", partial(cool.m_giant, bands=2.0), 30.0),
    "kgiant": _role("gm", cool.k_giant, 50.0),
    "kdwarf": _role("cc", cool.k_dwarf, 35.0),
    "gstar": _role("cv", cool.g_star, 40.0),
    "carbon": _role("cc", cool.carbon_star, 40.0),
    "ch": _role("cc", cool.ch_star, 40.0),
    "ba": _role("cc", cool.barium_star, 50.0),
    "dq": _role("cc", hot.dq, 25.0),
    "szro": _role("ss", partial(cool.s_star, zirconium=1.3, titanium=0.0), 45.0),
    "sstar": _role("ss", cool.s_star, 40.0),
    "da": _role("wd", hot.da, 32.0),
    "db": _role("wd", hot.db, 25.0),
    "do": _role("wd", hot.do, 35.0),
    "dz": _role("wd", hot.dz, 25.0),
    "dc": _role("wd", hot.dc, 30.0),
    "astar": _role("wd", hot.a_star, 60.0),
    "fstar": _role("wd", hot.f_star, 50.0),
    "sdb": _role("wd", hot.subdwarf_b, 40.0),
}
"""Spectra by the names that the sentences use; what lines each has is in `specreview.demo`.

`short` is `cv` cut at 6000 Å; `qso` is one whose Mg II lies at 6564 Å, its redshift not known.
"""


@dataclass(frozen=True)
class Labelled:
    """One sentence: `truths` by feature are T, F, M (cannot be told) or N (not measured here)."""

    number: int
    spectrum: str
    truths: tuple[tuple[str, str], ...]
    text: str

    @property
    def held_out(self) -> bool:
        return self.number % HELD_OUT == HELD_OUT - 1


@dataclass(frozen=True)
class Judged:
    """One claim that was asserted or read: `truth` is "-" where nothing of it was asserted, and
    `standing` "not read" where it was not found."""

    sentence: Labelled
    feature: str
    truth: str
    standing: str
    numbers: str = ""


def labelled(name: str) -> Iterator[Labelled]:
    """The sentences of one set, in the order of its file."""
    lines = (SENTENCES / f"{name}.txt").read_text().splitlines()
    for number, line in enumerate(line for line in lines if line and line[0] != "#"):
        spectrum, truths, text = (part.strip() for part in line.split("|", 2))
        pairs = [pair.rpartition("=") for pair in truths.split(";") if pair != "-"]
        told = tuple((feature.strip(), truth) for feature, _, truth in pairs)
        yield Labelled(number, spectrum, told, text.replace("\\n", "\n"))


@cache
def spectrum_of(name: str) -> Spectrum:
    """The named spectrum, observed once."""
    spectrum = specimen(CAST[name], 100 + list(CAST).index(name))
    if name == "short":
        spectrum.good[spectrum.wavelength > 6000.0] = False
    return spectrum


@cache
def checker_of(name: str) -> Checker:
    """Checks of texts about the named spectrum; the quasar's redshift is not known."""
    role = CAST[name]
    redshift = None if name == "qso" else role.true_redshift
    return Checker(prepare(spectrum_of(name), redshift), load_tasks()[role.task])


def judge(sentence: Labelled) -> list[Judged]:
    """The sentence's claims, asserted and read, side by side."""
    read = checker_of(sentence.spectrum).check(sentence.text, "thought")
    truths = dict(sentence.truths)
    judged = [
        Judged(sentence, c.claim.feature, _truth(truths, c), c.standing, f"{c.label}: {c.numbers}")
        for c in read
    ]
    missed = truths.keys() - {_key(truths, c) for c in read}
    judged += [
        Judged(sentence, name, truths[name], "not read") for name in truths if name in missed
    ]
    return judged


def _truth(truths: dict[str, str], claim: CheckedClaim) -> str:
    return truths.get(_key(truths, claim), "-")


def _key(truths: dict[str, str], claim: CheckedClaim) -> str:
    """The label that a claim answers: of its feature, or of the species it is a line of."""
    feature = claim.claim.feature
    if feature in truths:
        return feature
    return next((name for name in truths if feature.split(" ")[0] == name.split(" ")[0]), feature)
