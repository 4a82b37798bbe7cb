"""`specreview measure`: the table, the JSON, and one line for each input that is wrong."""

import json
import sys

import numpy as np
import pytest
from astropy.io import fits

from specreview.cli.main import main


def run(monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", ["specreview", "measure", *map(str, arguments)])
    with pytest.raises(SystemExit) as stopped:
        main()
    return stopped.value.code


@pytest.fixture(scope="module")
def spectrum_file(tmp_path_factory):
    """Hα of 30 Å and 800 km/s at S/N 50 on a flat continuum."""
    wavelength = 10 ** np.arange(np.log10(3800.0), np.log10(9000.0), 1e-4)
    width = 800.0 / 2.35482 * 6564.61 / 299792.458
    flux = 1 + 30.0 / (width * np.sqrt(2 * np.pi)) * np.exp(
        -0.5 * ((wavelength - 6564.61) / width) ** 2
    )
    flux += np.random.default_rng(2).normal(0, 0.02, wavelength.size)
    rows = [f"{x:.4f},{10 * y:.6f},25.0" for x, y in zip(wavelength, flux, strict=True)]
    path = tmp_path_factory.mktemp("measure") / "star.csv"
    path.write_text("\n".join(["wavelength,flux,ivar", *rows]))
    return path


def test_a_line_a_diagnostic(monkeypatch, capsys, spectrum_file):
    assert run(monkeypatch, spectrum_file, "--task", "cv") == 0
    lines = capsys.readouterr().out.splitlines()
    alpha = next(line for line in lines if line.strip().startswith("Hα emission"))
    assert " present " in alpha
    assert "EW 30" in alpha or "EW 29" in alpha
    assert any(" absent " in line for line in lines)


def test_a_window_in_words(monkeypatch, capsys, spectrum_file):
    assert run(monkeypatch, spectrum_file, "--task", "cv", "--window", 6650, 6450) == 0
    out = capsys.readouterr().out
    assert "put in rising order" in out
    assert "6450 to 6650 Å, rest-frame vacuum" in out
    assert "nearest listed line Hα" in out
    assert "absorption  nothing above" in out


def test_a_line_whose_wing_alone_reaches_in_is_said_to_lie_outside(
    monkeypatch, capsys, spectrum_file
):
    window = ("--window", 6572, 6700)
    assert run(monkeypatch, spectrum_file, "--task", "cv", *window) == 0
    assert "its centre lies outside the window" in capsys.readouterr().out
    assert run(monkeypatch, spectrum_file, "--task", "cv", *window, "--json") == 0
    line = json.loads(capsys.readouterr().out)["window"]["emission"]
    assert line["centre_vacuum_angstrom"] == pytest.approx(6564.61, abs=0.5)
    assert line["centre_in_window"] is False


def test_what_the_reader_assumed_and_where_each_number_counts_from_are_said(
    monkeypatch, capsys, spectrum_file
):
    assert run(monkeypatch, spectrum_file, "--task", "cv") == 0
    out = capsys.readouterr().out
    assert "note: air or vacuum not stated, taken as vacuum" in out
    slope = next(line for line in out.splitlines() if "Blue continuum" in line)
    assert "absent at 0.00, present at −1.00" in slope
    assert "[4180–6150]" in slope


def test_json_of_a_window(monkeypatch, capsys, spectrum_file):
    assert run(monkeypatch, spectrum_file, "--task", "cv", "--window", 6450, 6650, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["schema"] == 1
    line = found["window"]["emission"]
    assert abs(line["ew_angstrom"] - 30.0) < 4 * line["ew_error_angstrom"]
    assert line["centre_vacuum_angstrom"] == pytest.approx(6564.61, abs=0.3)
    assert line["centre_air_angstrom"] == pytest.approx(6562.8, abs=0.3)
    assert line["nearest_line"] == "Hα"
    assert found["window"]["absorption"] is None


def test_json_of_a_task_holds_no_nan(monkeypatch, capsys, spectrum_file):
    assert run(monkeypatch, spectrum_file, "--task", "wd", "--json") == 0
    out = capsys.readouterr().out
    found = json.loads(out, parse_constant=pytest.fail)
    states = {each["state"] for each in found["diagnostics"]}
    assert states <= {"present", "absent", "cannot tell"}
    assert all("ew_angstrom" in each for each in found["diagnostics"])


def test_a_redshift_moves_the_window(monkeypatch, capsys, spectrum_file):
    arguments = ("--task", "cv", "--window", 5900, 6060, "--z", 0.1, "--json")
    assert run(monkeypatch, spectrum_file, *arguments) == 0
    line = json.loads(capsys.readouterr().out)["window"]["emission"]
    assert line["centre_vacuum_angstrom"] == pytest.approx(6564.61 / 1.1, abs=0.3)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--task", "nova"), "there are cc, cv, gm, ss, wd"),
        (("--task", "cv", "--window", 9500, 9600), "3800.0 to 8998"),
        (("--task", "cv", "--window", "nan", 6600), "finite"),
        (("--task", "cv", "--window", 6500, 6500), "different"),
        (("--task", "cv", "--z", "nan"), "redshift"),
        (("--task", "cv", "--id", "7"), "no object 7"),
    ],
)
def test_each_wrong_option_is_one_line(monkeypatch, capsys, spectrum_file, options, words):
    assert run(monkeypatch, spectrum_file, *options) == 2
    told = capsys.readouterr()
    assert words in told.err
    assert told.err.count("\n") == 1
    assert told.out == ""


def test_files_that_cannot_be_measured(monkeypatch, capsys, tmp_path):
    page = tmp_path / "page.fits"
    page.write_text("<html>gone</html>")
    assert run(monkeypatch, page, "--task", "cv") == 2
    assert "HTML" in capsys.readouterr().err
    assert run(monkeypatch, tmp_path / "none.fits", "--task", "cv") == 2
    assert "no such file" in capsys.readouterr().err


def test_a_file_of_several_lists_its_ids(monkeypatch, capsys, tmp_path):
    path = tmp_path / "coadd.fits"
    axis = np.round(np.arange(3600, 5800, 0.8), 4)
    ids = fits.Column("TARGETID", "K", array=[39627772183708817, -7])
    fits.HDUList(
        [
            fits.PrimaryHDU(),
            fits.BinTableHDU.from_columns([ids], name="FIBERMAP"),
            fits.ImageHDU(axis, name="B_WAVELENGTH"),
            fits.ImageHDU(np.ones((2, axis.size), "f4"), name="B_FLUX"),
            fits.ImageHDU(np.full((2, axis.size), 25, "f4"), name="B_IVAR"),
        ]
    ).writeto(path)
    assert run(monkeypatch, path, "--task", "cv") == 2
    told = capsys.readouterr().err
    assert "39627772183708817, -7" in told
    assert "--id" in told or "by its id" in told
    assert run(monkeypatch, path, "--task", "cv", "--id", "-7") == 0
