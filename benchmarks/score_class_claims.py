"""Claims that go with a class of objects, beside the real spectra of that class.

`PYTHONPATH=. python benchmarks/score_class_claims.py [--list]` reads the folder named by
SPECREVIEW_REFERENCE_DIR (default ../shared). The truth is the class's, not the spectrum's: a
cataclysmic variable in outburst has no emission, and a claim of it is rightly contradicted.
`--list` shows what was called otherwise than the class says, to be looked at one by one.
"""

import argparse
import csv
from collections import Counter, defaultdict

from benchmarks.score_rules import reference
from specreview.errors import SpectrumReadError
from specreview.measure.claims.checking import Checker
from specreview.measure.prepared import prepare
from specreview.spectra.readers import read_spectrum
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.load import load_tasks

CLAIMS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "CV": ("cv", ("Hα is in emission.", "Hβ shows emission.", "Broad Balmer emission.",
                  "C2 Swan bands are absent.", "No ZrO bands."),
           ("C2 Swan bands are strong.", "ZrO bands at 6474 and 6345 Å are strong.",
            "There is no Hα emission.", "Hα is in absorption.")),
    "M giant": ("gm", ("TiO bands are strong.", "The Ca II triplet is in absorption.",
                       "The continuum is red.", "C2 Swan bands are absent."),
                ("TiO is absent.", "C2 Swan bands are strong.",
                 "He II 4686 is strongly in emission.", "The continuum is blue.")),
    "M dwarf": ("gm", ("TiO bands are strong.", "Na I 8190 absorption is strong.",
                       "CaH bands are strong.", "The continuum is red.", "ZrO bands are absent."),
                ("TiO is absent.", "There is no Na I 8190 absorption.", "CaH is absent.",
                 "ZrO bands are strong at 6474 and 6345 Å.", "The continuum is blue.")),
    "WD": ("wd", ("The continuum is blue.", "No TiO bands.", "There is no Hα emission."),
           ("TiO bands are strong.", "Hα is strongly in emission.", "The continuum is red.")),
    "C": ("cc", ("C2 Swan bands are strong.", "TiO is absent.", "ZrO bands are absent."),
          ("C2 Swan bands are absent.", "He II 4686 is strongly in emission.",
           "Balmer emission dominates.")),
    "S": ("ss", ("ZrO bands are present.", "C2 is absent."),
          ("ZrO is absent.", "C2 Swan bands are strong.")),
    "OBAFGK star": ("cv", ("Balmer lines are in absorption.", "No C2 Swan bands.", "No ZrO bands."),
                    ("Balmer lines are in emission.", "C2 Swan bands are strong.",
                     "He II 4686 is strongly in emission.")),
    "PN/HII": ("cv", ("[O III] 5007 is in emission.", "Hα is in emission."),
               ("There is no [O III] 5007 emission.", "Hα is in absorption.")),
}  # fmt: skip
"""By category of the manifest: the task, what is true of the class, what is not."""


def wide(spectrum: Spectrum) -> bool:
    """Whether it reaches from below Hβ to beyond Hα."""
    return bool(spectrum.wavelength[0] < 5000.0 and spectrum.wavelength[-1] > 6700.0)


def main() -> None:
    """Print how the claims of each class stand, and what disagrees with the class."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true")
    wanted = parser.parse_args()
    tasks, found = load_tasks(), defaultdict[tuple[str, bool], Counter[str]](Counter)
    with (reference() / "MANIFEST.csv").open(newline="") as table:
        rows = [row for row in csv.DictReader(table) if row["category"] in CLAIMS]
    for row in rows:
        try:
            spectrum = read_spectrum(reference() / row["file"])
        except SpectrumReadError:
            continue
        if not wide(spectrum):
            continue
        task, *texts = CLAIMS[row["category"]]
        checker = Checker(prepare(spectrum, None), tasks[task])
        for true, said in zip((True, False), texts, strict=True):
            for text in said:
                (claim, *_) = checker.check(text, "thought")
                found[row["category"], true][claim.standing] += 1
                if wanted.list and (claim.standing == "contradicted") is true:
                    print(
                        f"{row['file']} ({row['label']}): {text} {claim.standing}: {claim.numbers}"
                    )
    for (category, true), counts in found.items():
        print(f"{category:12} {'true ' if true else 'false'} of the class: {dict(counts)}")
    called = sum(counts["contradicted"] for counts in found.values())
    against = sum(counts["contradicted"] for (_, true), counts in found.items() if true)
    print(f"contradicted {called}, of them {called - against} false of the class")


if __name__ == "__main__":
    main()
