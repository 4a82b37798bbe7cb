"""A picture of each failure: the whole spectrum and the windows that decide."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from specreview.measure.prepared import prepare
from specreview.tasks.task import VettingTask

from .judge import Finding

_NAME = str.maketrans({" ": "_", "/": "", ",": ""})


def plot_failures(task: VettingTask, findings: Sequence[Finding], folder: Path) -> None:
    """One PNG for each wrong answer, missed positive and verdict without coverage."""
    folder.mkdir(parents=True, exist_ok=True)
    for f in findings:
        if f.outcome in ("FP", "FN", "none+", "uncovered!"):
            name = f.case.name.split(".fit")[0].translate(_NAME)
            _plot(task, f).savefig(folder / f"{task.key}_{f.outcome}_{name}.png", dpi=70)


def _plot(task: VettingTask, f: Finding) -> Figure:
    figure = Figure(figsize=(15, 8), layout="constrained")
    looks = task.looks[:3]
    grid = figure.add_gridspec(2, len(looks))
    prepared = prepare(f.case.spectrum, None)
    windows = [(float(prepared.wavelength[0]), float(prepared.wavelength[-1]))]
    windows += [look.window for look in looks]
    for place, window in enumerate(windows):
        axes = figure.add_subplot(grid[0, :] if place == 0 else grid[1, place - 1])
        part = prepared.between(*window)
        _draw(axes, prepared.wavelength[part], prepared.flux[part])
    figure.suptitle(
        f"{task.key}: {f.outcome}, truth {f.truth}, {f.case.name} ({f.case.label}), "
        f"S/N {f.case.snr:.1f}, score {f.score:.2f}\n{f.words}",
        fontsize=9,
    )
    return figure


def _draw(axes: Axes, wavelength: np.ndarray, flux: np.ndarray) -> None:
    axes.plot(wavelength, flux, color="0.75", lw=0.6)
    smooth = np.convolve(flux, np.ones(5) / 5, "same")
    axes.plot(wavelength, smooth, color="k", lw=0.8)
    if flux.size:
        low, high = np.quantile(flux, (0.005, 0.998))
        axes.set_ylim(low - 0.1 * (high - low), high + 0.15 * (high - low))
    axes.set_xlabel("rest wavelength, vacuum Å")
