"""Who is who: each task's positives, those outside scoring, and the look-alike a case counts as."""

POSITIVE = {"cv": "CV", "cc": "C", "ss": "S", "gm": "M giant", "wd": "WD"}
"""Category of the positives in MANIFEST.csv, and of the synthetic cases."""

UNSCORED = {
    "cv": {"CV template", "nova", "CV outburst", "CV low state"},
    "cc": set(),
    "ss": {"weak S"},
    "gm": {"M supergiant", "M giant?", "weak S", "symbiotic"},
    "wd": {"sdO", "sdB/sdO", "CV template", "DC", "coolest DA"},
}
"""Listed and not scored: policy, or a truth that the spectrum cannot show (issue, section 4)."""

NO_TRUTH = {"", "DESI target", "point-source target", "galaxy target", "unknown"}

_BY_LABEL = (
    ("cool DA/DC", "coolest DA"),
    ("DQ7 / DC", "DC"),
    ("DC (", "DC"),
    ("WR star", "Wolf-Rayet"),
    ("Ofpe", "Wolf-Rayet"),
    ("flare star", "dMe"),
    ("dMe", "dMe"),
    ("M7e", "dMe"),
    ("M6e", "dMe"),
    ("O7V", "O star"),
    ("O9V", "O star"),
    ("post-AGB", "post-AGB"),
    ("CH subgiant", "CH/Ba"),
    ("F3/F5V", "OBAFGK star"),
    ("G-like", "OBAFGK star"),
    ("HR2421", "OBAFGK star"),
    ("hr1713", "OBAFGK star"),
)
"""Words of a label that say more than the category, and the kind they make."""


def kind_of(category: str, label: str) -> str:
    """The look-alike that a reference spectrum counts as; "" where nothing is known of it.

    A pipeline's class stays "by pipeline": it is no truth about a star, only about what it is
    not ("spectra/" holds no rare class among them).
    """
    if category in NO_TRUTH:
        return ""
    if category in ("other", "M dwarf", "WD"):
        for words, kind in _BY_LABEL:
            if words in label:
                return kind
    if category == "other":
        return ""
    return category


def truth_of(task: str, kind: str) -> str | None:
    """YES or NO; None where the case is outside scoring."""
    if kind in UNSCORED[task]:
        return None
    return "YES" if kind == POSITIVE[task] else "NO"
