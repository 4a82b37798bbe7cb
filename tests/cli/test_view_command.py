"""`specreview view`: the picture, or one line that says why not."""

import io
import sys

import numpy as np
import pytest
from PIL import Image

from specreview.cli.main import main


def run(monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", ["specreview", "view", *map(str, arguments)])
    with pytest.raises(SystemExit) as stopped:
        main()
    return stopped.value.code


@pytest.fixture
def spectrum_file(tmp_path):
    wavelength = np.arange(4000.0, 7000.0)
    rows = [f"{x},{10 + np.sin(x / 40):.5f},1.0" for x in wavelength]
    path = tmp_path / "carbonstar1.csv"
    path.write_text("\n".join(["wavelength,flux,ivar", *rows]))
    return path


def test_the_picture_is_the_models(monkeypatch, capsys, tmp_path, spectrum_file):
    from specreview.spectra.readers import read_spectrum
    from specreview.spectra.window import Window
    from specreview.views.rendered import render_view

    to = tmp_path / "view.png"
    assert run(monkeypatch, spectrum_file, "--window", 6400, 6700, "--to", to) == 0
    spectrum = read_spectrum(spectrum_file)
    assert to.read_bytes() == render_view(spectrum, Window(6400, 6700), None, "Spectrum")
    with Image.open(io.BytesIO(to.read_bytes())) as image:
        assert image.format == "PNG"
    to.write_bytes(b"mine")
    assert run(monkeypatch, spectrum_file, "--to", to) == 2
    assert (
        "view.png: exists already; choose another name, or --overwrite" in capsys.readouterr().err
    )
    assert to.read_bytes() == b"mine"
    assert run(monkeypatch, spectrum_file, "--to", to, "--overwrite") == 0
    assert to.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("window", "words"),
    [
        ((100, 200), "4000.0 to 6999.0 Å"),
        ((6700, 6700), "two different finite numbers"),
        (("nan", 6400), "finite"),
    ],
)
def test_a_window_that_cannot_be_drawn_is_refused_in_one_line(
    monkeypatch, capsys, tmp_path, spectrum_file, window, words
):
    to = tmp_path / "view.png"
    assert run(monkeypatch, spectrum_file, "--window", *window, "--to", to) == 2
    err = capsys.readouterr().err
    assert words in err
    assert err.count("\n") == 1
    assert not to.exists()


def test_limits_the_other_way_round_are_put_in_order_and_said(
    monkeypatch, capsys, tmp_path, spectrum_file
):
    rising, turned = tmp_path / "rising.png", tmp_path / "turned.png"
    assert run(monkeypatch, spectrum_file, "--window", 6400, 6700, "--to", rising) == 0
    assert "order" not in capsys.readouterr().out
    assert run(monkeypatch, spectrum_file, "--window", 6700, 6400, "--to", turned) == 0
    assert "--window 6700 6400: put in rising order" in capsys.readouterr().out
    assert turned.read_bytes() == rising.read_bytes()


def test_a_folder_that_is_missing_is_named(monkeypatch, capsys, tmp_path, spectrum_file):
    to = tmp_path / "missing" / "view.png"
    assert run(monkeypatch, spectrum_file, "--to", to) == 2
    assert str(to) in capsys.readouterr().err
