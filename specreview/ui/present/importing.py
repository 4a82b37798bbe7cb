"""Words and the preview of an import."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from html import escape
from pathlib import Path

from specreview.catalogues.columns import match_columns
from specreview.catalogues.preview import KEPT_BACK, CataloguePreview, PreviewColumn
from specreview.ui.present.quantities import count

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
    "healpix": "DESI healpix",
    "program": "DESI program",
}
"""Those that make up the surveys' file names."""
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
    if not preview.columns:
        what = {"folder": "files"}.get(preview.format, "rows")
        return f"{preview.path.name}: {preview.format}, {count(preview.n_rows)} {what}"
    return (
        f"{preview.path.name}: {preview.format}, {count(preview.n_rows)} rows, "
        f"{count(len(preview.columns))} columns"
    )


def preview_html(preview: CataloguePreview) -> str:
    """The first rows, each column's role above its name; columns with a role come first."""
    shown = sorted(preview.columns, key=lambda one: one.role is None)
    roles = "".join(f"<th>{_role(one.role, one.guessed)}</th>" for one in shown)
    names = "".join(f"<th>{escape(one.name)}</th>" for one in shown)
    depth = max((len(one.values) for one in shown), default=0)
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
