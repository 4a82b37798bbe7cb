"""Import: from a path, an upload or pasted ids to a queue; progress with cancel; what came of it.

The open import takes the page of candidates; its source stands in the URL, and what was said of it
is kept with the imports of the workspace, so that a refresh loses nothing.
"""

from html import escape

import streamlit as st

from specreview.errors import SpecreviewError
from specreview.ui import moves
from specreview.ui.address import URL_IMPORT
from specreview.ui.imports import ImportJob
from specreview.ui.present.importing import came_to, in_page_words
from specreview.ui.present.markup import table
from specreview.ui.present.quantities import count
from specreview.ui.room import Room
from specreview.ui.show import import_form, rejects
from specreview.uploads import Upload, keep_uploads

TICK = 0.4
NONE_YET = "-"
MOST_MIB = 200
WAYS = ("Path on the server", "Upload", "Paste")


def follow(room: Room) -> None:
    """An import that the URL has open, in a new session."""
    asked = st.query_params.get(URL_IMPORT)
    if not room.desk.settled and asked is not None:
        room.desk.importing = "" if asked == NONE_YET else asked


def empty(room: Room) -> None:
    """The first page of a new workspace: the one next act."""
    with st.container(key="empty"):
        st.html(
            '<div class="card empty"><h4>No queue yet</h4><p>A queue is a list of spectra to vet '
            "under one task. Give a folder or a list of candidates, upload or paste one:<br>"
            "nothing is changed, and no file leaves this machine.</p></div>"
        )
        with st.container(key="card_import", border=True):
            _body(room)
        st.html(
            '<span class="page-note">Without spectra at hand: <code>specreview demo</code> makes '
            "about 60 labelled synthetic ones.</span>"
        )


def sheet(room: Room) -> None:
    """The open import, in place of the table."""
    with st.container(key="sheet_import"):
        with st.container(key="sheet_head", horizontal=True, gap="small"):
            st.html("<h5>Import a folder or a list of candidates</h5>")
            st.button(
                "Back to the table",
                key="import_back",
                type="tertiary",
                icon=":material/close:",
                on_click=_shut,
                args=(room,),
            )
        with st.container(key="card_import", border=True):
            _body(room)


def card(room: Room) -> None:
    """Beside the table: the way in; and the import that is going on, whoever began it."""
    job = room.imports.job
    if job is not None:
        with st.container(key="card_import", border=True):
            st.html("<h5>Import</h5>")
            _body(room)
    if job is not None and not job.finished:
        return
    st.button(
        "Import a folder or list",
        key="import_open",
        icon=":material/upload_file:",
        width="stretch",
        on_click=_open,
        args=(room,),
    )


def _open(room: Room) -> None:
    room.imports.clear()
    room.desk.importing = room.desk.importing or ""


def _shut(room: Room) -> None:
    room.desk.importing = None
    room.desk.kept_upload = room.desk.upload_refused = ()
    room.desk.import_sources, room.desk.import_pasted = {}, ""
    room.imports.clear()


def _body(room: Room) -> None:
    job = room.imports.job
    if job is None:
        _source(room)
        import_form.draw(room, room.desk.importing or "")
        return
    if job.finished:  # outside of a fragment: its buttons lead to another page
        _outcome(room, job)
    else:
        st.fragment(_progress, run_every=TICK)(room, job)


def _source(room: Room) -> None:
    """Where the list or the spectra come from; what is uploaded or pasted is kept first."""
    desk = room.desk
    way = st.segmented_control(
        "From",
        WAYS,
        default=WAYS[0],
        required=True,
        key="import_way",
        label_visibility="collapsed",
        on_change=_other_way,
        args=(room, str(st.session_state.get("import_way", WAYS[0]))),
    )
    if way == WAYS[1]:
        _uploader(room)
    elif way == WAYS[2]:
        st.text_area(
            "Ids or positions, one a line, or a table with its header",
            value=desk.import_pasted,
            key="import_pasted",
            height=120,
            placeholder="39627772183708817\n157.9633 35.9831",
            help="Ctrl+Enter takes it over. The text is kept in the workspace as a list.",
            on_change=_paste,
            args=(room,),
        )
    else:
        st.text_input(
            "Folder or list of candidates",
            value=desk.importing or "",
            key="import_path",
            placeholder="/data/lamost/dr7/  or  candidates.fits",
            help="A path on the machine that runs the server. A list is CSV, ECSV, text, a FITS "
            "table, VOTable or Parquet; a SpecVI-Bench file brings prompts and labels of its own. "
            ".gz of each is read too.",
            on_change=_named,
            args=(room,),
        )


def _other_way(room: Room, left: str) -> None:
    """Each way in has a source of its own; files are to be chosen again."""
    desk = room.desk
    desk.import_sources[left] = "" if left == WAYS[1] else desk.importing or ""
    desk.importing = desk.import_sources.get(str(st.session_state.get("import_way")), "")
    desk.kept_upload = desk.upload_refused = ()


def _named(room: Room) -> None:
    room.desk.importing = str(st.session_state.get("import_path") or "").strip()


def _paste(room: Room) -> None:
    text = room.desk.import_pasted = str(st.session_state.get("import_pasted") or "")
    if not text.strip():
        room.desk.importing = ""
        return
    try:
        room.desk.importing = str(room.workspace.keep_ids(text))
    except SpecreviewError as error:
        room.desk.importing, room.desk.message = "", str(error)


def _uploader(room: Room) -> None:
    st.file_uploader(
        "A list of candidates, spectra, or both together",
        accept_multiple_files=True,
        max_upload_size=MOST_MIB,
        key="import_files",
        help="What a file is shows in its content. Lists are kept in the workspace's folder "
        "`lists`, spectra in `uploads`; nothing of it leaves the server.",
        on_change=_uploaded,
        args=(room,),
    )
    for line in room.desk.upload_refused:
        st.text(f"✕ {line}")


def _uploaded(room: Room) -> None:
    """Keep what came; the same files again, as at a refresh of the list of files, are no news."""
    desk, files = room.desk, st.session_state.get("import_files") or []
    ids = tuple(one.file_id for one in files)
    if not ids:  # all were taken away
        desk.importing, desk.kept_upload, desk.upload_refused = "", (), ()
        return
    if ids == desk.kept_upload:
        return
    desk.kept_upload = ids
    try:
        kept = keep_uploads(
            room.workspace.folder, [Upload(one.name, one.getvalue()) for one in files]
        )
    except SpecreviewError as error:
        desk.importing, desk.upload_refused = "", (str(error),)
        return
    desk.importing, desk.upload_refused = str(kept.source or ""), kept.refused
    if kept.list is not None and kept.spectra is not None:
        room.imports.draft(desk.importing).spectra = str(kept.spectra)


def _progress(room: Room, job: ImportJob) -> None:
    if job.finished:
        if job.queue_id is not None:
            moves.open_queue(room.workspace.store, room.desk, job.queue_id)
        st.rerun()
    share = job.done / job.total if job.total else 0.0
    text = f"Reading {count(job.done)} of {count(job.total)} files · {job.rate:.0f} files/s"
    st.progress(min(share, 1.0), text=text if job.total else "Looking at the list")
    st.button("Cancel", key="import_cancel", on_click=job.cancel.set)


def _outcome(room: Room, job: ImportJob) -> None:
    if job.trouble:
        st.html('<span class="not-ok">Nothing was imported</span>')
        st.text(in_page_words(job.trouble))
    elif job.counts is not None:
        st.html(f"<h5>{escape(came_to(job.name, job.counts))}</h5>")
        names = ("new", "changed", "unchanged", "rejected")
        st.html(table((name, count(n), "") for name, n in zip(names, job.counts, strict=True)))
        if job.labels:
            st.text(job.labels)
        for note in job.notes:
            st.text(in_page_words(note))
        if job.message.startswith("Cancelled"):
            st.text(job.message)
    wide = room.desk.importing is not None
    with st.container(horizontal=True, gap="xsmall"):
        if wide and job.queue_id is not None:
            st.button(
                "Show the queue",
                key="import_show",
                type="primary" if job.whole else "secondary",
                on_click=_show,
                args=(room, job.queue_id),
            )
        st.button(
            "Close" if job.whole else "Back to the form",
            key="import_close",
            on_click=_close,
            args=(room, job),
        )
    if wide and job.queue_id is not None:
        rejects.draw(room, room.workspace.store.queues.by_id(job.queue_id), "import")


def _show(room: Room, queue_id: int) -> None:
    """The table of what was imported; an import may end before the page has looked again."""
    if room.desk.queue_id != queue_id:
        moves.open_queue(room.workspace.store, room.desk, queue_id)
    _shut(room)


def _close(room: Room, job: ImportJob) -> None:
    """Back to the form; after a success, to an empty one."""
    room.imports.clear()
    if job.whole and room.desk.importing is not None:
        room.desk.importing = ""
