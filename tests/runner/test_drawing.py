"""Pictures drawn in other processes: the same bytes, the same refusals, no process left."""

import os
import signal
import subprocess
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import psutil
import pytest

from specreview.errors import CallError, InspectorError
from specreview.runner.drawing import DrawingProcesses, drawing
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.spectra.window import Window
from specreview.views.rendered import render_view


@pytest.fixture
def spectrum() -> Spectrum:
    wavelength = np.arange(3700.0, 9100.0, 2.0)
    flux = np.random.default_rng(5).normal(10.0, 1.0, wavelength.size)
    good = np.ones(wavelength.size, dtype=bool)
    return Spectrum(wavelength, flux, None, good, ~good, Origin("a.csv", "text", 1))


def children() -> list[psutil.Process]:
    found = psutil.Process().children()
    return [child for child in found if "specreview.runner.drawer" in child.cmdline()]


def test_the_same_pictures_from_several_processes(spectrum: Spectrum) -> None:
    windows = [None, *(Window(4000.0 + 500 * i, 4400.0 + 500 * i) for i in range(5))]
    expected = [render_view(spectrum, window, 0.1, "Spectrum") for window in windows]
    pool = DrawingProcesses(render_view, 2)
    try:
        with ThreadPoolExecutor(4) as threads:
            got = list(threads.map(lambda w: pool(spectrum, w, 0.1, "Spectrum"), windows))
        assert got == expected
        assert len(children()) == 2
        with pytest.raises(CallError, match="available range is 3700"):
            pool(spectrum, Window(9500.0, 9900.0), None, "Spectrum")
    finally:
        pool.close()
    assert children() == []


def test_a_killed_process_is_replaced(spectrum: Spectrum) -> None:
    pool = DrawingProcesses(render_view, 1)
    try:
        first = pool(spectrum, None, None, "Spectrum")
        (child,) = children()
        child.kill()
        child.wait()
        assert pool(spectrum, None, None, "Spectrum") == first
    finally:
        pool.close()


def test_ctrl_c_does_not_reach_the_processes(spectrum: Spectrum) -> None:
    pool = DrawingProcesses(render_view, 1)
    try:
        pool(spectrum, None, None, "Spectrum")
        (child,) = children()
        child.send_signal(signal.SIGINT)
        pool(spectrum, None, None, "Spectrum")
        assert children() == [child]
    finally:
        pool.close()


def test_a_process_whose_parent_is_gone_ends() -> None:
    child = subprocess.Popen(
        [os.sys.executable, "-m", "specreview.runner.drawer"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    child.stdin.close()
    assert child.wait(20) == 0
    child.stdout.close()


def test_a_drawing_that_fails_is_said(spectrum: Spectrum) -> None:
    pool = DrawingProcesses(np.linalg.norm, 1)
    try:
        with pytest.raises(InspectorError, match="could not be drawn: TypeError"):
            pool(spectrum, None, None, "Spectrum")
    finally:
        pool.close()


def test_what_no_process_can_draw_is_drawn_here(
    spectrum: Spectrum, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("specreview.runner.drawing._COMMAND", ("/bin/false",))
    pool = DrawingProcesses(render_view, 2)
    try:
        expected = render_view(spectrum, None, None, "Spectrum")
        assert pool(spectrum, None, None, "Spectrum") == expected
    finally:
        pool.close()


def test_one_worker_needs_no_process() -> None:
    with drawing(render_view, 1) as draw:
        assert draw is render_view
