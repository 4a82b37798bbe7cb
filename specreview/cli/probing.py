"""`specreview probe`: what an inspector says where the answer is known, or where there is none."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from specreview.cli.inspector_options import InspectorOptions, takes_inspector
from specreview.cli.options import JsonOption, TasksOption, WorkspaceOption
from specreview.cli.printing import print_json, print_line

if TYPE_CHECKING:
    from specreview.probe.subjects import Kind, Subject


@takes_inspector
def probe(
    options: InspectorOptions,
    task: Annotated[
        str | None, typer.Option("--task", help="Probe this task alone, with more objects.")
    ] = None,
    small: Annotated[
        bool, typer.Option("--small", help="One task and few changes, for a slow model.")
    ] = False,
    draw: Annotated[
        int | None, typer.Option("--draw", min=0, help="Another number, other noise.")
    ] = None,
    workspace: WorkspaceOption = Path(),
    tasks: TasksOption = None,
    as_json: JsonOption = False,
) -> None:
    """Try an inspector on synthetic spectra before a night's run; needs no queue, keeps nothing.

    Known objects and look-alikes, pure noise and a flat line; then the known ones again under
    another title, without or with masked spikes, shifted, noisier and cropped: verdicts that
    flip are listed, each with why that matters.
    """
    from dataclasses import asdict

    from specreview.agent.events import Limits
    from specreview.inspectors.choices import chosen
    from specreview.probe.probing import SEED, SMALL, USUAL, Probe, chosen_tasks, run_probe
    from specreview.probe.wording import lines
    from specreview.settings import load_settings, own_tasks, with_given
    from specreview.tasks.load import load_tasks

    given = options.given(workspace)
    settings = with_given(load_settings(workspace), given)
    size = SMALL if small else USUAL
    plan = Probe(
        tasks=chosen_tasks(load_tasks(own_tasks(workspace, tasks)), task, size),
        size=size,
        seed=SEED if draw is None else draw,
        limits=Limits(turns=settings.turn_limit),
        workers=settings.workers,
        known=_known,
    )
    found = run_probe(plan, chosen(settings).build, _show_progress)
    if as_json:
        print_json(asdict(found))
        return
    for line in lines(found):
        print_line(line)


def _known(task: str, each: int, seed: int) -> "list[Subject]":
    """The demo's objects; those of the tiny checkpoint's practice task are made with it."""
    from specreview.probe.subjects import Subject, known_objects
    from specreview.tiny.practice_spectra import practice_spectra, practice_task

    if task != practice_task().key:
        return known_objects(task, each, seed)
    made = practice_spectra(seed, 16 * each)
    kinds: dict[str, Kind] = {"YES": "positive", "NO": "look-alike"}
    chosen = [one for label in kinds for one in [one for one in made if one.label == label][:each]]
    return [
        Subject(f"lines {one.lines}, {one.kind}, {number}", task, kinds[one.label], one.spectrum)
        for number, one in enumerate(chosen, start=1)
    ]


def _show_progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        typer.echo(f"\r{done} of {total} inspected", nl=done == total, err=True)
