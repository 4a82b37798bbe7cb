"""What each reader decides and says, and that a file is opened once and closed always."""

import contextlib
import os
import types
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from astropy.io import fits
from hypothesis import given, settings
from hypothesis import strategies as st

from specreview.errors import SpectrumReadError
from specreview.spectra.quality import der_snr, masked_spike_share, snr, snr_or_estimate
from specreview.spectra.readers import list_objects, read_all, read_spectrum, registry, source
from specreview.spectra.readers.assembly import Pixels, assemble
from specreview.spectra.readers.source import OpenedFile
from specreview.spectra.spectrum import Origin, Spectrum

FIRST, SECOND = "39627772183708817", "39627772183708818"
PLACE = ("tile", "petal", "fibre", "night")
BADCCD, NODATA_LAMOST, BRIGHTSKY = 1, 32, 8


def _open_handles() -> list[str]:
    """The files this process has open, deleted ones too.

    Sockets, pipes and databases are left out: no reader opens any.
    """
    targets = []
    for handle in os.listdir("/proc/self/fd"):  # noqa: PTH208
        with contextlib.suppress(FileNotFoundError):
            targets.append(os.readlink(f"/proc/self/fd/{handle}"))  # noqa: PTH115
    files = [one for one in targets if one.startswith("/") and "specreview.db" not in one]
    return sorted(one for one in files if not one.startswith(("/dev/", "/proc/")))


def _left_open(before: list[str]) -> list[str]:
    """What is open now and was not; threads of other tests may close theirs at any time."""
    return sorted((Counter(_open_handles()) - Counter(before)).elements())


def test_lamost_fatal_bits_are_badccd_and_nodata(files):
    bits = np.zeros(3909)
    bits[:4] = [0, BADCCD, NODATA_LAMOST, BRIGHTSKY]
    spectrum = read_spectrum(files.lamost(rows={3: bits, 4: bits}))
    assert spectrum.good[:4].tolist() == [True, False, False, True]
    assert spectrum.warned[:4].tolist() == [False, True, True, True]


def test_warned_pixels_are_never_excluded(files):
    spectrum = read_spectrum(files.lamost(rows={4: np.full(3909, BADCCD)}))
    assert spectrum.warned.all()
    assert spectrum.good.all()


def test_lamost_facts(files):
    origin = read_spectrum(files.lamost()).origin
    assert (origin.survey, origin.release, origin.object_id) == ("LAMOST", "DR7", "740103002")
    assert (origin.ra, origin.dec) == (158.209454, 35.693413)
    assert (origin.redshift, origin.pipeline_class) == (-0.00021205, "STAR")
    assert origin.details["snr_g"] == "33.93"
    assert origin.details["exposures"] == "3"
    assert origin.frame == "vacuum (header VACUUM = T)"


@pytest.mark.parametrize("edge", [-0.00401983, -0.00402013])
def test_lamost_redshifts_at_the_edge_of_the_fit_are_called_so(files, edge):
    notes = read_spectrum(files.lamost(changed={"Z": edge})).origin.notes
    assert notes == ("z = -0.00402 is the edge of the pipeline's fit, not a measurement",)


def test_lamost_without_an_obsid_is_known_by_the_name_it_was_released_under(files):
    path = files.lamost("renamed.fits", without=("OBSID",))
    expected = "spec-58575-HD103621N361936B01_sp03-002"
    assert read_spectrum(path).origin.object_id == expected


def test_sdss_never_takes_the_telescope_s_position_for_the_object_s(files):
    boresight = {"RA": 100.0, "DEC": 10.0}
    assert read_spectrum(files.sdss(cards=boresight)).origin.ra is None
    fibre = boresight | {"PLUG_RA": 101.5, "PLUG_DEC": 10.5}
    origin = read_spectrum(files.sdss(cards=fibre)).origin
    assert (origin.ra, origin.dec) == (101.5, 10.5)


def test_sdss_without_a_catalogue_row_is_known_by_plate_mjd_and_fibre(files):
    cards = {"PLATEID": 377, "MJD": 52145, "FIBERID": 54}
    path = files.sdss(catalogue=None, cards=cards)
    assert read_spectrum(path).origin.object_id == "0377-52145-0054"


def test_desi_arms_are_combined_by_inverse_variance(files):
    spectrum = read_spectrum(files.desi(), FIRST)
    overlap = (spectrum.wavelength > 5759.9) & (spectrum.wavelength < 5800.1)
    assert spectrum.flux[overlap] == pytest.approx((1 * 1 + 3 * 3) / 4)
    assert spectrum.ivar[overlap] == pytest.approx(4.0)
    assert np.diff(spectrum.wavelength) == pytest.approx(0.8)
    assert len(spectrum) == 7781
    assert any("arms overlap at 5760-5800 Å and 7520-7620 Å" in n for n in spectrum.origin.notes)


def test_desi_a_masked_pixel_has_no_say_where_another_arm_covers_it(files):
    only_red = list(range(2700, 2751))  # the B pixels from 5760 Å on
    spectrum = read_spectrum(files.desi(masked={"B": only_red}), FIRST)
    overlap = (spectrum.wavelength > 5759.9) & (spectrum.wavelength < 5800.1)
    assert spectrum.flux[overlap] == pytest.approx(3.0)
    assert spectrum.good[overlap].all()


def test_desi_any_mask_bit_is_fatal_and_keeps_the_file_s_flux(files):
    spectrum = read_spectrum(files.desi(masked={"B": [5]}), SECOND)
    assert not spectrum.good[5]
    assert (spectrum.flux[5], spectrum.ivar[5]) == (2.0, 1.0)
    assert spectrum.good.sum() == len(spectrum) - 1


def test_desi_each_target_has_its_own_row(files):
    first, second = read_all(files.desi())
    assert second.flux[0] - first.flux[0] == 1.0


def test_desi_exposures_of_one_target_become_one_candidate(files):
    path = files.desi(ids=(7, 8, 7))
    assert list_objects(path).object_ids == ("7", "8")
    spectrum = read_spectrum(path, "7")
    assert spectrum.flux[0] == pytest.approx(2.0)  # rows 0 and 2 hold 1 and 3
    assert spectrum.ivar[0] == pytest.approx(2.0)
    assert "2 exposures of this target combined by inverse variance" in spectrum.origin.notes


def test_desi_states_where_a_target_was_taken_where_all_exposures_agree(files):
    """A row an exposure: two tiles, two fibres of one petal; the other target one tile."""
    path = files.desi(ids=(7, 8))
    columns = {"TARGETID": (7, 7, 8), "TILEID": (100, 200, 200), "PETAL_LOC": (3, 3, 4),
               "FIBER": (1501, 1502, 2003), "NIGHT": (20210406, 20210406, 20210407)}  # fmt: skip
    table = [fits.Column(name, "K", array=np.array(v)) for name, v in columns.items()]
    with fits.open(path, mode="append") as opened:
        opened.append(fits.BinTableHDU.from_columns(table, name="EXP_FIBERMAP"))
    stated = [{k: one.origin.details.get(k) for k in PLACE} for one in read_all(path)]
    assert stated == [
        {"tile": None, "petal": "3", "fibre": None, "night": "20210406"},
        {"tile": "200", "petal": "4", "fibre": "2003", "night": "20210407"},
    ]


def test_desi_the_header_of_a_file_of_one_tile_speaks_where_no_table_does(files):
    path = files.desi(ids=(7,))
    with fits.open(path, mode="update") as opened:
        opened[0].header.update(TILEID=169, PETAL=5, NIGHT=20210419)
    details = read_spectrum(path).origin.details
    assert {k: details.get(k) for k in PLACE} == {
        "tile": "169", "petal": "5", "fibre": None, "night": "20210419",
    }  # fmt: skip


def test_sdss_plate_and_fibre_stand_in_the_header_or_in_the_catalogue_row(files):
    row = {"PLATE": ("J", 266), "MJD": ("J", 51602), "FIBERID": ("J", 4), "Z": ("E", 0.1),
           "SPECTROGRAPHID": ("I", 1)}  # fmt: skip
    details = read_spectrum(files.sdss(row=row)).origin.details
    assert (details["plate-mjd-fibre"], details["spectrograph"]) == ("0266-51602-0004", "1")
    cards = {"PLATEID": 266, "MJD": 51602, "FIBERID": 4}
    details = read_spectrum(files.sdss(cards=cards)).origin.details
    assert details["plate-mjd-fibre"] == "0266-51602-0004"
    assert "spectrograph" not in details


@pytest.mark.parametrize("arms", ["B", "Z", "BZ", "RZ"])
def test_desi_any_set_of_arms_is_read(files, arms):
    spectrum = read_spectrum(files.desi(arms=arms), FIRST)
    missing = [n for n in spectrum.origin.notes if n.endswith("arm missing")]
    assert missing == [f"{a} arm missing" for a in "BRZ" if a not in arms]


def test_a_file_of_several_objects_asks_for_one(files):
    path = files.desi()
    with pytest.raises(SpectrumReadError, match=f"holds 2 objects .{FIRST}, {SECOND}.; name one"):
        read_spectrum(path)
    with pytest.raises(SpectrumReadError, match=f"has no object 99; it holds {FIRST}"):
        read_spectrum(path, "99")


def test_gzip_is_seen_whatever_the_name_says(files):
    plain = read_spectrum(files.lamost())
    hidden = read_spectrum(files.zipped(files.lamost(), "hidden.fits"))
    text = files.raw("a.csv", "wave,flux\n4000,1\n4001,2\n")
    assert np.array_equal(hidden.flux, plain.flux)
    assert read_spectrum(files.zipped(text, "b.csv")).flux.tolist() == [1.0, 2.0]


def test_a_large_gzip_is_unpacked_to_disk(files, monkeypatch):
    monkeypatch.setattr(source, "_IN_MEMORY", 10)
    before = _open_handles()
    spectrum = read_spectrum(files.zipped(files.lamost(), "large.fits.gz"))
    assert len(spectrum) == 3909
    assert _left_open(before) == []


def test_a_file_is_opened_once(files, monkeypatch):
    opened = []

    class Counting(registry.OpenedFile):
        def _open(self):
            opened.append(self.path)
            return super()._open()

    monkeypatch.setattr(registry, "OpenedFile", Counting)
    paths = [files.lamost(), files.sdss(), files.desi(), files.image(CRVAL1=4000.0, CDELT1=1.0)]
    for path in paths:
        list(read_all(path))
    assert opened == [str(p) for p in paths]


def test_2000_files_leave_no_open_handle(files):
    kinds = [
        files.lamost(),
        files.zipped(files.sdss(), "s.fits.gz"),
        files.desi(ids=(1,)),
        files.raw("t.csv", "wave,flux\n4000,1\n4001,2\n"),
        files.raw("bad.fits", b"<html>"),
        files.raw("cut.fits", files.lamost("x.fits").read_bytes()[:30000]),
    ]
    before = _open_handles()
    kept = []
    for number in range(2000):
        try:
            kept.append(read_spectrum(kinds[number % len(kinds)]))
        except SpectrumReadError as refusal:
            kept.append(refusal)
    assert len(kept) == 2000
    assert _left_open(before) == []


def test_a_half_used_read_all_closes_its_file(files):
    before = _open_handles()
    reading = read_all(files.desi())
    next(reading)
    reading.close()
    assert _left_open(before) == []


def test_the_reader_in_the_documentation_works(files, monkeypatch):
    page = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
    code = page.split("```python")[1].split("```")[0]
    assert len(code.strip().splitlines()) <= 20
    module = types.ModuleType("mine")
    vars(module).update(
        OpenedFile=OpenedFile, Spectrum=Spectrum, Pixels=Pixels, Origin=Origin, assemble=assemble
    )
    exec(code, vars(module))
    monkeypatch.setattr(registry, "READERS", (module, *registry.READERS))
    columns = [
        fits.Column(n, "D", array=[4000.0, 4001.0, 4002.0]) for n in ("WAVE", "FLUX", "IVAR")
    ]
    path = files.save(
        "a.fits", [fits.PrimaryHDU(), fits.BinTableHDU.from_columns(columns, name="MYSPEC")]
    )
    spectrum = read_spectrum(path)
    assert (spectrum.origin.reader, len(spectrum)) == ("mine", 3)


@pytest.mark.parametrize("name", ["folder", "missing.fits"])
def test_a_folder_and_a_missing_file_are_refused(files, name):
    (files.folder / "folder").mkdir()
    with pytest.raises(SpectrumReadError, match=name):
        read_spectrum(files.folder / name)


def test_a_masked_spike_is_mentioned(files):
    flux, bits = files.flux.copy(), np.zeros(3909)
    span = float(np.ptp(flux))
    flux[50], bits[50] = flux.max() + span * 9, BADCCD
    spectrum = read_spectrum(files.lamost(rows={0: flux, 3: bits}))
    assert "a masked spike fills 90 % of the model's picture" in spectrum.origin.notes
    assert masked_spike_share(spectrum) == pytest.approx(0.9, abs=1e-3)
    assert spectrum.flux[50] == flux[50]


def test_signal_to_noise_is_the_median_over_good_pixels(files):
    ivar = np.full(3909, 0.25)
    ivar[:2000] = 0.0
    spectrum = read_spectrum(files.lamost(rows={1: ivar}))
    assert snr(spectrum) == pytest.approx(float(np.median(files.flux[2000:])) * 0.5, rel=1e-6)


def test_der_snr_recovers_a_known_signal_to_noise():
    rng = np.random.default_rng(3)
    axis = np.linspace(4000, 8000, 20001)
    flux = 50 + rng.standard_normal(axis.size)
    spectrum = assemble(Pixels(axis, flux), Origin(file="a", reader="text"))
    assert der_snr(spectrum) == pytest.approx(50, rel=0.02)


def test_a_candidates_snr_is_by_the_stated_errors_else_estimated():
    rng = np.random.default_rng(3)
    axis, flux = np.linspace(4000, 8000, 4001), 50 + rng.standard_normal(4001)
    bare = assemble(Pixels(axis, flux), Origin(file="a", reader="text"))
    stated = assemble(Pixels(axis, flux, np.full(4001, 0.25)), Origin(file="a", reader="text"))
    assert snr_or_estimate(bare) == pytest.approx(50, rel=0.05)
    assert snr_or_estimate(stated) == pytest.approx(25, rel=0.01)


def test_der_snr_needs_some_scatter_and_five_pixels():
    few = Pixels(np.arange(4000.0, 4004.0), np.ones(4))
    flat = Pixels(np.arange(4000.0, 4100.0), np.ones(100))
    for pixels in (few, flat):
        assert der_snr(assemble(pixels, Origin(file="a", reader="text"))) is None


@settings(max_examples=150, deadline=None)
@given(
    kind=st.sampled_from(["lamost", "sdss", "desi", "image"]),
    edits=st.lists(
        st.tuples(
            st.one_of(st.integers(0, 11519), st.integers(0, 70000)),
            st.sampled_from(list(b" 0129-.ET'=/~\x7f\xff")),
        ),
        min_size=1,
        max_size=12,
    ),
)
def test_a_damaged_header_is_read_or_refused_never_worse(whole_files, kind, edits):
    content = bytearray(whole_files[kind])
    for position, value in edits:
        content[position % len(content)] = value
    path = whole_files["folder"] / "damaged.fits"
    path.write_bytes(content)
    before = _open_handles()
    message = "damaged.fits"
    try:
        list(read_all(path))
    except SpectrumReadError as refusal:
        message = str(refusal)
    assert "damaged.fits" in message
    assert _left_open(before) == []


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(4000, 4020), st.floats(-100, 100), st.floats(0.1, 10)),
        min_size=2,
        max_size=40,
    ).filter(lambda rows: len({r[0] for r in rows}) > 1)
)
def test_assembling_in_any_order_gives_one_rising_axis_and_the_same_total_weight(rows):
    wave, flux, ivar = (np.array(c, dtype=float) for c in zip(*rows, strict=True))
    spectrum = assemble(Pixels(wave, flux, ivar), Origin(file="a", reader="text"))
    assert np.all(np.diff(spectrum.wavelength) > 0)
    assert set(spectrum.wavelength) == set(wave)
    assert spectrum.ivar.sum() == pytest.approx(ivar.sum())
    assert (spectrum.flux * spectrum.ivar).sum() == pytest.approx((flux * ivar).sum(), abs=1e-6)
