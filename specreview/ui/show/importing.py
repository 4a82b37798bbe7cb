"""Import of a folder or catalogue by path: form, progress with cancel, what came of it."""

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

from specreview.catalogues.columns import parse_mapping
from specreview.catalogues.labels import Wording
from specreview.errors import SpecreviewError
from specreview.intake import ImportRequest
from specreview.review.shares import read_share
from specreview.tasks.task import VettingTask
from specreview.ui import moves
from specreview.ui.imports import ImportJob
from specreview.ui.present.markup import table
from specreview.ui.present.quantities import count
from specreview.ui.room import Room

OWN = "each row's own (column task)"
TICK = 0.4


def empty(room: Room) -> None:
    """The first page of a new workspace: the one next act."""
    with st.container(key="empty"):
        st.html(
            '<div class="card empty"><h4>No queue yet</h4><p>A queue is a list of spectra to vet '
            "under one task. Give a folder or a catalogue;<br>nothing is copied or changed, and no "
            "file leaves this machine.</p></div>"
        )
        with st.container(key="card_import", border=True):
            _body(room, wide=True)
        st.html(
            '<span class="page-note">Without spectra at hand: <code>specreview demo</code> makes '
            "about 60 labelled synthetic ones.</span>"
        )


def card(room: Room) -> None:
    """The import beside the table; folded while nothing runs."""
    job = room.imports.job
    if job is not None:
        with st.container(key="card_import", border=True):
            st.html("<h5>Import</h5>")
            _body(room, wide=False)
        return
    with st.expander("Import a folder or catalogue", key="import_fold"):
        _body(room, wide=False)


def _body(room: Room, *, wide: bool) -> None:
    job = room.imports.job
    if job is None:
        _form(room, wide=wide)
    else:
        running = not job.finished
        st.fragment(_progress, run_every=TICK if running else None)(room, job, running)


def _form(room: Room, *, wide: bool) -> None:
    tasks = room.workspace.tasks
    st.text_input(
        "Folder or catalogue",
        key="import_path",
        placeholder="/data/lamost/dr7/  or  candidates.fits",
        help="A path on the machine that runs the server. LAMOST, SDSS and DESI spectra, 1-D "
        "FITS, CSV, ECSV, text; .gz of each. A catalogue is CSV, ECSV, text or a FITS table, or a "
        "SpecVI-Bench Parquet file, which brings prompts and labels of its own.",
    )
    one, two = st.columns(2) if wide else (st.container(), st.container())
    with one:
        st.selectbox(
            "Task",
            [OWN, *tasks],
            index=None,
            placeholder="choose the question to ask",
            format_func=lambda key: _task_name(tasks, key),
            key="import_task",
        )
    with two:
        st.text_input(
            "Queue name", key="import_name", placeholder="taken from the file or folder name"
        )
    st.text_input(
        "Expected share of true objects, %",
        key="import_share",
        placeholder="not stated",
        help="Of 100 spectra in this list, how many do you expect to be what the task asks for? "
        "The rarer they are, the fewer of the inspector's YES are right.",
    )
    with st.expander("Spectra folder, columns, labels"):
        st.text_input(
            "Folder with the spectra",
            key="import_spectra",
            placeholder="where the catalogue's paths begin",
        )
        st.text_input(
            "Columns",
            key="import_map",
            placeholder="id=OBSID label=CLASS",
            help="What is what, where the names do not say: id, path, ra, dec, redshift, task, "
            "score; label is a known class, kept for scoring and shown to nobody",
        )
        st.text_input(
            "Positive label values",
            key="import_positive",
            placeholder="CV, dwarf nova",
            help="Which values of the label column are true objects; all others that say "
            "something are not. With a task in each row: cv:CV, wd:DA",
        )
    st.button(
        "Import",
        key="import_begin",
        type="primary" if wide else "secondary",
        on_click=_begin,
        args=(room,),
    )

    if wide and room.desk.message:
        st.text(room.desk.message)


def _task_name(tasks: Mapping[str, VettingTask], key: str) -> str:
    return f"{key.upper()}: {tasks[key].name}" if key in tasks else key


def _begin(room: Room) -> None:
    """Start with what stands in the boxes at the time of the click."""
    typed = {
        name: str(st.session_state.get(f"import_{name}") or "").strip()
        for name in ("path", "task", "name", "spectra", "map", "share", "positive")
    }
    if not typed["path"]:
        room.desk.message = "give the path of a folder or catalogue first"
        return
    source, task, name = Path(typed["path"]).expanduser(), typed["task"], typed["name"]
    spectra = typed["spectra"]
    try:
        pairs = parse_mapping(typed["map"].split())
        share = _share(typed["share"])
    except SpecreviewError as error:
        room.desk.message = str(error)
        return
    request = ImportRequest(
        name=name or source.name.split(".")[0] or str(source),
        source=source,
        task=None if task in ("", OWN) else task,
        spectra=Path(spectra).expanduser() if spectra else None,
        mapping=pairs,
        wording=Wording(positive=(typed["positive"],) if typed["positive"] else ()),
        expected_share=share,
    )
    room.imports.begin(room.workspace, request)


def _share(percent: str) -> float | None:
    """The share that was typed in percent, None for an empty box."""
    bare = percent.removesuffix("%").strip()
    return read_share(f"{bare}%") if bare else None


def _progress(room: Room, job: ImportJob, was_running: bool) -> None:
    if was_running and job.finished:
        if job.queue_id is not None:
            moves.open_queue(room.workspace.store, room.desk, job.queue_id)
        st.rerun()
    if not job.finished:
        share = job.done / job.total if job.total else 0.0
        text = f"Reading {count(job.done)} of {count(job.total)} files · {job.rate:.0f} files/s"
        st.progress(min(share, 1.0), text=text if job.total else "Looking at the list")
        st.button("Cancel", key="import_cancel", on_click=job.cancel.set)
        return
    _outcome(room, job)


def _outcome(room: Room, job: ImportJob) -> None:
    if job.trouble:
        st.html('<span class="not-ok">Nothing was imported</span>')
        st.text(job.trouble)
    elif job.counts is not None:
        names = ("new", "changed", "unchanged", "rejected")
        st.html(table((name, count(n), "") for name, n in zip(names, job.counts, strict=True)))
        if job.labels:
            st.text(job.labels)
        for note in job.notes:
            st.text(note)
        if job.message.startswith("Cancelled"):
            st.text(job.message)
    st.button("Close", key="import_close", on_click=room.imports.clear)
