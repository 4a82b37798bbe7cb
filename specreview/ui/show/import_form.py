"""The form of an import: preview, columns, label, task; all of it kept with the source."""

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from specreview.canonical import sha256_hex
from specreview.catalogues.labels import Wording
from specreview.catalogues.preview import CataloguePreview
from specreview.errors import NotFound, SpecreviewError
from specreview.intake import ImportRequest
from specreview.review.rows import Queue
from specreview.review.shares import read_share
from specreview.tasks.task import VettingTask
from specreview.ui.imports import Draft
from specreview.ui.present.importing import (
    FILE_ROLES,
    ROLE_WORDS,
    default_name,
    heading,
    preview_html,
    remembered,
    with_roles,
)
from specreview.ui.present.quantities import count
from specreview.ui.room import Room

OWN = "each row's own (column task)"
NO_COLUMN = ""
MOST_VALUES = 200


def draw(room: Room, source: Path | None) -> None:
    """All that an import asks once it is known what there is to import."""
    draft = room.imports.draft(str(source or ""))
    known = _known(room, draft, source)
    preview = None
    if source is not None:
        try:
            with st.spinner("Reading the list"):
                room.imports.preview(source)
            _start_from(room, draft, known, source)
            preview = _list(room, source, draft)
        except SpecreviewError as error:
            st.html('<span class="not-ok">This cannot be imported</span>')
            st.text(str(error))
    _options(room, source, draft, known)
    st.button(
        "Import",
        key="import_begin",
        type="primary",
        disabled=preview is None,
        on_click=_begin,
        args=(room, source),
    )


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
    draft.task = draft.task or known.task_key or OWN


def _list(room: Room, source: Path, draft: Draft) -> CataloguePreview:
    """The preview above, and below it which column is what."""
    guess = room.imports.preview(source)
    above = st.container(key="import_preview", gap="xsmall")
    if guess.columns:
        _columns(room, source, draft, guess)
    elif guess.format != "folder":
        _wording(source, draft)
    preview = with_roles(guess, draft.roles)
    with above:
        st.html(f"<h5>{_escaped(heading(preview))}</h5>")
        if preview.columns:
            st.html(preview_html(preview))
        for note in preview.notes:
            st.text(note)
    return preview


def _escaped(text: str) -> str:
    from html import escape

    return escape(text)


def _stamp(source: Path, draft: Draft) -> str:
    return sha256_hex(f"{source}\n{draft.read_as}".encode())[:8]


def _columns(room: Room, source: Path, draft: Draft, guess: CataloguePreview) -> None:
    names = [one.name for one in guess.columns]
    guessed = {one.role: one.name for one in reversed(guess.columns) if one.role is not None}
    with st.container(key="import_roles", horizontal=True, gap="xsmall"):
        for role, word in ROLE_WORDS.items():
            _role(source, draft, role, word, names, guessed)
    with (
        st.expander("Columns that name the surveys' files", key="import_file_roles"),
        st.container(horizontal=True, gap="xsmall"),
    ):
        for role, word in FILE_ROLES.items():
            _role(source, draft, role, word, names, guessed)
    _label(room, source, draft, names)


def _role(
    source: Path,
    draft: Draft,
    role: str,
    word: str,
    names: list[str],
    guessed: Mapping[str, str],
) -> None:
    first = guessed.get(role, NO_COLUMN)
    now = draft.roles.get(role, first)
    options = [NO_COLUMN, *names]
    chosen = st.selectbox(
        word,
        options,
        index=options.index(now) if now in options else 0,
        format_func=_column_name,
        key=f"import_role_{role}_{_stamp(source, draft)}",
        width=150,
    )
    if chosen == first:
        draft.roles.pop(role, None)
    else:
        draft.roles[role] = chosen


def _column_name(name: str) -> str:
    return name or "none"


def _label(room: Room, source: Path, draft: Draft, names: list[str]) -> None:
    """Any column as label for scoring; what its values mean is chosen from those found."""
    stamp = _stamp(source, draft)
    options = [NO_COLUMN, *names]
    now = draft.roles.get("label", NO_COLUMN)
    with st.container(key="import_labels", horizontal=True, gap="xsmall"):
        chosen = st.selectbox(
            "Label for scoring",
            options,
            index=options.index(now) if now in options else 0,
            format_func=_column_name,
            key=f"import_label_{stamp}",
            width=200,
            help="A known class of each object. It is kept for scoring and shown to nobody who "
            "reviews.",
        )
        if chosen == NO_COLUMN:
            draft.roles.pop("label", None)
            if draft.read_as and "label" in _remembered(room, draft):
                draft.roles["label"] = NO_COLUMN
            draft.positive = draft.negative = ()
            return
        draft.roles["label"] = chosen
        found = room.imports.values(source, chosen)
        draft.positive = _values("Positive", "positive", chosen, draft.positive, found, stamp)
        draft.negative = _values("Negative", "negative", chosen, draft.negative, found, stamp)


def _wording(source: Path, draft: Draft) -> None:
    """What the truth of a file means that says itself in which of its fields it stands."""
    with st.container(key="import_labels", horizontal=True, gap="xsmall"):
        stamp = _stamp(source, draft)
        draft.positive = _values("Positive", "positive", "", draft.positive, {}, stamp)
        draft.negative = _values("Negative", "negative", "", draft.negative, {}, stamp)


def _remembered(room: Room, draft: Draft) -> Mapping[str, str]:
    try:
        return room.workspace.store.queues.get(draft.read_as or "").mapping
    except NotFound:
        return {}


def _values(
    word: str,
    key: str,
    column: str,
    chosen: tuple[str, ...],
    found: Mapping[str, int],
    stamp: str,
) -> tuple[str, ...]:
    common = sorted((one for one in found if one), key=lambda one: (-found[one], one))
    options = list(dict.fromkeys((*common[:MOST_VALUES], *chosen)))
    picked = st.multiselect(
        f"{word} values",
        options,
        default=list(chosen),
        format_func=lambda one: f"{one} ({count(found[one])})" if one in found else one,
        accept_new_options=True,
        key=f"import_{key}_{sha256_hex(column.encode())[:6]}_{stamp}",
        placeholder=("choose from those found" if found else "type them, as CV")
        if key == "positive"
        else "all others, if none named",
        width=320,
        help="Which values are true objects; with a task in each row, write TASK:VALUE"
        if key == "positive"
        else "Name some, and values that are neither say nothing",
    )
    return tuple(picked)


def _options(room: Room, source: Path | None, draft: Draft, known: Queue | None) -> None:
    tasks = room.workspace.tasks
    options = [OWN, *tasks]
    if st.session_state.get("import_task") is None and draft.task in options:
        st.session_state["import_task"] = draft.task
    one, two, three = st.columns([1.2, 1.2, 0.8])
    with one:
        chosen = st.selectbox(
            "Task",
            options,
            index=None,
            placeholder="choose the question to ask",
            format_func=lambda key: _task_name(tasks, key),
            key="import_task",
        )
    with two:
        name = st.text_input(
            "Queue name",
            value=draft.name,
            key="import_name",
            placeholder=default_name(source) if source else "taken from the file or folder name",
        )
    with three:
        share = st.text_input(
            "Expected share of true objects, %",
            value=draft.share,
            key="import_share",
            placeholder="not stated",
            help="Of 100 spectra in this list, how many do you expect to be what the task asks "
            "for? The rarer they are, the fewer of the inspector's YES are right.",
        )
    spectra = _folder(room, source, draft)
    draft.task, draft.name, draft.share, draft.spectra = chosen, name, share, spectra
    if known is not None:
        st.html(
            '<span class="page-note">There is a queue of this name: it is brought up to date, and '
            "its list is read as the last time.</span>"
        )


def _folder(room: Room, source: Path | None, draft: Draft) -> str:
    """Where the spectra lie; a list that was uploaded or pasted lies nowhere near them."""
    if source is not None and source.is_dir():
        return ""
    kept = source is not None and source.parent == room.workspace.folder / "lists"
    folders = _folders(room)
    options = list(dict.fromkeys(filter(None, (draft.spectra, *folders))))
    chosen = st.selectbox(
        "Folder with the spectra",
        options,
        index=options.index(draft.spectra) if draft.spectra else None,
        accept_new_options=True,
        key=_folder_key(source, draft),
        placeholder="where files are sought by path, id or survey name; type it or choose one"
        if kept
        else "where the list's paths begin; else beside the list",
    )
    return chosen or ""


def _folder_key(source: Path | None, draft: Draft) -> str:
    """A box of its own for each source: an upload may bring the folder along."""
    return f"import_spectra_{_stamp(source or Path(), draft)}"


def _folders(room: Room) -> list[str]:
    """Where the queues so far came from, the latest first, and what was uploaded."""
    workspace = room.workspace
    places = (Path(queue.source) for queue in reversed(workspace.store.queues.all()))
    folders = (place if place.is_dir() else place.parent for place in places)
    uploaded = sorted((workspace.folder / "uploads").glob("spectra-*"))
    known = (*(one for one in folders if one != workspace.folder / "lists"), *uploaded)
    return list(dict.fromkeys(str(one) for one in known if one.is_dir()))


def _task_name(tasks: Mapping[str, VettingTask], key: str) -> str:
    return f"{key.upper()}: {tasks[key].name}" if key in tasks else key


def _begin(room: Room, source: Path | None) -> None:
    """Start with what stands in the boxes at the time of the click."""
    if source is None:
        return
    draft = room.imports.draft(str(source))
    for name in ("task", "name", "share"):
        setattr(draft, name, st.session_state.get(f"import_{name}", getattr(draft, name)))
    folder = st.session_state.get(_folder_key(source, draft), draft.spectra)
    draft.spectra = str(folder or "")
    try:
        request = _request(source, draft)
    except SpecreviewError as error:
        room.desk.message = str(error)
        return
    room.imports.begin(room.workspace, request)
    room.imports.forget(str(source))


def _request(source: Path, draft: Draft) -> ImportRequest:
    spectra, task = draft.spectra.strip(), draft.task
    return ImportRequest(
        name=draft.name.strip() or default_name(source),
        source=source,
        task=None if task in (None, OWN) else task,
        spectra=Path(spectra).expanduser() if spectra else None,
        mapping=dict(draft.roles),
        wording=Wording(draft.positive, draft.negative),
        expected_share=_share(draft.share.strip()),
        guess=not draft.roles,
    )


def _share(percent: str) -> float | None:
    """The share that was typed in percent, None for an empty box."""
    bare = percent.removesuffix("%").strip()
    return read_share(f"{bare}%") if bare else None
