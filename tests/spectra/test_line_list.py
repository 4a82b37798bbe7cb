"""The line list and the sky list: right, readable elsewhere, and complete for the chart."""

import numpy as np
import pytest
from astropy.table import Table

from specreview import resources
from specreview.spectra.frames import air_to_vacuum
from specreview.spectra.lines import all_lines, all_sky_bands, line, sky_bands

# NIST Atomic Spectra Database, vacuum wavelengths (H: weighted mean of the multiplet).
NIST_VACUUM = {
    "ha": 6564.61,
    "hb": 4862.68,
    "hg": 4341.68,
    "he_i_5877": 5877.25,
    "he_ii_4687": 4687.02,
    "ca_k": 3934.78,
    "ca_ii_8544": 8544.44,
    "na_d2": 5891.583,
    "k_i_7701": 7701.08,
    "oiii_5008": 5008.24,
    "nii_6585": 6585.27,
    "sii_6718": 6718.29,
}

ATOMS = {"H I", "He I", "He II", "Ca II", "Na I", "Mg I", "K I", "[O I]", "[O III]"}
SPECIES = ATOMS | {"[N II]", "[S II]", "C2", "CN", "TiO", "CaH", "MgH", "ZrO", "VO", "LaO"}


@pytest.mark.parametrize(("name", "vacuum"), NIST_VACUUM.items())
def test_known_vacuum_wavelengths(name: str, vacuum: float) -> None:
    assert line(name).wavelength == pytest.approx(vacuum, abs=0.02)


def test_each_line_is_its_air_wavelength_converted() -> None:
    table = Table.read(resources.data("lines.ecsv"), format="ascii.ecsv")
    expected = air_to_vacuum(np.asarray(table["air"]))
    assert np.abs(np.asarray(table["wavelength"]) - expected).max() <= 0.051
    assert str(table["wavelength"].unit) == "Angstrom"
    assert table.meta["medium"] == "vacuum"


def test_astropy_reads_the_same_lists() -> None:
    table = Table.read(resources.data("lines.ecsv"), format="ascii.ecsv")
    assert [row["label"] for row in table] == [each.label for each in all_lines()]
    sky = Table.read(resources.data("sky.ecsv"), format="ascii.ecsv")
    assert [float(row["upper"]) for row in sky] == [each.upper for each in all_sky_bands()]


def test_names_and_labels_are_unique_and_wavelengths_rise() -> None:
    lines = all_lines()
    assert 60 <= len(lines) <= 120
    assert len({each.name for each in lines}) == len({each.label for each in lines}) == len(lines)
    wavelengths = [each.wavelength for each in lines]
    assert wavelengths == sorted(wavelengths)
    assert all(each.source for each in lines)


def test_a_label_that_holds_a_number_holds_the_vacuum_wavelength() -> None:
    for each in all_lines():
        last = each.label.split()[-1]
        if last.isdigit():
            assert abs(int(last) - each.wavelength) <= 0.65, each.label


@pytest.mark.parametrize("species", sorted(SPECIES))
def test_the_species_of_the_five_tasks_are_there(species: str) -> None:
    assert any(each.species == species for each in all_lines())


def test_sky_lines_are_in_vacuum() -> None:
    """5577.34 and 6300.30 Å in air; a band in air would still hold the first, not in its middle."""
    bands = {band.name: band for band in all_sky_bands()}
    for name, air in (("oi_5579", 5577.34), ("oi_6302", 6300.30)):
        vacuum = float(air_to_vacuum(air))
        assert bands[name].lower < vacuum < bands[name].upper
    middle = (bands["oi_5579"].lower + bands["oi_5579"].upper) / 2
    assert abs(middle - 5578.89) < 1.0
    assert bands["na_sky"].lower < 5891.58 < 5897.56 < bands["na_sky"].upper


def test_each_survey_has_its_own_joins() -> None:
    def joins(survey: str | None) -> set[str]:
        return {band.name for band in sky_bands(survey) if band.kind == "join"}

    assert joins("LAMOST") == {"join_lamost"}
    assert joins("SDSS") == {"join_sdss"}
    assert joins("desi") == {"join_desi_br", "join_desi_rz"}
    assert joins("Gaia") == joins("") == joins(None) == set()
    assert len({band.name for band in all_sky_bands() if band.kind == "join"}) == 4
    assert {b.kind for b in sky_bands("Gaia")} == {"telluric", "sky"}


def test_bands_are_intervals() -> None:
    assert all(3000 < band.lower < band.upper < 11_000 for band in all_sky_bands())


def test_an_unknown_line_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        line("unobtainium")
