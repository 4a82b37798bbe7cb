"""Words and the preview of an import."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path

from specreview.catalogues.columns import match_columns
from specreview.catalogues.preview import KEPT_BACK, CataloguePreview, PreviewColumn
from specreview.option_names import Option, reworded
from specreview.ui.present.boxes import box_named
from specreview.ui.present.quantities import counted

ROLE_WORDS: Mapping[str, str] = {
    "id": "Id",
    "path": "File",
    "ra": "RA",
    "dec": "Dec",
    "redshift": "Redshift",
    "score": "Score",
    "class": "Class",
    "task": "Task of a row",
    "survey": "Survey",
    "release": "Release",
}
"""The roles of which an import asks, in the order of the form."""
FILE_ROLES: Mapping[str, str] = {
    "planid": "LAMOST plan",
    "lmjd": "LAMOST LMJD",
    "spid": "LAMOST spectrograph",
    "fiberid": "Fibre",
    "plate": "SDSS plate",
    "mjd": "MJD",
    "field": "SDSS-V field",
    "catalogid": "SDSS-V catalogue id",
    "healpix": "DESI healpix",
    "program": "DESI program",
}
"""Those that make up the surveys' file names."""
VALUES_HELP: Mapping[str, str] = {
    "positive": "Which values are true objects; with a task in each row, TASK:VALUE.",
    "negative": "Name some, and values that are neither say nothing.",
}
SHOWN_ROWS = 5
"""Of the preview: more would push the button that imports out of a laptop's window."""
_KEPT = re.compile(r"-[0-9a-f]{8}$")


def default_name(source: Path) -> str:
    """The queue's name where none is typed: the source's, without the mark of kept ones."""
    stem = source.name.split(".")[0] or str(source)
    return _KEPT.sub("", stem) if source.parent.name in ("lists", "uploads") else stem


def with_roles(preview: CataloguePreview, mapping: Mapping[str, str]) -> CataloguePreview:
    """The same list with its columns' roles as a person put them right, not read again."""
    if not preview.columns:
        return preview
    columns = match_columns([one.name for one in preview.columns], mapping)
    role_of = {name: role for role, names in columns.by_role.items() for name in names}
    shown = (_in_role(one, role_of.get(one.name), columns.chosen) for one in preview.columns)
    return replace(preview, columns=tuple(shown))


def _in_role(one: PreviewColumn, role: str | None, chosen: Collection[str]) -> PreviewColumn:
    secret = role in ("truth", "label")
    values = (KEPT_BACK,) * len(one.values) if secret else one.values
    return PreviewColumn(one.name, role, role is not None and role not in chosen, values)


def remembered(mapping: Mapping[str, str], names: Sequence[str]) -> dict[str, str]:
    """What a queue's mapping says of a list with these columns, spelt as they are here.

    A column that this list has not is left out; "" (no column plays the role) stays.
    """
    here = {name.strip().lower(): name for name in reversed(names)} | {name: name for name in names}
    found = {
        role: [here.get(part, here.get(part.strip().lower())) for part in _parts(role, wanted)]
        for role, wanted in mapping.items()
        if wanted
    }
    kept = {role: ",".join(filter(None, parts)) for role, parts in found.items() if all(parts)}
    return kept | {role: "" for role, wanted in mapping.items() if not wanted}


def _parts(role: str, wanted: str) -> list[str]:
    """Several truth columns stand in one text; any other name may hold a comma of its own."""
    return wanted.split(",") if role == "truth" else [wanted]


def heading(preview: CataloguePreview) -> str:
    """As in "obs.csv: CSV, 2 131 rows, 12 columns"."""
    what = "file" if preview.format == "folder" else "row"
    told = [preview.format, counted(preview.n_rows, what)]
    if preview.columns:
        told.append(counted(len(preview.columns), "column"))
    return f"{preview.path.name}: {', '.join(told)}"


_OPTIONS: Mapping[str, str] = {
    "task": "Task",
    "tasks": "Task",
    "spectra": "Folder with the spectra",
    "positive": "Positive values",
    "negative": "Negative values",
    "expected-share": "Expected share",
    "name": "Queue name",
}
_ROLES: Mapping[str, str] = {**ROLE_WORDS, **FILE_ROLES, "label": "Label for scoring"}


def in_page_words(message: str) -> str:
    """What an import says, its options named as the boxes of the page are: here is no command."""

    def box(option: Option) -> str | None:
        if option.name == "map":
            role = _ROLES.get(option.role, option.role)
            return box_named(role) if role else "the boxes of the columns"
        return box_named(_OPTIONS[option.name]) if option.name in _OPTIONS else None

    return reworded(message, box)


def lacks(preview: CataloguePreview | None, *, task_chosen: bool, task_a_row: bool) -> str:
    """What has to be done before the import can begin, "" where nothing."""
    if preview is None:
        return ""
    if not preview.n_rows:
        what = "folder holds no file to read" if preview.format == "folder" else "list has no rows"
        return f"The {what}: there is nothing to import."
    if not task_chosen:
        return "Choose a task: the question to ask of each spectrum."
    if task_a_row and preview.format == "folder":
        return "Nothing in a folder names a task for each file: choose one task for all."
    if task_a_row and preview.columns and all(one.role != "task" for one in preview.columns):
        return "No column names each row's task: choose it as Task of a row, or one task for all."
    return ""


def came_to(queue: str, counts: Sequence[int]) -> str:
    """What an import came to in a line; `counts` are new, changed, unchanged, rejected."""
    kept = sum(counts[:3])
    if kept:
        return f"Imported into queue {queue}: {counted(kept, 'candidate')}"
    if not counts[3]:
        return f"Nothing came into queue {queue} yet"
    return f"No row became a candidate of queue {queue}: the table says why"


def no_label(preview: CataloguePreview) -> str:
    """What "no label chosen" means of a list: a truth column may be the label by itself."""
    truth = next((one.name for one in preview.columns if one.role == "truth"), "")
    return f"{truth}, where it says YES or NO" if truth else "none"


def preview_html(preview: CataloguePreview) -> str:
    """The first rows, each column's role above its name; columns with a role come first."""
    shown = sorted(preview.columns, key=lambda one: one.role is None)
    roles = "".join(f"<th>{_role(one.role, one.guessed)}</th>" for one in shown)
    names = "".join(f"<th>{escape(one.name)}</th>" for one in shown)
    depth = min(max((len(one.values) for one in shown), default=0), SHOWN_ROWS)
    body = "".join(
        f"<tr>{''.join(_cell(one.values, n) for one in shown)}</tr>" for n in range(depth)
    )
    return (
        '<div class="figures-box preview" tabindex="0" role="region" aria-label="First rows">'
        f'<table class="figures"><thead><tr class="roles">{roles}</tr><tr>{names}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _role(role: str | None, guessed: bool) -> str:
    if role is None:
        return '<span class="muted">kept as it is</span>'
    word = {**ROLE_WORDS, **FILE_ROLES, "truth": "Truth", "label": "Label"}.get(role, role)
    hidden = ", kept back" if role in ("truth", "label") else ""
    how = '<span class="muted"> guessed</span>' if guessed else ""
    return f'<b class="role">{escape(word)}{hidden}</b>{how}'


def _cell(values: tuple[str, ...], n: int) -> str:
    text = values[n] if n < len(values) else ""
    css = ' class="muted"' if text == KEPT_BACK else ""
    shown = text if len(text) <= 60 else text[:59] + "…"
    return f'<td{css} title="{escape(text[:400], quote=True)}">{escape(shown)}</td>'
