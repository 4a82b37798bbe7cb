"""`specreview measure`: what the flux shows, in the windows of a task or in any window."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from specreview.cli.options import JsonOption, ObjectOption, TasksOption, WorkspaceOption
from specreview.cli.printing import print_json, print_line
from specreview.cli.windows import WindowOption, check_within, rising, turned

if TYPE_CHECKING:
    from specreview.spectra.redshift import AppliedRedshift
    from specreview.spectra.spectrum import Spectrum
    from specreview.tasks.task import VettingTask


def measure(
    file: Annotated[str, typer.Argument(help="Spectrum file.")],
    task: Annotated[str, typer.Option("--task", help="Key of the task, as in `specreview tasks`.")],
    object_id: ObjectOption = None,
    window: WindowOption = None,
    z: Annotated[
        float | None, typer.Option("--z", help="Redshift; else the file's, by the task's policy.")
    ] = None,
    workspace: WorkspaceOption = Path(),
    tasks: TasksOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure FILE: each diagnostic of a task, or the rest-frame vacuum window LO to HI in Å.

    Equivalent widths are positive in emission; velocities are of the spectrum as it stands.
    """
    from specreview.cli.measure_text import diagnostic_lines, head_lines, window_lines
    from specreview.measure.diagnose import measure_all
    from specreview.measure.facts_json import measurement_facts, whole, window_facts
    from specreview.measure.prepared import prepare
    from specreview.measure.surroundings import with_surroundings
    from specreview.measure.window_facts import measure_window
    from specreview.spectra.readers import read_spectrum

    chosen = _task(task, workspace, tasks)
    limits = None if window is None else rising(window)
    spectrum = read_spectrum(file, object_id)
    applied = _redshift(spectrum, chosen, z)
    prepared = prepare(spectrum, applied.value)
    notes = [*spectrum.origin.notes, *turned(window)]
    if window is not None and limits is not None:
        check_within(window, spectrum, prepared.factor)
        facts = measure_window(prepared, limits)
        body: dict[str, Any] = {"window": window_facts(facts)}
        lines = window_lines(facts)
    else:
        measured = measure_all(prepared, chosen).values()
        found = [with_surroundings(prepared, each) for each in measured]
        body = {"diagnostics": [measurement_facts(each) for each in found]}
        lines = diagnostic_lines(chosen, found)
    if as_json:
        print_json(whole(spectrum, chosen, applied, notes, body))
        return
    for line in [*head_lines(spectrum, chosen, applied, notes), *lines]:
        print_line(line)


def _task(key: str, workspace: Path, folder: Path | None) -> "VettingTask":
    from specreview.errors import SettingsError
    from specreview.settings import own_tasks
    from specreview.tasks.load import load_tasks

    tasks = load_tasks(own_tasks(workspace, folder))
    if key not in tasks:
        raise SettingsError(f"--task {key}: no such task; there are {', '.join(tasks)}")
    return tasks[key]


def _redshift(spectrum: "Spectrum", task: "VettingTask", z: float | None) -> "AppliedRedshift":
    import math

    from specreview.errors import SettingsError
    from specreview.spectra.redshift import marker_redshift

    if z is not None and not (math.isfinite(z) and z > -1.0):
        raise SettingsError(f"--z {z:g}: a redshift is a finite number above -1")
    return marker_redshift(spectrum.origin, task.redshift, z)
