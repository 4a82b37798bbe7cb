"""Which two inspections stand side by side: O, the choice of the other one, and the URL."""

from collections.abc import Mapping, Sequence

from specreview.review.rows import InspectionSummary
from specreview.store import Store
from specreview.ui.deciding import View
from specreview.ui.state import Desk

URL_COMPARE = "compare"


def turn(store: Store, desk: Desk, view: View) -> None:
    """Compare the inspection that is shown with the latest other one, or end comparing."""
    if desk.compare is not None:
        desk.compare = None
        return
    other = _other(store.traces.of_candidate(view.candidate), view.inspection)
    if view.inspection is None or other is None:
        desk.message = "nothing to compare with: this candidate has one inspection at most"
        return
    desk.compare = (view.inspection, other)
    desk.company = ""  # it would stand in the same place


def _other(known: Sequence[InspectionSummary], shown: str | None) -> str | None:
    """The latest other inspection, one that came to an end before any that did not."""
    others = [one for one in known if one.id != shown]
    ended = [one for one in others if one.status == "inspected"]
    return next((one.id for one in (*ended, *others)), None)


def follow(store: Store, desk: Desk, asked: Mapping[str, str]) -> None:
    """Compare what the URL names; anything but two inspections of this candidate is left out."""
    desk.compare = None
    named = asked.get(URL_COMPARE, "").split(",")
    if len(named) != 2 or named[0] == named[1] or desk.candidate_id is None:
        return
    known = {one.id for one in store.traces.of_candidate(desk.candidate_id)}
    if known.issuperset(named):
        desk.compare = (named[0], named[1])


def to_url(desk: Desk) -> dict[str, str]:
    """The part of the URL that says what is compared; empty where nothing is."""
    return {URL_COMPARE: ",".join(desk.compare)} if desk.compare is not None else {}
