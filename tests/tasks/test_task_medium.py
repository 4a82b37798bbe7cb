"""Air wavelengths of a task file become vacuum as it is read."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specreview.spectra.frames import vacuum_to_air
from specreview.tasks.diagnostics import ContinuumDiagnostic, LineDiagnostic
from specreview.tasks.load import task_from_text

DOCS = (Path(__file__).parents[2] / "docs" / "task-files.md").read_text(encoding="utf-8")
TEXT = DOCS.split("```yaml\n", 1)[1].split("```", 1)[0]
VACUUM = TEXT.replace("medium: air", "medium: vacuum")


def first_rest(text: str) -> float:
    line = task_from_text(text, "x").diagnostics[0]
    assert isinstance(line, LineDiagnostic)
    return line.rest[0]


@pytest.mark.parametrize(
    ("air", "vacuum"),
    [
        # SDSS table of line wavelengths: air and vacuum
        (6562.80, 6564.61),
        (4861.325, 4862.68),
        (4340.464, 4341.68),
        (5006.843, 5008.24),
        (5889.951, 5891.58),
        (8542.09, 8544.44),
    ],
)
def test_known_lines(air: float, vacuum: float) -> None:
    assert first_rest(TEXT.replace("[6562.80]", f"[{air}]")) == pytest.approx(vacuum, abs=0.006)


def test_vacuum_files_are_left_as_they_are() -> None:
    assert first_rest(VACUUM) == 6562.80


def test_windows_looks_and_panels_are_converted_too() -> None:
    air, vacuum = task_from_text(TEXT, "x"), task_from_text(VACUUM, "x")
    slope = air.diagnostic("blue")
    assert isinstance(slope, ContinuumDiagnostic)
    assert slope.windows[0] == pytest.approx((4181.18, 4261.20), abs=0.01)
    assert air.looks[0].window == pytest.approx((6501.80, 6631.83), abs=0.01)
    assert air.panels[0].rest == pytest.approx(6564.61, abs=0.006)
    assert air.panels[3].window is not None
    assert vacuum.panels[3].window == (3700.0, 4000.0)
    assert air.hash != vacuum.hash


def test_velocities_and_widths_are_no_wavelengths() -> None:
    air, vacuum = task_from_text(TEXT, "x"), task_from_text(VACUUM, "x")
    line, same = air.diagnostic("he_i_abs"), vacuum.diagnostic("he_i_abs")
    assert isinstance(line, LineDiagnostic)
    assert isinstance(same, LineDiagnostic)
    assert line.sides_kms == same.sides_kms == (1000.0, 2400.0)
    assert line.ew == same.ew


def test_a_part_may_have_its_own_medium() -> None:
    text = TEXT.replace("rest: [6562.80]", "rest: [6564.61]\n    medium: vacuum")
    assert first_rest(text) == 6564.61
    look = VACUUM.replace("{label: Hα, window:", "{label: Hα, medium: air, window:")
    assert task_from_text(look, "x").looks[0].window[0] == pytest.approx(6501.80, abs=0.01)


@given(st.floats(2000.5, 24_000.0).map(lambda value: round(value, 2)))
def test_the_way_back_ends_where_it_began(air: float) -> None:
    rest = first_rest(TEXT.replace("[6562.80]", f"[{air}]"))
    assert float(vacuum_to_air(rest)) == pytest.approx(air, abs=0.001)
