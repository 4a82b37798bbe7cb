"""The label of an import: any column, for scoring, and which of its values mean what."""

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from specreview.canonical import sha256_hex
from specreview.catalogues.preview import CataloguePreview
from specreview.errors import NotFound
from specreview.ui.import_request import OWN
from specreview.ui.imports import Draft
from specreview.ui.present.importing import VALUES_HELP, no_label
from specreview.ui.present.quantities import count
from specreview.ui.room import Room

NO_COLUMN = ""
MOST_VALUES = 200
"""Of a column, that can be picked from a list."""
_ALL_OTHERS = "all others, if none named"
_KINDS = ("positive", "negative")


def draw(room: Room, source: Path, draft: Draft, guess: CataloguePreview) -> None:
    """Any column as label for scoring; what its values mean is chosen from those found."""
    stamp = draft.box(source)
    options = [NO_COLUMN, *(one.name for one in guess.columns)]
    now = draft.roles.get("label", NO_COLUMN)
    with st.container(key="import_labels", horizontal=True, gap="xsmall"):
        chosen = st.selectbox(
            "Label for scoring",
            options,
            index=options.index(now) if now in options else 0,
            format_func=lambda name: name or no_label(guess),
            key=f"import_label_{stamp}",
            width=230,
            help="A known class of each object. It is kept for scoring and shown to nobody who "
            "reviews. A column that is truth by its name is the label by itself where each of its "
            "values is one of the task's (such as YES, NO); else choose it here, and which of its "
            "values are positive.",
        )
        if chosen == NO_COLUMN:
            draft.roles.pop("label", None)
            if draft.read_as and "label" in _remembered(room, draft):
                draft.roles["label"] = NO_COLUMN
            draft.positive = draft.negative = ()
            return
        draft.roles["label"] = chosen
        found = room.imports.values(source, chosen)
        for kind in _KINDS:
            _boxes(kind, found, source, draft)


def draw_wording(source: Path, draft: Draft) -> None:
    """What the truth of a file means that says itself in which of its fields it stands."""
    with st.container(key="import_labels", horizontal=True, gap="xsmall"):
        for kind in _KINDS:
            _boxes(kind, {}, source, draft)


def _remembered(room: Room, draft: Draft) -> Mapping[str, str]:
    try:
        return room.workspace.store.queues.get(draft.read_as or "").mapping
    except NotFound:
        return {}


def _boxes(kind: str, found: Mapping[str, int], source: Path, draft: Draft) -> None:
    """Values of the label that mean true, or false: picked from those found, or typed.

    What is typed stands in a box of its own: a list to pick from forgets it when it is left.
    """
    chosen, keys = getattr(draft, kind), _keys(kind, source, draft)
    common = sorted((one for one in found if one), key=lambda one: (-found[one], one))[:MOST_VALUES]
    typed = not found or len(found) > MOST_VALUES or draft.task == OWN
    extra = [one for one in chosen if one not in common]
    if found:
        options = [*common, *([] if typed else extra)]
        _picked(kind, keys[0], options, [one for one in chosen if one in options], found)
    if typed:
        st.session_state.setdefault(keys[1], ", ".join(extra))
        st.text_input(
            f"{kind.capitalize()} values, typed",
            key=keys[1],
            placeholder="such as CV, CV+M" if kind == "positive" else _ALL_OTHERS,
            width=240,
            help=f"{VALUES_HELP[kind]} Commas between them.",
        )
    setattr(draft, kind, _chosen(kind, source, draft))


def _picked(
    kind: str, key: str, options: list[str], chosen: list[str], found: Mapping[str, int]
) -> None:
    st.multiselect(
        f"{kind.capitalize()} values",
        options,
        default=chosen,
        format_func=lambda one: f"{one} ({count(found[one])})" if one in found else one,
        key=key,
        placeholder="choose from those found" if kind == "positive" else _ALL_OTHERS,
        width=320,
        help=VALUES_HELP[kind],
    )


def _keys(kind: str, source: Path, draft: Draft) -> tuple[str, str]:
    """Of the list of found values, and of the box for typed ones."""
    column = sha256_hex(draft.roles.get("label", "").encode())[:6]
    stamp = draft.box(source)
    return f"import_{kind}_{column}_{stamp}", f"import_typed_{kind}_{column}_{stamp}"


def read(source: Path, draft: Draft) -> None:
    """What stands in the boxes of both kinds."""
    for kind in _KINDS:
        setattr(draft, kind, _chosen(kind, source, draft))


def _chosen(kind: str, source: Path, draft: Draft) -> tuple[str, ...]:
    """What stands in both boxes; the draft's own where neither is drawn."""
    keys = _keys(kind, source, draft)
    if not any(key in st.session_state for key in keys):
        return tuple(getattr(draft, kind))
    typed = str(st.session_state.get(keys[1]) or "").split(",")
    picked = st.session_state.get(keys[0]) or []
    return tuple(dict.fromkeys((*picked, *(one.strip() for one in typed if one.strip()))))
