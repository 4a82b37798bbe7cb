"""Whatever is asked: exit code 0 or 2, one line on stderr, JSON that parses, no traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from specreview.cli import main as command_line
from specreview.cli.inspecting import by_cause
from specreview.cli.printing import one_line
from specreview.errors import StoreError
from tests.builders import commanded

SPECTRUM = "wavelength,flux,error\n" + "".join(f"{w},{1 + w % 7},0.5\n" for w in range(4000, 7000))


def _run(folder: Path, *args: object, **env: str) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-c", "from specreview.cli.main import main; main()"]
    return subprocess.run(
        [*command, *map(os.fsencode, map(str, args))],
        capture_output=True, cwd=folder, env=os.environ | env, timeout=120,
    )  # fmt: skip


def _called(monkeypatch: pytest.MonkeyPatch, *args: object) -> int:
    """The exit code of `specreview ARGS` in this process."""
    monkeypatch.setattr(sys, "argv", ["specreview", *map(str, args)])
    with pytest.raises(SystemExit) as ended:
        command_line.main()
    assert isinstance(ended.value.code, int)
    return ended.value.code


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("nonsense",), "No such command 'nonsense'; see `specreview --help`"),
        (("read",), "see `specreview read --help`"),
        (("read", "--id"), "see `specreview read --help`"),
        (("queue", "create", "q", ".", "--task"), "see `specreview queue create --help`"),
        (("read", "gone\nfile.fits"), r"gone\nfile.fits: no such file"),
        (("read", "\x1b[31mred.fits"), r"\x1b[31mred.fits: no such file"),
        (("view", "a.csv", "--window", "x", "y", "--to", "a.png"), "--window"),
        (("view", "a.csv", "--to", "a.csv"), "ends in .png"),
        (("queue", "create", "q"), "see `specreview queue create --help`"),
        (("queue", "create", "", ".", "--task", "cv"), "no name"),
        (("queue", "create", "a\nb", ".", "--task", "cv"), r"queue 'a\nb'"),
        (("queue", "create", "a" * 101, ".", "--task", "cv"), "100 at most"),
        (("queue", "create", "q", "empty", "--task", "cv"), "no file is in this folder"),
        (("queue", "create", "q", "a.csv", "--task", "cv", "--spectra", "gone"), "no such folder"),
        (("queue", "create", "q", "header.csv", "--task", "cv"), "no rows"),
        (("queue", "list", "--db", "sqlite://"), "in memory"),
        (("tasks", "-w", "gone"), "no such folder"),
        (("tasks", "-w", "a" * 300), "cannot be opened: File name too long"),
        (("queue", "list", "--db", "a" * 300), "cannot be read: File name too long"),
        (("view", "a.csv", "--to", "gone/a.png"), "there is no folder gone; make it first"),
        (("serve", "--port", "70000"), "--port"),
        (("export", "q", "all", "--to", "x.csv"), "'disagreements', 'traces'"),
        (("export", "q", "current", "--to", "x.xlsx"), ".csv, .ecsv, .fits, .vot,"),
    ],
)
def test_one_line_and_exit_code_2(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    args: tuple[str, ...],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text(SPECTRUM)
    (tmp_path / "empty").mkdir()
    (tmp_path / "header.csv").write_text("obsid,path\n")
    assert _called(monkeypatch, *args) == 2
    out, err = capfd.readouterr()
    assert out == ""
    assert len(err.splitlines()) == 1
    assert said in err
    assert (tmp_path / "a.csv").read_text() == SPECTRUM


@pytest.mark.parametrize("args", [(), ("queue",)])
def test_without_a_command_the_help_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], args: tuple[str, ...]
) -> None:
    assert _called(monkeypatch, *args) == 0
    assert "Usage" in capsys.readouterr().out


def test_a_fault_of_the_program_is_one_line_and_its_traceback_can_be_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(**_options: object) -> None:
        raise ZeroDivisionError("nobody thought of this")

    monkeypatch.setattr(command_line, "app", broken)
    assert _called(monkeypatch) == 2
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1
    assert "ZeroDivisionError: nobody thought of this" in err
    monkeypatch.setenv("SPECREVIEW_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        command_line.main()


@pytest.mark.parametrize(
    "written", [b"\xff\xfe", b"[" * 100_000, b"[]", b"", b'{"workers": 1e999}', b'{"x": 1}']
)
def test_broken_settings_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
    written: bytes,
) -> None:  # fmt: skip
    (tmp_path / "settings.json").write_bytes(written)
    assert _called(monkeypatch, "queue", "list", "-w", tmp_path) == 2
    err = capsys.readouterr().err
    assert len(err.splitlines()) == 1
    assert "settings.json: " in err
    assert ": : " not in err


def test_settings_of_an_editor_that_writes_a_byte_order_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "settings.json").write_bytes(b'\xef\xbb\xbf{"workers": 1}')
    assert _called(monkeypatch, "queue", "list", "-w", tmp_path) == 0


@pytest.mark.parametrize("name", ["50%20 done", "what?", "a#b", "天体", "mode=ro&x"])
def test_the_database_lies_in_its_workspace_whatever_the_folders_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / name).mkdir()
    assert _called(monkeypatch, "queue", "list", "-w", tmp_path / name) == 0
    assert [each.name for each in tmp_path.iterdir()] == [name]
    assert (tmp_path / name / "specreview.db").is_file()


@pytest.mark.skipif(sys.platform != "linux", reason="names of undecodable bytes are a Linux matter")
def test_a_name_that_is_not_utf8_is_one_reject(tmp_path: Path) -> None:
    spectra = tmp_path / "spectra"
    spectra.mkdir()
    (spectra / "good.csv").write_text(SPECTRUM)
    (spectra / os.fsdecode(b"bad\xff.csv")).write_text(SPECTRUM)
    made = _run(tmp_path, "queue", "create", "q", spectra, "--task", "cv", "--json")
    assert (made.returncode, made.stderr) == (0, b"")
    report = json.loads(made.stdout)
    assert report["new"] == 1
    assert [one["name"] for one in report["rejected"]] == [r"bad\udcff.csv"]
    assert "not UTF-8" in report["rejected"][0]["reason"]
    read = _run(tmp_path, "read", "--json", spectra / os.fsdecode(b"bad\xff.csv"))
    assert len(json.loads(read.stdout)) == 1


def test_a_latin_terminal_still_gets_its_answer_and_json(tmp_path: Path) -> None:
    (tmp_path / "天.csv").write_text(SPECTRUM)
    told = _run(tmp_path, "read", "天.csv", PYTHONIOENCODING="latin-1")
    assert (told.returncode, told.stderr) == (0, b"")
    assert rb"\u5929.csv" in told.stdout
    asked = _run(tmp_path, "read", "--json", "天.csv", PYTHONIOENCODING="ascii")
    assert json.loads(asked.stdout)[0]["file"] == "天.csv"


def test_foreign_text_keeps_to_its_line() -> None:
    assert one_line("Hα 6563 Å, 天体") == "Hα 6563 Å, 天体"
    assert one_line("a\nb\x1b[2J\u202e\udcff") == r"a\nb\x1b[2J\u202e\udcff"


def test_failures_of_one_cause_are_one_line() -> None:
    full = str(StoreError("x.db: the disk is full"))
    failures = [f"{i}: {full}" for i in range(48)] + ["7: a.fits: no such file"]
    assert by_cause(failures) == [f"0 and 47 more: {full}", "7: a.fits: no such file"]


def test_a_pipe_is_refused_and_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    os.mkfifo(tmp_path / "pipe.fits")
    (tmp_path / "good.csv").write_text(SPECTRUM)
    assert b"is a pipe" in _run(tmp_path, "read", "pipe.fits").stderr
    monkeypatch.chdir(tmp_path)
    _, made, _ = commanded("queue", "create", "q", ".", "--task", "cv", "--json")
    rejected = {one["name"]: one["reason"] for one in json.loads(made)["rejected"]}
    assert "is a pipe" in rejected["pipe.fits"]


def test_a_title_that_the_font_lacks_warns_nobody(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(SPECTRUM)
    drawn = _run(tmp_path, "view", "a.csv", "--title", "天", "--to", "a.png")
    assert (drawn.returncode, drawn.stderr) == (0, b"")


def test_rejects_come_in_the_order_of_the_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.csv").write_text(SPECTRUM)
    (tmp_path / "list.csv").write_text('obsid,path\n3.9E+16,a.csv\n5\n"1\n2",a.csv\n7,gone.csv\n')
    monkeypatch.chdir(tmp_path)
    _, made, _ = commanded("queue", "create", "q", "list.csv", "--task", "cv", "--json")
    rejected = json.loads(made)["rejected"]
    assert [one["row"] for one in rejected] == sorted(one["row"] for one in rejected)
    assert len(rejected) == 4
    assert "unseen character" in rejected[2]["reason"]
