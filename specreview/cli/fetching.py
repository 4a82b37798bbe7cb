"""`specreview fetch`: spectra from a survey's own service into a folder."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specreview.cli.fetch_text import print_outcomes
from specreview.cli.fetch_wanted import Asked
from specreview.cli.options import DatabaseOption, JsonOption, WorkspaceOption
from specreview.cli.printing import REFUSED, show_progress

if TYPE_CHECKING:
    from specreview.fetching.filling import Fetching, Outcome
    from specreview.fetching.offers import Survey
    from specreview.fetching.service import Wanted
    from specreview.outside import FetchSettings

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
            help="SDSS: specObjID, PLATE-MJD-FIBER or FIELD-MJD-CATALOGID; DESI: TARGETID; "
            "LAMOST: obsid.",
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
        str | None, typer.Option("--queue", help="Queue: its rows and candidates without a file.")
    ] = None,
    release: Annotated[
        str | None,
        typer.Option("--release", help="SDSS: dr9 to dr20; DESI: data set of SPARCL (DESI-EDR)."),
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

    name: Survey = survey.value
    settings = _settings(workspace, name, release, network)
    asked = Asked(ids or [], at or [], catalogue, mapping or [], queue, to, workspace, db)
    with _until_interrupted() as stopped:
        service, transport = open_service(name, settings, _waiting(stopped))
        missing = asked.missing(name)
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


def _settings(
    workspace: Path, survey: "Survey", release: str | None, network: bool
) -> "FetchSettings":
    """The workspace's settings, with what was given for this once laid over."""
    from specreview.settings import load_settings, open_folder, with_given

    given: dict[str, object] = {"allowed": True} if network else {}
    if release is not None:
        if survey == "lamost":
            raise typer.BadParameter("LAMOST's release stands in fetch.lamost_url of settings.json")
        given[f"{survey}_release"] = release
    settings = load_settings(open_folder(workspace))
    return with_given(
        settings, {"fetch": given}, lambda place: f"--{place[-1].rpartition('_')[2]}"
    ).fetch


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
