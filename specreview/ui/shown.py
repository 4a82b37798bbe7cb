"""Which inspection of a candidate the page shows, and which dialog: both live in the URL.

Shown is what the person chose from the list; else what is running here; else the one that counts
as the candidate's, which is the one that ended last. What a decision stores is the one shown.
"""

from collections.abc import Mapping, Sequence

from specreview.agent.traces import Trace
from specreview.review.rows import InspectionSummary
from specreview.runner.progress import Live
from specreview.services import Workspace
from specreview.store import Store
from specreview.ui.state import Desk

URL_INSPECTION = "inspection"
URL_DIALOG = "ask"
DIALOGS = {"look_here": "look", "branch": "branch"}
"""Dialogs that a refresh opens again, by their names on the desk and in the URL."""


def shown(workspace: Workspace, desk: Desk) -> Trace | None:
    """The inspection to show; what is running is followed, until the person chooses another."""
    store, candidate = workspace.store, desk.candidate_id
    if candidate is None:
        return None
    working = workspace.runner.working(candidate)
    running = working.inspection_id if working is not None else None
    if running is not None and (desk.follow or desk.inspection is None):
        desk.inspection, desk.follow = running, True
    if desk.inspection is not None:
        known = {summary.id for summary in store.traces.of_candidate(candidate)}
        if desk.inspection in known:
            return _settled(store, desk, candidate, running)
        desk.inspection = None
    return store.traces.counting(candidate)


def _settled(store: Store, desk: Desk, candidate: int, running: str | None) -> Trace:
    """The chosen one; where it counts anyway, nothing needs to be remembered."""
    assert desk.inspection is not None
    counting = store.traces.counting(candidate) if running is None else None
    if counting is not None and counting.inspection_id == desk.inspection:
        desk.inspection, desk.follow = None, False
        return counting
    return store.traces.load(desk.inspection)


def of_shown(live: Live, trace: Trace | None) -> Live:
    """How the shown inspection stands: another one of the candidate may be running."""
    mine = trace.inspection_id if trace is not None else None
    if live.state != "running" or live.inspection_id in (None, mine):
        return live
    return Live("idle", message="another inspection of this candidate is running")


def choose(desk: Desk, inspection_id: str) -> None:
    """Show this inspection from now on."""
    desk.inspection, desk.follow = inspection_id, False
    desk.active_step = None


def follow_work(desk: Desk) -> None:
    """Show what begins now, as soon as it is known which one that is."""
    desk.follow = True


def follow(store: Store, desk: Desk, asked: Mapping[str, str]) -> None:
    """Take inspection and dialog from a URL; what is not this candidate's is left out."""
    wanted, dialog = asked.get(URL_INSPECTION), asked.get(URL_DIALOG)
    if desk.candidate_id is None:
        return
    known = store.traces.of_candidate(desk.candidate_id)
    desk.inspection = wanted if wanted in {one.id for one in known} else None
    desk.dialog = next((name for name, short in DIALOGS.items() if short == dialog), desk.dialog)


def to_url(desk: Desk) -> dict[str, str]:
    """The part of the URL that says what is shown; empty for what counts."""
    parts = {URL_INSPECTION: desk.inspection, URL_DIALOG: DIALOGS.get(desk.dialog or "")}
    return {name: value for name, value in parts.items() if value}


def numbered(known: Sequence[InspectionSummary]) -> dict[str, int]:
    """The candidate's inspections by id, numbered from 1 in the order in which they began."""
    return {one.id: place for place, one in enumerate(reversed(known), start=1)}
