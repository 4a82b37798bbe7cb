"""Words of the decision bar: buttons, the last 20, the reasons."""

from collections.abc import Sequence

from specreview.review.decision import REASONS, UNSURE, Decision
from specreview.ui.present.markup import markdown_literal
from specreview.ui.present.verdict import NO_VERDICT

ISSUE_WORDS = {
    "R": "redshift",
    "C": "class",
    "S": "bad spectrum",
    "K": "sky",
    "X": "cosmic ray",
    "J": "arm join",
    "B": "blend",
    "L": "low S/N",
    "D": "duplicate",
}
"""Short words for the panel; the record keeps the letters."""

OTHER_CLASSES: dict[str, str] = {
    "CV*": "cataclysmic variable",
    "No*": "nova",
    "WD*": "white dwarf",
    "HS*": "hot subdwarf",
    "Be*": "Be star",
    "WR*": "Wolf-Rayet star",
    "Em*": "emission-line star",
    "LM*": "low-mass star",
    "Fl*": "flare star",
    "RG*": "red giant",
    "C*": "carbon star",
    "S*": "S star",
    "Sy*": "symbiotic star",
    "LP*": "long-period variable",
    "TT*": "T Tauri star",
    "**": "double star",
    "PN": "planetary nebula",
    "HII": "H II region",
    "SN*": "supernova",
    "G": "galaxy",
    "QSO": "quasar",
    "?": "of unknown nature",
}
"""Object types of SIMBAD (https://simbad.cds.unistra.fr/guide/otypes.htx), those that turn up."""


def answer_button(label: str, key: str, prefix: str = "", task_key: str = "") -> str:
    """A button's label with its keycap: "**Yes, CV** `Y`"."""
    name = f"{prefix}, {task_key.upper()}" if prefix and task_key else (prefix or label)
    return f"**{markdown_literal(name)}** `{key}`"


def mark(decision: Decision, positive: str) -> str:
    """One letter for the strip of the last 20: Y, N, U, D; a star where it differs."""
    if decision.action == "defer" or decision.answer is None:
        letter = "D"
    elif decision.answer == UNSURE:
        letter = "U"
    elif decision.answer in ("YES", "NO"):
        letter = decision.answer[0]
    else:
        letter = "Y" if decision.answer == positive else decision.answer[:2]
    return letter + ("*" if decision.agrees is False else "")


def distinct(label: str, place: int) -> str:
    """The same letters to the eye, another text for each place.

    Streamlit sends a choice back as the text of its option: two options "N" would be one.
    """
    return label + f"{place:b}".replace("0", "\u200b").replace("1", "\u200c")


def differs(decision: Decision) -> bool:
    """Whether a reason is asked for: the answer is another one than the verdict shown."""
    return decision.action == "answer" and decision.agrees is False


def why_line(decision: Decision, position: int) -> tuple[str, str]:
    """("48", "you NO, verdict YES. Why?")."""
    verdict = decision.verdict or NO_VERDICT
    return str(position), f"you {decision.answer}, verdict {verdict}. Why?"


def reason_label(number: int, code: str) -> str:
    """As in "`1` feature misread", for the row over the bar."""
    return f"`{number}` {REASONS[code]}"


def class_name(code: str | None) -> str:
    """As in "CV*: cataclysmic variable"."""
    return f"{code}: {OTHER_CLASSES[code]}" if code in OTHER_CLASSES else (code or "")


def issues_label(issues: Sequence[str]) -> str:
    """As in "Issues `F`", with the letters that are set."""
    return f"Issues {' '.join(issues)} `F`" if issues else "Issues `F`"
