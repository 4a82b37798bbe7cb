"""`specreview tiny-model`: what it writes, what it says next, what it refuses."""

import csv
import shutil

import pytest
from typer.testing import CliRunner

from specreview.cli.main import app
from specreview.errors import SettingsError
from specreview.spectra.readers.registry import read_spectrum
from specreview.tiny import writing
from specreview.tiny.practice_queue import write_practice_queue
from specreview.tiny.practice_spectra import practice_spectra


@pytest.fixture
def run(monkeypatch, tiny_checkpoint):
    """The command, with the training that this machine has done already."""

    def copied(folder, progress):
        progress("learns to see: 10 of 50, loss 0.1")
        shutil.copytree(tiny_checkpoint, folder, dirs_exist_ok=True)

    monkeypatch.setattr(writing, "write_trained_checkpoint", copied)
    return lambda *words: CliRunner().invoke(
        app, ["tiny-model", *map(str, words)], standalone_mode=False
    )


def test_writes_a_checkpoint_and_says_what_to_run_next(run, tmp_path):
    ended = run(tmp_path / "model")
    assert ended.exit_code == 0, ended.exception
    assert (tmp_path / "model" / "model.safetensors").is_file()
    assert f"--inspector local --model {tmp_path / 'model'}" in ended.stdout
    assert "10 of 50" in ended.stderr


def test_refuses_a_folder_in_use(run, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    for words in ((tmp_path,), (tmp_path / "model", "--queue", tmp_path)):
        ended = run(*words)
        assert isinstance(ended.exception, SettingsError)
        assert "not an empty folder" in str(ended.exception)
    assert not (tmp_path / "model").exists()


def test_makes_a_queue_to_practise_on(run, tmp_path):
    ended = run(tmp_path / "model", "--queue", tmp_path / "work", "--count", 3)
    assert ended.exit_code == 0, ended.exception
    assert "queue create practice" in ended.stdout
    with (tmp_path / "work" / "candidates.csv").open() as stream:
        rows = list(csv.DictReader(stream))
    assert [row["label"] for row in rows] == [each.label for each in practice_spectra(0, 3)]
    assert (tmp_path / "work" / "tasks" / "practice.yaml").is_file()


def test_the_app_reads_back_what_was_made(tmp_path):
    (made,) = practice_spectra(0, 1)
    write_practice_queue(tmp_path, [made])
    read = read_spectrum(tmp_path / "spectra" / "practice-000.csv")
    assert read.wavelength.tolist() == made.spectrum.wavelength.tolist()
    assert read.flux.tolist() == made.spectrum.flux.tolist()
