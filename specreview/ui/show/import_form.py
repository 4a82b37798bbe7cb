"""The form of an import: preview, columns, label, task; all of it kept with the source."""

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from specreview.canonical import sha256_hex
from specreview.catalogues.labels import Wording
from specreview.catalogues.naming import check_name
from specreview.catalogues.places import typed_path
from specreview.catalogues.preview import CataloguePreview
from specreview.errors import NotFound, SettingsError, SpecreviewError
from specreview.intake import ImportRequest
from specreview.review.rows import Queue
from specreview.review.shares import read_share
from specreview.tasks.task import VettingTask
from specreview.ui.imports import Draft
from specreview.ui.present.importing import (
    FILE_ROLES,
    ROLE_WORDS,
    VALUES_HELP,
    default_name,
    heading,
    in_page_words,
    lacks,
    no_label,
    preview_html,
    remembered,
    with_roles,
)
from specreview.ui.present.quantities import count
from specreview.ui.room import Room

OWN = "each row's own (column task)"
NO_COLUMN = ""
MOST_VALUES = 200


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
    _options(room, source, draft, known, preview)
    lacking = lacks(preview, task_chosen=draft.task is not None, task_a_row=draft.task == OWN)
    with st.container(key="import_end", horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            "Import",
            key="import_begin",
            type="primary",
            disabled=preview is None or bool(lacking),
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
            st.text(in_page_words(note))
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
    _label(room, source, draft, guess)


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


def _label(room: Room, source: Path, draft: Draft, guess: CataloguePreview) -> None:
    """Any column as label for scoring; what its values mean is chosen from those found."""
    stamp = _stamp(source, draft)
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
        for kind in ("positive", "negative"):
            _values(kind, found, source, draft)


def _wording(source: Path, draft: Draft) -> None:
    """What the truth of a file means that says itself in which of its fields it stands."""
    with st.container(key="import_labels", horizontal=True, gap="xsmall"):
        for kind in ("positive", "negative"):
            _values(kind, {}, source, draft)


def _remembered(room: Room, draft: Draft) -> Mapping[str, str]:
    try:
        return room.workspace.store.queues.get(draft.read_as or "").mapping
    except NotFound:
        return {}


def _values(kind: str, found: Mapping[str, int], source: Path, draft: Draft) -> None:
    """Values of the label that mean true, or false: picked from those found, or typed.

    What is typed stands in a box of its own: a list to pick from forgets it when it is left.
    """
    chosen, keys = getattr(draft, kind), _value_keys(kind, source, draft)
    common = sorted((one for one in found if one), key=lambda one: (-found[one], one))[:MOST_VALUES]
    typed = not found or len(found) > MOST_VALUES or draft.task == OWN
    extra = [one for one in chosen if one not in common]
    if found:
        st.multiselect(
            f"{kind.capitalize()} values",
            [*common, *([] if typed else extra)],
            default=[one for one in chosen if one in common or not typed],
            format_func=lambda one: f"{one} ({count(found[one])})" if one in found else one,
            key=keys[0],
            placeholder="choose from those found"
            if kind == "positive"
            else "all others, if none named",
            width=320,
            help=VALUES_HELP[kind],
        )
    if typed:
        st.session_state.setdefault(keys[1], ", ".join(extra))
        st.text_input(
            f"{kind.capitalize()} values, typed",
            key=keys[1],
            placeholder="such as CV, CV+M" if kind == "positive" else "all others, if none named",
            width=240,
            help=f"{VALUES_HELP[kind]} Commas between them.",
        )
    setattr(draft, kind, _valued(kind, source, draft))


def _value_keys(kind: str, source: Path, draft: Draft) -> tuple[str, str]:
    """Of the list of found values, and of the box for typed ones."""
    column = sha256_hex(draft.roles.get("label", "").encode())[:6]
    stamp = _stamp(source, draft)
    return f"import_{kind}_{column}_{stamp}", f"import_typed_{kind}_{column}_{stamp}"


def _valued(kind: str, source: Path, draft: Draft) -> tuple[str, ...]:
    """What stands in both boxes; the draft's own where neither is drawn."""
    keys = _value_keys(kind, source, draft)
    if not any(key in st.session_state for key in keys):
        return tuple(getattr(draft, kind))
    typed = str(st.session_state.get(keys[1]) or "").split(",")
    picked = st.session_state.get(keys[0]) or []
    return tuple(dict.fromkeys((*picked, *(one.strip() for one in typed if one.strip()))))


def _options(
    room: Room,
    source: Path | None,
    draft: Draft,
    known: Queue | None,
    preview: CataloguePreview | None,
) -> None:
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
            on_change=_keep,
            args=(draft, "task"),
        )
    with two:
        name = st.text_input(
            "Queue name",
            value=draft.name,
            key="import_name",
            placeholder=default_name(source) if source else "taken from the file or folder name",
            on_change=_keep,
            args=(draft, "name"),
        )
    with three:
        share = st.text_input(
            "Expected share of true objects, %",
            value=draft.share,
            key="import_share",
            placeholder="not stated",
            on_change=_keep,
            args=(draft, "share"),
            help="Of 100 spectra in this list, how many do you expect to be what the task asks "
            "for? The rarer they are, the fewer of the inspector's YES are right.",
        )
    spectra = _folder(room, source, draft, preview)
    draft.task, draft.name, draft.share, draft.spectra = chosen, name, share, spectra
    if known is not None:
        st.html(
            '<span class="page-note">There is a queue of this name: it is brought up to date, and '
            "its list is read as the last time.</span>"
        )


def _keep(draft: Draft, name: str) -> None:
    """As it arrives: a refresh may stop the page before it has been drawn down to its box."""
    setattr(draft, name, st.session_state[f"import_{name}"])


def _folder(room: Room, source: Path | None, draft: Draft, preview: CataloguePreview | None) -> str:
    """Where the spectra lie; a list that was uploaded or pasted lies nowhere near them."""
    if source is None or preview is None or preview.format == "folder":
        return draft.spectra
    kept = source.parent == room.workspace.folder / "lists"
    key, folders = _folder_key(source, draft), _folders(room)
    st.session_state.setdefault(key, draft.spectra)
    with st.container(key="import_folder", horizontal=True, gap="small"):
        typed = st.text_input(
            "Folder with the spectra",
            key=key,
            placeholder="where files are sought by path, id or survey name"
            if kept
            else "where the list's paths begin; else beside the list",
        )
        if folders:
            chooser = f"import_known_{key}"
            st.selectbox(
                "or one used before",
                folders,
                index=None,
                key=chooser,
                placeholder="choose",
                width=260,
                on_change=_take_folder,
                args=(chooser, key),
            )
    return str(typed or "")


def _take_folder(chooser: str, key: str) -> None:
    """Into the box for typing, where it can be seen whole and changed."""
    if chosen := st.session_state.get(chooser):
        st.session_state[key] = chosen


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
    _from_boxes(source, draft)
    try:
        request = _request(source, draft)
    except SpecreviewError as error:
        room.desk.message = in_page_words(str(error))
        return
    room.imports.begin(room.workspace, request)


def _from_boxes(source: Path, draft: Draft) -> None:
    """A box that was left by the click itself has not been read by the page yet."""
    for name in ("task", "name", "share"):
        setattr(draft, name, st.session_state.get(f"import_{name}", getattr(draft, name)))
    draft.positive, draft.negative = (_valued(k, source, draft) for k in ("positive", "negative"))
    draft.spectra = str(st.session_state.get(_folder_key(source, draft), draft.spectra) or "")


def _request(source: Path, draft: Draft) -> ImportRequest:
    spectra, task = draft.spectra.strip(), draft.task
    name = draft.name.strip() or default_name(source)
    check_name(name)
    return ImportRequest(
        name=name,
        source=source,
        task=None if task in (None, OWN) else task,
        spectra=typed_path(spectra) if spectra else None,
        mapping=dict(draft.roles),
        wording=Wording(draft.positive, draft.negative),
        expected_share=_share(draft.share.strip()),
        guess=not draft.roles,
    )


def _share(percent: str) -> float | None:
    """The share that was typed in percent, None for an empty box."""
    bare = percent.removesuffix("%").strip()
    try:
        return read_share(f"{bare}%") if bare else None
    except SettingsError as error:
        raise SettingsError(
            f"expected share {percent}: write a number of percent between 0 and 100, such as 1 for "
            "one spectrum in 100, or leave it empty"
        ) from error
