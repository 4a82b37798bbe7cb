"""`specreview fetch` from end to end, against a server that plays recorded answers."""

import csv
import json
import signal
import subprocess
import sys
from urllib.parse import parse_qs

import pytest

from specreview.fetching import transport
from specreview.fetching.patience import Patience
from specreview.fetching.recorded import Answer
from tests.builders import commanded, until
from tests.fetching.asking import fetch, states

LITE = "/sas/dr17/sdss/spectro/redux/26/spectra/lite/0266"
PROGRAM = [sys.executable, "-c", "from specreview.cli.main import main; main()"]
SPECOBJID = "299492975510054912"


@pytest.fixture
def sdss(server, sdss_file):
    """Two spectra of plate 266 on the server."""
    answers = {
        f"{LITE}/spec-0266-51602-{n:04d}.fits": [Answer(sdss_file(266, 51602, n))]
        for n in (13, 107)
    }
    server.replay(answers)
    return server


def test_fetched_once_then_cached_and_ready_for_a_queue(sdss, workspace, tmp_path, folder):
    workspace()
    code, told, _ = fetch(tmp_path, folder, "sdss", SPECOBJID, "266-51602-107", "266-51602-999")
    assert code == 2, "one of them is unknown to the survey"
    assert states(told) == [
        ("fetched", SPECOBJID), ("fetched", "0266-51602-0107"), ("unknown", None)
    ]  # fmt: skip
    assert told["counts"] == {
        "fetched": 2, "cached": 0, "unknown": 1, "failed": 0, "not tried": 0
    }  # fmt: skip
    assert sorted(path.name for path in folder.iterdir()) == [
        "fetched.csv", "spec-0266-51602-0013.fits", "spec-0266-51602-0107.fits"
    ]  # fmt: skip
    sdss.asked.clear()
    code, told, _ = fetch(tmp_path, folder, "sdss", SPECOBJID, "266-51602-107")
    assert (code, sdss.asked) == (0, [])
    assert told["counts"]["cached"] == 2
    code, out, error = commanded(
        "queue", "create", "q", folder / "fetched.csv", "--task", "cv", "-w", tmp_path
    )
    assert (code, error) == (0, "")
    assert "2 new, 0 changed, 0 unchanged, 0 rejected" in out


def test_off_unless_allowed(sdss, workspace, tmp_path, folder):
    workspace(allowed=False)
    code, _, error = fetch(tmp_path, folder, "sdss", SPECOBJID)
    assert code == 2
    assert "fetching is off" in error
    assert "--network" in error
    assert (sdss.asked, folder.exists()) == ([], False)
    assert fetch(tmp_path, folder, "sdss", SPECOBJID, "--network")[0] == 0


def test_many_are_asked_back(sdss, workspace, tmp_path, folder):
    ids = [f"266-51602-{n}" for n in range(1, 102)]
    code, _, error = fetch(tmp_path, folder, "sdss", *ids)
    assert code == 2
    assert "101 spectra" in error
    assert "--yes" in error
    assert sdss.asked == []
    code, told, _ = fetch(tmp_path, folder, "sdss", "--limit", 1, "266-51602-13", *ids)
    assert (code, len(told["spectra"])) == (0, 1)


def test_a_damaged_file_is_fetched_again(sdss, workspace, tmp_path, folder, sdss_file):
    folder.mkdir()
    damaged = folder / "spec-0266-51602-0013.fits"
    whole = sdss_file(266, 51602, 13)
    for cut in (5000, len(whole) - 900):  # the second has all its flux, not its end
        damaged.write_bytes(whole[:cut])
        _, told, _ = fetch(tmp_path, folder, "sdss", SPECOBJID)
        assert states(told) == [("fetched", SPECOBJID)]
        assert damaged.read_bytes() == whole


def test_another_spectrum_than_asked_for_is_not_kept(
    server, workspace, tmp_path, folder, sdss_file
):
    server.replay({f"{LITE}/spec-0266-51602-0013.fits": [Answer(sdss_file(266, 51602, 14))]})
    code, told, _ = fetch(tmp_path, folder, "sdss", SPECOBJID)
    assert code == 2
    assert "another spectrum (0266-51602-0014)" in told["spectra"][0]["reason"]
    assert [path.name for path in folder.iterdir()] == ["fetched.csv"]


def test_the_same_reason_three_times_ends_the_run(server, workspace, tmp_path, folder):
    page = Answer(b"<html>We are moving house")
    ids = ["27904160", "27904161", "27904162", "27904163", "27904164"]
    server.replay({f"/dr10/v2.0/spectrum/fits/{obsid}": [page] for obsid in ids})
    code, told, _ = fetch(tmp_path, folder, "lamost", *ids)
    assert code == 2
    assert [one["state"] for one in told["spectra"]] == ["failed"] * 3 + ["not tried"] * 2
    assert len(server.asked) == 3


def test_without_a_network_nothing_else_is_tried(workspace, tmp_path, folder, monkeypatch):
    workspace(sdss_url="http://127.0.0.1:9/sas")
    monkeypatch.setattr(transport, "Patience", lambda: Patience(tries=1))
    code, told, _ = fetch(tmp_path, folder, "sdss", SPECOBJID, "266-51602-107")
    assert code == 2
    assert [one["state"] for one in told["spectra"]] == ["failed", "not tried"]
    assert "is there a network" in told["spectra"][0]["reason"]


def test_rows_without_a_file_of_a_catalogue_and_of_a_queue(
    sdss, workspace, tmp_path, folder, sdss_file
):
    folder.mkdir()
    (folder / "spec-0266-51602-0107.fits").write_bytes(sdss_file(266, 51602, 107))
    catalogue = tmp_path / "list.csv"
    with catalogue.open("w", newline="") as file:
        csv.writer(file).writerows([
            ["specobjid", "plate", "mjd", "fiberid", "survey"],
            *[["", "", "", "", "SDSS"]] * 3,
            ["299518814033307648", "266", "51602", "107", "SDSS"],
            [SPECOBJID, "266", "51602", "13", "sdss"],
            ["39627772183708817", "", "", "", "DESI"],
            ["2.99493E+17", "", "", "", "SDSS"],
        ])  # fmt: skip
    code, out, _ = commanded("queue", "create", "q", catalogue, "--task", "cv", "--spectra",
                             folder, "-w", tmp_path)  # fmt: skip
    assert "1 new" in out
    code, told, _ = fetch(tmp_path, folder, "sdss", "--queue", "q")
    assert (code, states(told)) == (0, [("fetched", SPECOBJID)])
    (folder / "spec-0266-51602-0013.fits").unlink()
    code, told, _ = fetch(tmp_path, folder, "sdss", "--from", catalogue)
    assert (told["have_file"], told["other_survey"]) == (1, 1)
    *blank, fetched, lost = told["spectra"]
    assert {one["reason"] for one in blank} == {"missing id"}, "they do not end the run"
    assert (fetched["state"], fetched["id"]) == ("fetched", SPECOBJID)
    assert lost["reason"].startswith("id 2.99493E+17 has lost digits in a spreadsheet")
    _, out, _ = commanded("queue", "create", "q", catalogue, "--task", "cv", "--spectra", folder,
                          "-w", tmp_path)  # fmt: skip
    assert "1 new, 0 changed, 1 unchanged, 5 rejected" in out
    (folder / "spec-0266-51602-0107.fits").unlink()
    code, told, _ = fetch(tmp_path, folder, "sdss", "--queue", "q")
    assert states(told)[0] == ("fetched", "299518814033307648"), "a candidate whose file is gone"


def test_sdss_v_by_name_columns_and_position(server, workspace, tmp_path, folder, sdss_v_file):
    name = "015000-59146-4375924756"
    table = (
        "#Table1\nsas_file,specobjid,ra,dec\n"
        f"spec-{name}.fits,702,150.0001,2.0\nspec-15001-59147-4375924757.fits,703,150.01,2.0\n"
    )
    path = f"/sas/dr19/spectro/boss/redux/v6_1_3/spectra/lite/015000/59146/spec-{name}.fits"
    server.replay({
        "/dr19/SkyServerWS/SearchTools/SqlSearch": [Answer(table.encode())],
        path: [Answer(sdss_v_file(15000, 59146, 4375924756))],
    })  # fmt: skip
    _, told, _ = fetch(tmp_path, folder, "sdss", name)
    assert "--release dr19" in told["spectra"][0]["reason"]
    dr19 = ("sdss", "--release", "dr19")
    _, told, _ = fetch(tmp_path, folder, *dr19, "--at", "150.0 2.0")
    assert states(told) == [("fetched", name)]
    asked = parse_qs(server.paths()[0].partition("?")[2])["cmd"][0]
    assert "FROM allspec WHERE" in asked
    assert "dec BETWEEN 1.99944444 AND 2.00055556" in asked
    columns = tmp_path / "fields.csv"
    columns.write_text("field,mjd,catalogid\n15000,59146,4375924756\n15001,59147,4375924757\n")
    _, told, _ = fetch(tmp_path, folder, *dr19, "--from", columns)
    assert (told["have_file"], told["counts"]["unknown"]) == (1, 1)
    assert states(fetch(tmp_path, folder, *dr19, name)[1]) == [("cached", name)]


def test_killed_half_way_nothing_looks_whole_and_the_next_run_goes_on(
    server, workspace, tmp_path, folder, sdss_file
):
    body = sdss_file(266, 51602, 107)
    second = f"{LITE}/spec-0266-51602-0107.fits"
    answers = {
        f"{LITE}/spec-0266-51602-0013.fits": [Answer(sdss_file(266, 51602, 13))],
        second: [Answer(body, cut=4000, stall=True), Answer(body)],
    }
    server.replay(answers)
    command = [*PROGRAM, "fetch", "sdss", "266-51602-13", "266-51602-107", "--to", folder,
               "-w", tmp_path]  # fmt: skip
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    part = folder / ".spec-0266-51602-0107.part"
    until(part.is_file)
    _, _, error = fetch(tmp_path, folder, "sdss", "266-51602-13")
    assert "another fetch is writing into this folder" in error
    running.send_signal(signal.SIGKILL)
    running.wait()
    part.write_bytes(body[:6000])
    with (folder / "fetched.csv").open("a") as file:
        file.write("12,cut o")
    assert sorted(path.name for path in folder.glob("*.fits")) == ["spec-0266-51602-0013.fits"]
    code, told, _ = fetch(tmp_path, folder, "sdss", "266-51602-13", "266-51602-107")
    assert (code, [state for state, _ in states(told)]) == (0, ["cached", "fetched"])
    assert not part.exists()
    with (folder / "fetched.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["id"] for row in rows] == ["0266-51602-0013", "0266-51602-0107"]
    assert len(server.paths()) == 3


def test_ctrl_c_ends_the_wait_and_says_what_was_not_tried(server, workspace, tmp_path, folder):
    busy = Answer(b"", 503, {"Retry-After": "60"})
    server.replay({f"{LITE}/spec-0266-51602-0013.fits": [busy]})
    command = [*PROGRAM, "fetch", "sdss", SPECOBJID, "266-51602-107", "--to", folder,
               "-w", tmp_path, "--json"]  # fmt: skip
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    until(lambda: server.asked)
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate(timeout=30)
    told = json.loads(out)
    assert running.returncode == 130
    assert [one["state"] for one in told["spectra"]] == ["failed", "not tried"]
