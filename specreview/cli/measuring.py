"""`specreview measure`: what the flux shows, in the windows of a task or in any window."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from specreview.cli.options import JsonOption, ObjectOption, TasksOption, WorkspaceOption
from specreview.cli.printing import print_json, print_line

if TYPE_CHECKING:
    from specreview.measure.prepared import Prepared
    from specreview.spectra.redshift import AppliedRedshift
    from specreview.spectra.spectrum import Spectrum
    from specreview.spectra.window import Window
    from specreview.tasks.task import VettingTask


def measure(
    file: Annotated[str, typer.Argument(help="Spectrum file.")],
    task: Annotated[str, typer.Option("--task", help="Key of the task, as in `specreview tasks`.")],
    object_id: ObjectOption = None,
    window: Annotated[
        tuple[float, float] | None,
        typer.Option("--window", metavar="LO HI", help="Limits in rest-frame vacuum Å."),
    ] = None,
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
    limits, turned = _window(window)
    spectrum = read_spectrum(file, object_id)
    applied = _redshift(spectrum, chosen, z)
    prepared = prepare(spectrum, applied.value)
    notes = list(spectrum.origin.notes)
    if turned and window:
        notes.append(f"--window {window[0]:g} {window[1]:g}: put in rising order")
    if limits is not None:
        _within(spectrum, prepared, limits)
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


def _window(limits: tuple[float, float] | None) -> tuple["Window | None", bool]:
    """The window in rising order, and whether it had to be turned."""
    from specreview.errors import SettingsError
    from specreview.spectra.window import Window

    if limits is None:
        return None, False
    try:
        return Window(*sorted(limits)), limits[0] > limits[1]
    except ValueError:
        raise SettingsError(
            f"--window {limits[0]:g} {limits[1]:g}: give two different finite numbers, LO HI, in "
            f"rest-frame vacuum Å"
        ) from None


def _redshift(spectrum: "Spectrum", task: "VettingTask", z: float | None) -> "AppliedRedshift":
    import math

    from specreview.errors import SettingsError
    from specreview.spectra.redshift import marker_redshift

    if z is not None and not (math.isfinite(z) and z > -1.0):
        raise SettingsError(f"--z {z:g}: a redshift is a finite number above -1")
    return marker_redshift(spectrum.origin, task.redshift, z)


def _within(spectrum: "Spectrum", prepared: "Prepared", window: "Window") -> None:
    from specreview.errors import SettingsError

    first, last = (float(spectrum.wavelength[i]) / prepared.factor for i in (0, -1))
    if window.upper < first or window.lower > last:
        raise SettingsError(
            f"--window {window.lower:g} {window.upper:g}: outside the spectrum, which covers "
            f"{first:.1f} to {last:.1f} Å (rest-frame vacuum)"
        )
