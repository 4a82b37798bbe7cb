"""LAMOST by obsid with a token that stays secret, DESI by TARGETID and position from SPARCL."""

import json
import re

import numpy as np
import pytest
from astropy.io import fits

from specreview.fetching.recorded import Answer
from specreview.spectra.readers import read_spectrum
from tests.builders import commanded
from tests.fetching.asking import fetch, states

TARGETID = 39627772183708817
KEY = "9f2c5c1e-0000-11ee-838b-08002725f1ef"


def test_lamost_by_obsid_under_its_own_name_with_a_token_that_stays_secret(
    server, workspace, tmp_path, folder, lamost_file, monkeypatch
):
    name = "spec-55938-GAC_070N40_V1_sp04-160.fits"
    headers = {"Content-Disposition": f'attachment; filename="{name}.gz"'}
    path = "/dr10/v2.0/spectrum/fits/27904160"

    def play(asked):
        if "token=t0ken" in asked.path:
            return Answer(lamost_file(27904160, name), headers=headers)
        return Answer(b"", 302, {"Location": "/login"})

    server.replay({path: play})
    code, told, _ = fetch(tmp_path, folder, "lamost", "27904160")
    assert code == 2
    assert "set a token: name its environment variable" in told["spectra"][0]["reason"]
    workspace(lamost_token_env="LAMOST_TOKEN")
    code, _, error = fetch(tmp_path, folder, "lamost", "27904160")
    assert (code, "LAMOST_TOKEN is missing" in error) == (2, True)
    monkeypatch.setenv("LAMOST_TOKEN", "t0ken")
    code, told, error = fetch(tmp_path, folder, "lamost", "27904160")
    assert states(told) == [("fetched", "27904160")]
    assert (folder / name).is_file(), "what came is not packed, whatever the service calls it"
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"t0ken" not in kept + json.dumps(told).encode() + error.encode()
    server.asked.clear()
    assert states(fetch(tmp_path, folder, "lamost", "27904160")[1]) == [("cached", "27904160")]
    assert server.asked == []


def test_lamost_by_position_without_a_word_of_tokens(
    server, workspace, tmp_path, folder, lamost_file
):
    near, far = 27904160, 27904161
    table = f"obsid|designation|ra|dec\n{far}|J2|70.01|40.0\n{near}|J1|70.0002|40.0\n"
    server.replay({
        "/cone": [Answer(table.encode())],
        f"/dr10/v2.0/spectrum/fits/{near}": [Answer(lamost_file(near, "a.fits"))],
        "/dr10/v2.0/spectrum/fits/7": [Answer(b'{"error": "no such spectrum"}')],
    })  # fmt: skip
    _, told, _ = fetch(tmp_path, folder, "lamost", "--at", "70.0 40.0")
    assert states(told) == [("fetched", str(near))], "the other is 28 arcsec away"
    assert server.paths() == [
        "/cone?ra=70.0000000&dec=40.0000000&sr=0.0005556&output.fmt=csv",
        f"/dr10/v2.0/spectrum/fits/{near}",
    ]
    server.asked.clear()
    assert states(fetch(tmp_path, folder, "lamost", "--at", "70.0 40.0")[1]) == [
        ("cached", str(near))
    ]
    assert server.asked == [], "what was brought from there is known"
    positions = tmp_path / "positions.csv"
    positions.write_text("ra,dec\n70.0002,40.0\n70.0300,40.0\n")
    commanded(
        "queue", "create", "q", positions, "--task", "cv", "--spectra", folder, "-w", tmp_path
    )
    _, told, _ = fetch(tmp_path, folder, "lamost", "--queue", "q")
    assert [one["wanted"] for one in told["spectra"]] == ["row 3 at 70.03000 +40.00000"]
    code, told, _ = fetch(tmp_path, folder, "lamost", "7")
    assert (code, told["spectra"][0]["state"]) == (2, "unknown")
    assert "no such spectrum" in told["spectra"][0]["reason"]


def test_what_is_no_table_and_a_release_of_lamost_are_refused(workspace, tmp_path, folder, server):
    server.replay({"/cone": [Answer(b"obsid,ra,dec\n1,abc,2\n")]})
    _, told, _ = fetch(tmp_path, folder, "lamost", "--at", "70.0 40.0")
    assert told["spectra"][0]["reason"] == "LAMOST answered a table with rows that break off"
    code, _, error = fetch(tmp_path, folder, "lamost", "7", "--release", "dr9")
    assert (code, "fetch.lamost_url" in error) == (2, True)
    code, _, error = fetch(tmp_path, folder, "sdss", "266-51602-13", "--release", "dr7")
    assert (code, "--release 'dr7': allowed is dr9 or dr12 to dr20" in error) == (2, True)


def test_a_token_in_the_address_itself_is_refused_unshown(workspace, tmp_path, folder):
    workspace(lamost_url="https://www.lamost.org/dr10/{obsid}?token=abc123")
    code, _, error = fetch(tmp_path, folder, "lamost", "27904160")
    assert code == 2
    assert "token={token}" in error
    assert "abc123" not in error


def record(**more):
    axis = np.round(np.arange(3600.0, 3700.0, 0.8), 4)
    return {"sparcl_id": KEY, "specid": TARGETID, "data_release": "DESI-DR1", "_dr": "DESI-DR1",
            "ra": 0.0003, "dec": 10.0, "redshift": 0.31, "redshift_warning": 0,
            "spectype": "GALAXY", "specprimary": True, "wavelength": axis.tolist(),
            "flux": [1.5] * axis.size, "ivar": [4.0] * axis.size,
            "mask": [1, *[0] * (axis.size - 1)]} | more  # fmt: skip


@pytest.fixture
def sparcl(server):
    """One target of DESI, at RA 0.0003: its twin lies 1.5 arcsec away, on the other side of 0."""
    twin = record(sparcl_id="other", specid=TARGETID + 1, ra=359.9999)

    def find(asked):
        search = {key: limits for key, *limits in json.loads(asked.body)["search"]}
        assert search["data_release"] == ["DESI-DR1"]
        found = [
            {name: one[name] for name in ("sparcl_id", "specid", "ra", "dec", "specprimary")}
            for one in (record(), twin)
            if ("specid" in search and one["specid"] in search["specid"])
            or ("ra" in search and search["ra"][0] <= one["ra"] <= search["ra"][1])
        ]
        return _json([{"status": {}}, *found])

    def spectra(asked):
        assert "format=json" in asked.path, "a pickle is never asked for"
        (key,) = json.loads(asked.body)
        return _json([{"status": {}}, record() if key == KEY else twin])

    server.replay({"/api/find/": find, "/api/spectras/": spectra})
    return server


def _json(content):
    return Answer(json.dumps(content).encode(), headers={"Content-Type": "application/json"})


def test_desi_by_targetid_in_desis_own_layout(sparcl, workspace, tmp_path, folder):
    _, told, _ = fetch(tmp_path, folder, "desi", TARGETID, "39627772183708000")
    assert states(told) == [("fetched", str(TARGETID)), ("unknown", None)]
    spectrum = read_spectrum(folder / f"{TARGETID}.fits")
    origin = spectrum.origin
    assert (origin.survey, origin.release) == ("DESI", "DR1 (iron)")
    assert (origin.object_id, origin.redshift, origin.pipeline_class) == (
        str(TARGETID), 0.31, "GALAXY"
    )  # fmt: skip
    assert (spectrum.wavelength.size, spectrum.good[:2].tolist()) == (125, [False, True])
    assert spectrum.ivar[5] == 4.0
    with fits.open(folder / f"{TARGETID}.fits") as file:
        assert file[0].header["SPARCLID"] == KEY
        assert "specreview" in file[0].header["CREATOR"]


def test_records_that_are_none_are_told_and_not_kept(sparcl, workspace, tmp_path, folder):
    odd = record(flux=["a"] * len(record()["flux"]))
    for path, content, reason in (
        ("/api/spectras/", [{}, odd], "is not of numbers"),
        ("/api/find/", [{}, {"sparcl_id": KEY}], "without an id or a position"),
        ("/api/find/", {"errorMessage": "down"}, "something else than records.*down"),
    ):
        sparcl.answers[path] = [_json(content)]
        _, told, _ = fetch(tmp_path, folder, "desi", TARGETID)
        assert re.search(reason, told["spectra"][0]["reason"])
    assert [path.name for path in folder.iterdir()] == ["fetched.csv"]


def test_desi_by_position_over_ra_zero(sparcl, workspace, tmp_path, folder):
    near = ("desi", "--at", "0.0002 10.0", "--radius", 3)
    _, told, _ = fetch(tmp_path, folder, *near)
    assert states(told) == [("fetched", str(TARGETID))], "the nearest alone"
    _, told, _ = fetch(tmp_path, folder, *near, "--every")
    assert [state for state, _ in states(told)] == ["cached", "fetched"], "all there are asked for"
    code, told, _ = fetch(tmp_path, folder, "desi", "--at", "10:00:00 -05:00:00")
    assert (code, told["spectra"][0]["state"]) == (2, "unknown")
    asked = json.loads(sparcl.asked[-1].body)["search"]
    assert asked[0][0] == "ra"
    assert asked[0][1] < 150.0 < asked[0][2]
    assert asked[1] == ["dec", pytest.approx(-5 - 2 / 3600), pytest.approx(-5 + 2 / 3600)]
