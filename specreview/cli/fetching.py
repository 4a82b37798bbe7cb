"""`specreview fetch`: spectra from a survey's own service into a folder."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specreview.cli.fetch_text import print_outcomes
from specreview.cli.options import DatabaseOption, JsonOption, WorkspaceOption
from specreview.cli.printing import REFUSED, show_progress

if TYPE_CHECKING:
    from specreview.fetching.filling import Fetching, Outcome
    from specreview.fetching.offers import Survey
    from specreview.fetching.service import Wanted
    from specreview.fetching.wanted import Missing

UNASKED = 100
"""How many spectra are fetched without --yes."""
INTERRUPTED = 130
"""The shell's exit code for Ctrl-C."""


class SurveyChoice(StrEnum):
    """Whose service is asked."""

    SDSS = "sdss"
    DESI = "desi"
    LAMOST = "lamost"


def fetch(
    survey: Annotated[SurveyChoice, typer.Argument(metavar="sdss|desi|lamost", help="Survey.")],
    ids: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ID]...",
            help="SDSS: specObjID or PLATE-MJD-FIBER; DESI: TARGETID; LAMOST: obsid.",
        ),
    ] = None,
    to: Annotated[Path, typer.Option("--to", help="Folder to fill.")] = Path("spectra"),
    at: Annotated[
        list[str] | None,
        typer.Option("--at", help="'RA DEC' in degrees or sexagesimal; several times."),
    ] = None,
    radius: Annotated[
        float, typer.Option("--radius", min=0.05, max=60.0, help="Arcsec around a position.")
    ] = 2.0,
    every: Annotated[
        bool, typer.Option("--every", help="All spectra near a position, not the nearest alone.")
    ] = False,
    catalogue: Annotated[
        Path | None, typer.Option("--from", help="Catalogue: its rows without a file.")
    ] = None,
    mapping: Annotated[
        list[str] | None, typer.Option("--map", help="ROLE=COLUMN of that catalogue.")
    ] = None,
    queue: Annotated[
        str | None, typer.Option("--queue", help="Queue: rows rejected for want of a file.")
    ] = None,
    limit: Annotated[
        int | None, typer.Option("--limit", min=1, help="Fetch this many at most.")
    ] = None,
    yes: Annotated[
        bool, typer.Option("--yes", help=f"Fetch more than {UNASKED} without being asked back.")
    ] = False,
    network: Annotated[
        bool, typer.Option("--network", help="Allow it this once; else the setting fetch.allowed.")
    ] = False,
    workspace: WorkspaceOption = Path(),
    db: DatabaseOption = None,
    as_json: JsonOption = False,
) -> None:
    """Fetch spectra that are not there yet; stopped in between, it goes on there next time.

    Files get the survey's usual names, so that `queue create CATALOGUE --spectra FOLDER` finds
    them; FOLDER/fetched.csv lists them and is a catalogue itself. Nothing is asked of the network
    unless --network is given or the workspace's settings allow it.
    """
    from specreview.fetching.filling import Fetching
    from specreview.fetching.ledger import Ledger
    from specreview.fetching.offers import open_service
    from specreview.settings import load_settings, open_folder

    settings = load_settings(open_folder(workspace)).fetch
    if network:
        settings = settings.model_copy(update={"allowed": True})
    name: Survey = survey.value
    with _until_interrupted() as stopped:
        service, transport = open_service(name, settings, _waiting(stopped))
        missing = _wanted(name, ids or [], at or [], catalogue, mapping, queue, to, workspace, db)
        with Ledger(to) as ledger, closing(transport):
            fetching = Fetching(
                service, transport, ledger, radius=radius, every=every, cancelled=stopped.is_set
            )
            outcomes = _fetched(fetching, missing.wanted, limit, yes, stopped)
    print_outcomes(outcomes, missing, to, as_json)
    if stopped.is_set():
        raise typer.Exit(INTERRUPTED)
    if any(outcome.state not in ("fetched", "cached") for outcome in outcomes):
        raise typer.Exit(REFUSED)


def _wanted(
    survey: "Survey",
    ids: Sequence[str],
    at: Sequence[str],
    catalogue: Path | None,
    mapping: Sequence[str] | None,
    queue: str | None,
    to: Path,
    workspace: Path,
    db: str | None,
) -> "Missing":
    from specreview.catalogues.columns import parse_mapping
    from specreview.fetching.wanted import Missing, by_ids, by_positions, without_file

    typed = (*by_ids(ids), *by_positions(at))
    given = [bool(typed), catalogue is not None, queue is not None]
    if sum(given) != 1:
        raise typer.BadParameter("give ids or --at positions, or --from CATALOGUE, or --queue NAME")
    roles = parse_mapping(mapping or [])
    if catalogue is not None:
        return without_file(catalogue, to, survey, roles)
    if queue is not None:
        return _rejected(queue, roles, survey, to, workspace, db)
    return Missing(typed)


def _rejected(
    name: str,
    roles: dict[str, str],
    survey: "Survey",
    to: Path,
    workspace: Path,
    db: str | None,
) -> "Missing":
    """The rows of a queue's list that its last import rejected for want of a file."""
    from specreview.errors import FetchError
    from specreview.fetching.wanted import without_file
    from specreview.services import Workspace

    with Workspace.open(workspace, db=db) as opened:
        queue = opened.store.queues.get(name)
        rejects = opened.store.queues.rejects(queue.id)
    rows = {reject.row for reject in rejects if reject.reason.startswith("no file")}
    source = Path(queue.source)
    if not source.is_file():
        raise FetchError(
            f"queue {name}: its list {source} is not there, or a folder; give the list with --from"
        )
    return without_file(source, to, survey, roles or queue.mapping, rows)


def _fetched(
    fetching: "Fetching",
    wanted: Sequence["Wanted"],
    limit: int | None,
    yes: bool,
    stopped: threading.Event,
) -> list["Outcome"]:
    """What became of each; what is there already neither counts nor waits."""
    there = [(one, fetching.cached(one)) for one in wanted]
    outcomes = [outcome for _, outcome in there if outcome is not None]
    left = [one for one, outcome in there if outcome is None]
    if limit is not None:
        left = left[:limit]
    elif len(left) > UNASKED and not yes:
        raise typer.BadParameter(
            f"{len(left)} spectra are {len(left)} requests or more: give --yes for all of them, or "
            "--limit N for the first N"
        )
    for done, outcome in enumerate(fetching.run(left), start=1):
        outcomes.append(outcome)
        if not stopped.is_set():
            show_progress(min(done, len(left)), len(left))
    return outcomes


def _waiting(stopped: threading.Event) -> Callable[[float], None]:
    """Waits between requests; Ctrl-C ends the wait and the request that it was for."""

    def wait(seconds: float) -> None:
        if stopped.wait(seconds):
            from specreview.fetching.trouble import Trouble

            raise Trouble("stopped")

    return wait


@contextmanager
def _until_interrupted() -> Iterator[threading.Event]:
    """Ctrl-C ends the run after the spectrum under way; a second one at once."""
    import signal

    stopped = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stopped
        return
    before = signal.getsignal(signal.SIGINT)

    def stop(number: int, frame: object) -> None:  # noqa: ARG001
        stopped.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, stop)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)
