"""The built demo: what is in it, that it says it is synthetic, and that it hides the truth."""

import csv
import filecmp
import gzip
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from astropy.io import fits

from specreview.demo import build_demo
from specreview.errors import SettingsError, SpectrumReadError
from specreview.spectra.quality import snr
from specreview.spectra.readers import list_objects, read_spectrum
from specreview.spectra.spectrum import Spectrum

from .conftest import SEED, Demo

STOPS = (
    "tour 1 of 8", "tour 2 of 8", "tour 3 of 8", "tour 4 of 8, left", "tour 4 of 8, right",
    "tour 5 of 8, left", "tour 5 of 8, right", "tour 6 of 8", "tour 7 of 8", "tour 8 of 8",
)  # fmt: skip


def _spectrum(demo: Demo, row: dict[str, str]) -> Spectrum:
    return read_spectrum(demo.folder / row["path"], row["obsid"])


def test_sixty_spectra_over_five_tasks_and_three_surveys(demo: Demo) -> None:
    tasks = Counter(row["task"] for row in demo.rows)
    assert len(demo.rows) >= 60
    assert set(tasks) == {"cv", "cc", "ss", "gm", "wd"}
    assert min(tasks.values()) >= 9
    assert Counter(row["survey"] for row in demo.rows).keys() == {"LAMOST", "SDSS", "DESI"}
    for task in tasks:
        assert {row["truth"] for row in demo.rows if row["task"] == task} == {"YES", "NO"}


def test_the_tour_comes_first_and_in_order(demo: Demo) -> None:
    assert all(row["tour"].startswith(stop) for row, stop in zip(demo.rows, STOPS, strict=False))
    assert not any(row["tour"] for row in demo.rows[len(STOPS) :])


def test_every_file_but_one_is_read_and_holds_what_the_catalogue_says(demo: Demo) -> None:
    refused = []
    for row in demo.rows:
        try:
            spectrum = _spectrum(demo, row)
        except SpectrumReadError as error:
            refused.append(str(error))
            continue
        origin = spectrum.origin
        assert origin.survey == row["survey"]
        assert (origin.release or "").endswith("synthetic")
        assert origin.object_id == row["obsid"]
        assert (origin.ra, origin.dec) == (float(row["ra"]), float(row["dec"]))
        assert np.isfinite(spectrum.flux).all()
        assert spectrum.good.mean() > 0.97
    assert len(refused) == 1
    assert "truncated" in refused[0]


def test_several_formats_and_a_file_of_many_objects(demo: Demo) -> None:
    readers = Counter(
        (list_objects(path).reader, len(list_objects(path).object_ids) > 1)
        for path in (demo.folder / "spectra").iterdir()
        if "SYNTHETIC08" not in path.name
    )
    assert {("lamost", False), ("sdss", False), ("desi", True)} <= readers.keys()
    tables = [
        path for path in (demo.folder / "spectra").glob("*SYNTHETIC*.gz")
        if b"COADD" in gzip.GzipFile(path).read(6000)
        if "SYNTHETIC08" not in path.name
    ]  # fmt: skip
    assert len(tables) >= 4  # LAMOST's table of DR9 and later


def test_each_header_says_that_it_is_synthetic(demo: Demo) -> None:
    for path in (demo.folder / "spectra").iterdir():
        if "SYNTHETIC08" in path.name:
            continue
        with fits.open(path) as hdus:
            assert hdus[0].header["SYNTHET"] is True
            assert "not an observation" in str(hdus[0].header["COMMENT"])


def test_names_are_the_surveys_own_and_tell_nothing(demo: Demo) -> None:
    patterns = (
        r"spec-\d{5}-SYNTHETIC\d\d_sp\d\d-\d{3}\.fits\.gz", r"spec-160\d\d-\d{5}-\d{4}\.fits",
        r"coadd-synthetic-dark-900\d\d\.fits",
    )  # fmt: skip
    for path in (demo.folder / "spectra").iterdir():
        assert any(re.fullmatch(pattern, path.name) for pattern in patterns), path.name
    ids = [row["obsid"] for row in demo.rows]
    assert len(set(ids)) == len(ids)
    assert all(int(row["obsid"]) > 2**63 for row in demo.rows if row["survey"] == "SDSS")


def test_no_file_holds_its_truth(demo: Demo) -> None:
    # The pipeline's class may be right or wrong; the words of the truth stand nowhere.
    told = {row["truth_class"].encode() for row in demo.rows if len(row["truth_class"]) > 6}
    for path in (demo.folder / "spectra").iterdir():
        content = path.read_bytes()
        if path.suffix == ".gz" and "SYNTHETIC08" not in path.name:
            content = gzip.decompress(content)
        assert not [words for words in told if words in content]


def test_the_second_epoch_is_the_first_star(demo: Demo) -> None:
    first, last = demo.of_tour("tour 1 of 8"), demo.of_tour("tour 8 of 8")
    away = abs(float(first["ra"]) - float(last["ra"])) * 3600
    assert 0 < away < 3
    assert first["dec"] == last["dec"]
    assert first["mjd"] != last["mjd"]


def test_the_sky_residual_is_the_strongest_feature_of_stop_three(demo: Demo) -> None:
    spectrum = _spectrum(demo, demo.of_tour("tour 3 of 8"))
    inside = (spectrum.wavelength > 4500) & (spectrum.wavelength < 7000) & spectrum.good
    peak = spectrum.wavelength[inside][np.argmax(spectrum.flux[inside])]
    assert peak == pytest.approx(5578.9, abs=3)


def test_the_faint_stop_has_snr_two(demo: Demo) -> None:
    assert snr(_spectrum(demo, demo.of_tour("tour 7 of 8"))) == pytest.approx(2.0, abs=0.25)


def test_sentinels_and_wrong_pipeline_classes_are_there(demo: Demo) -> None:
    assert demo.of_tour("tour 6 of 8")["z"] == "-9999.0"
    quasar_by_mistake = [
        row for row in demo.rows
        if row["truth"] == "YES" and row["survey"] == "LAMOST"
        and row["truth_class"] != "broken file"
        and _spectrum(demo, row).origin.pipeline_class == "QSO"
    ]  # fmt: skip
    assert quasar_by_mistake


def test_arms_of_desi_agree_where_they_overlap(demo: Demo) -> None:
    path = next((demo.folder / "spectra").glob("coadd-*"))
    with fits.open(path) as hdus:
        for left, right, lower, upper in (("B", "R", 5760, 5800), ("R", "Z", 7520, 7620)):
            means = [
                hdus[f"{arm}_FLUX"].data[
                    :, (hdus[f"{arm}_WAVELENGTH"].data >= lower)
                    & (hdus[f"{arm}_WAVELENGTH"].data <= upper)
                ].mean(axis=1)
                for arm in (left, right)
            ]  # fmt: skip
            assert means[0] == pytest.approx(means[1], rel=0.1)


def test_the_same_seed_gives_the_same_bytes_and_another_does_not(
    demo: Demo, tmp_path: Path
) -> None:
    build_demo(tmp_path / "again", SEED)
    compared = filecmp.dircmp(demo.folder / "spectra", tmp_path / "again" / "spectra")
    assert compared.left_only == compared.right_only == []
    _, differ, errors = filecmp.cmpfiles(
        compared.left, compared.right, compared.common_files, shallow=False
    )
    assert differ == errors == []
    other = build_demo(tmp_path / "other", SEED + 1)
    first = demo.folder / "candidates.csv"
    assert other.read_bytes() != first.read_bytes()


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(SettingsError, match="choose another --dir"):
        build_demo(tmp_path / "file" / "demo")


def test_a_catalogue_of_ones_own_is_not_written_over(tmp_path: Path) -> None:
    own = tmp_path / "candidates.csv"
    own.write_text("obsid,path\n1,a.fits\n")
    with pytest.raises(SettingsError, match="choose another --dir"):
        build_demo(tmp_path)
    assert own.read_text() == "obsid,path\n1,a.fits\n"
    assert list(tmp_path.iterdir()) == [own]


def test_the_first_ones_are_the_same_files(demo: Demo, tmp_path: Path) -> None:
    catalogue = build_demo(tmp_path, SEED, first=2)
    with catalogue.open(encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert rows == [*demo.rows[:2], demo.rows[-1]], "and the broken file"
    for row in rows:
        assert (tmp_path / row["path"]).read_bytes() == (demo.folder / row["path"]).read_bytes()
