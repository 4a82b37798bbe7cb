"""The form of an import: preview, columns, label, task; all of it kept with the source."""

from html import escape
from pathlib import Path

import streamlit as st

from specreview.catalogues.places import typed_path
from specreview.catalogues.preview import CataloguePreview
from specreview.errors import NotFound, SpecreviewError
from specreview.review.rows import Queue
from specreview.ui.import_request import OWN, request_of
from specreview.ui.imports import Draft
from specreview.ui.present.importing import (
    default_name,
    heading,
    in_page_words,
    lacks,
    preview_html,
    remembered,
    with_roles,
)
from specreview.ui.room import Room
from specreview.ui.show import import_columns, import_folder, import_labels, import_options

_BROUGHT_UP_TO_DATE = (
    '<span class="page-note">There is a queue of this name: it is brought up to date, and its list '
    "is read as the last time.</span>"
)


def draw(room: Room, typed: str) -> None:
    """All that an import asks once it is known what there is to import."""
    source = _source(typed)
    draft = room.imports.draft(str(source or typed))
    known = _known(room, draft, source)
    preview = None
    if source is not None:
        try:
            with st.spinner("Reading the list"):
                room.imports.preview(source)
            _start_from(room, draft, known, source)
            preview = _list(room, source, draft)
        except SpecreviewError as error:
            _refuse(error)
    import_options.draw(room, source, draft)
    if source is not None and preview is not None and preview.format != "folder":
        import_folder.draw(room, source, draft)
    if known is not None:
        st.html(_BROUGHT_UP_TO_DATE)
    lacking = lacks(preview, task_chosen=draft.task is not None, task_a_row=draft.task == OWN)
    _end(room, source, lacking, ready=preview is not None and not lacking)


def _end(room: Room, source: Path | None, lacking: str, *, ready: bool) -> None:
    """The button that imports, and why it does not yet."""
    with st.container(key="import_end", horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            "Import",
            key="import_begin",
            type="primary",
            disabled=not ready,
            on_click=_begin,
            args=(room, source),
        )
        st.text(room.desk.message or lacking)
        room.desk.message = ""


def _source(typed: str) -> Path | None:
    """The path, None where nothing is given or it names no place; says so then."""
    if not typed:
        return None
    try:
        return typed_path(typed)
    except SpecreviewError as error:
        _refuse(error)
        return None


def _refuse(error: SpecreviewError) -> None:
    st.html('<span class="not-ok">This cannot be imported</span>')
    st.text(in_page_words(str(error)))


def _known(room: Room, draft: Draft, source: Path | None) -> Queue | None:
    """The queue of that name, whose list is read as the last time."""
    typed = str(st.session_state.get("import_name", draft.name) or "").strip()
    name = typed or (default_name(source) if source is not None else "")
    try:
        return room.workspace.store.queues.get(name)
    except NotFound:
        return None


def _start_from(room: Room, draft: Draft, known: Queue | None, source: Path) -> None:
    """Lay what the queue remembers under the draft, once; a column that is not here is left out."""
    read_as = known.name if known is not None else ""
    if draft.read_as == read_as:
        return
    first, draft.read_as = draft.read_as is None, read_as
    if known is None:
        return
    names = [one.name for one in room.imports.preview(source).columns]
    if first or not draft.roles:
        draft.roles = remembered(known.mapping, names)
        draft.positive, draft.negative = known.positive, known.negative
    draft.spectra = draft.spectra or known.spectra
    draft.task = draft.task or known.task_key or OWN


def _list(room: Room, source: Path, draft: Draft) -> CataloguePreview:
    """The preview above, and below it which column is what."""
    guess = room.imports.preview(source)
    above = st.container(key="import_preview", gap="xsmall")
    if guess.columns:
        import_columns.draw(room, source, draft, guess)
    elif guess.format != "folder":
        import_labels.draw_wording(source, draft)
    preview = with_roles(guess, draft.roles)
    with above:
        st.html(f"<h5>{escape(heading(preview))}</h5>")
        if preview.columns:
            st.html(preview_html(preview))
        for note in preview.notes:
            st.text(in_page_words(note))
    return preview


def _begin(room: Room, source: Path | None) -> None:
    """Start with what stands in the boxes at the time of the click.

    A box that was left by the click itself has not been read by the page yet.
    """
    if source is None:
        return
    draft = room.imports.draft(str(source))
    import_options.read(draft)
    import_labels.read(source, draft)
    import_folder.read(source, draft)
    try:
        request = request_of(source, draft)
    except SpecreviewError as error:
        room.desk.message = in_page_words(str(error))
        return
    room.imports.begin(room.workspace, request)
