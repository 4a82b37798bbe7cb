"""Opening a page: the workspace of this server, the desk of this session, presses worked off."""

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

from specreview.errors import SpecreviewError
from specreview.services import Workspace
from specreview.settings import given_to_app
from specreview.ui import acts, keys, reviewer
from specreview.ui.examining import Examination
from specreview.ui.figures import Figures
from specreview.ui.imports import Imports
from specreview.ui.present.cards import Refusal, refusal_html
from specreview.ui.state import Desk, desk_of
from specreview.ui.style import style_sheet

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Room:
    """What a page works with."""

    workspace: Workspace
    desk: Desk
    figures: Figures
    sparklines: Figures
    imports: Imports
    examination: Examination


def enter() -> None:
    """Before the page runs: style, and every press that came since the last run."""
    _leave_old_navigation()
    st.html(style_sheet())
    try:
        workspace = open_workspace(*place())
    except SpecreviewError:
        return  # the page itself says so, in `room`
    desk = desk_of(st.session_state)
    reviewer.recall(desk)
    acts.work_off(workspace.store, desk, keys.sent())


def room() -> Room:
    """The room of this page; where the workspace cannot be opened, a card says why."""
    _leave_old_navigation()
    try:
        workspace = open_workspace(*place())
    except SpecreviewError as error:
        _refuse(str(error))
        st.stop()
    return Room(workspace, desk_of(st.session_state), *_shelves(*place()))


def run(page: Callable[[], None]) -> None:
    """Run a page; what nobody foresaw is logged, and said without a traceback."""
    try:
        page()
    except SpecreviewError as error:
        _card("This page cannot be shown", str(error))
    except Exception:
        logger.exception("a page failed")
        _card(
            "This page cannot be shown",
            "an unexpected error; the server's log has the details. What was saved stays saved",
        )


def leave(here: Room) -> None:
    """After the page is drawn: the tab learns the name."""
    reviewer.remember(here.desk)


def theme() -> str:
    """Dark or light, as the browser shows it."""
    kind = st.context.theme.type
    return "dark" if kind == "dark" else "light"


def _leave_old_navigation() -> None:
    """The first run of a server takes a folder `pages` for Streamlit's older kind of app, until
    `st.navigation` was called once; a link into a page would show that one without its frame.
    """
    if PagesManager.uses_pages_directory:
        PagesManager.uses_pages_directory = False
        st.rerun()


def place() -> tuple[str, str | None, str | None]:
    """(workspace, database, tasks) that `specreview serve` was given."""
    folder = os.environ.get("SPECREVIEW_WORKSPACE", ".")
    return folder, os.environ.get("SPECREVIEW_DB"), os.environ.get("SPECREVIEW_TASKS")


@st.cache_resource(show_spinner=False)
def open_workspace(folder: str, db: str | None, tasks: str | None) -> Workspace:
    """The workspace of this server process; all sessions share it."""
    own = Path(tasks) if tasks else None
    return Workspace.open(Path(folder), db=db, tasks_dir=own, given=given_to_app())


@st.cache_resource(show_spinner=False)
def _shelves(
    folder: str, db: str | None, tasks: str | None
) -> tuple[Figures, Figures, Imports, Examination]:
    """Figures, sparklines, import and check-up of one workspace; all sessions share them."""
    del folder, db, tasks
    return Figures(48), Figures(4000), Imports(), Examination()


def _refuse(message: str) -> None:
    _card("This workspace cannot be opened", message)


def _card(title: str, message: str) -> None:
    found, _, cure = message.partition("; ")
    card = Refusal(title, place()[0], found, "", cure)
    with st.container(key="refusal", border=True):
        st.html(refusal_html(card))
        st.button("Try again", key="try_again", icon=":material/refresh:")
