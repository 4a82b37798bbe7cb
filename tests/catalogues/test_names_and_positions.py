"""Files by the surveys' names; positions as catalogues write them."""

import pytest

from specreview.catalogues.cells import declination, right_ascension
from specreview.catalogues.columns import match_columns
from specreview.catalogues.files import stem, survey_names
from specreview.spectra.file_names import survey_named


@pytest.mark.parametrize(
    ("cells", "name"),
    [
        ({"planid": "GAC105N29B1", "lmjd": "55860", "spid": "2", "fiberid": "7"},
         "spec-55860-GAC105N29B1_sp02-007.fits.gz"),
        ({"PLANID": "HIP5", "LMJD": "58765", "SPID": "12.0", "FIBERID": "134.0"},
         "med-58765-HIP5_sp12-134.fits.gz"),
        ({"plate": "266", "mjd": "51602", "fiberid": "3"}, "spec-0266-51602-0003.fits"),
        ({"plate": "266", "mjd": "51602", "fiberid": "3"}, "spSpec-51602-0266-003.fit"),
        ({"plate": "15005", "mjd": "59167", "fiberid": "271"}, "spec-15005-59167-0271.fits"),
        ({"field": "15000", "mjd": "59146", "catalogid": "4375924064"},
         "spec-015000-59146-04375924064.fits"),
        ({"FIELDID": "15143", "MJD": "59205", "CATALOGID": "27021598108289694"},
         "spec-015143-59205-27021598108289694.fits"),
        ({"survey": "SV3", "program": "dark", "healpix": "26065"}, "coadd-sv3-dark-26065.fits"),
        ({"survey": "main", "faprgrm": "bright", "hpxpixel": "7"}, "spectra-main-bright-7.fits.gz"),
    ],
)  # fmt: skip
def test_surveys_name_their_files_by_rule(cells: dict[str, str], name: str) -> None:
    assert stem(name) in survey_names(match_columns(list(cells)), cells)


@pytest.mark.parametrize(
    ("name", "survey"),
    [
        ("spSpec-51602-0266-003.fit", "SDSS"),
        ("spec-015143-59205-27021598108289694.fits", "SDSS"),
        ("spec-0266-51602-0003.fits.gz", "SDSS"),
        ("med-58765-HIP5_sp12-134.fits.gz", "LAMOST"),
        ("spec-1.fits", None),
    ],
)
def test_a_name_tells_its_survey(name: str, survey: str | None) -> None:
    assert survey_named(name) == survey


def test_a_sentinel_names_no_file() -> None:
    cells = {"plate": "266", "mjd": "51602", "fiberid": "-9999"}
    assert survey_names(match_columns(list(cells)), cells) == []


@pytest.mark.parametrize(
    ("name", "unit", "text", "degrees"),
    [
        ("RA", "deg", "10.5", 10.5),
        ("RA", "hourangle", "10.5", 157.5),
        ("RA [h]", "", "10.5", 157.5),
        ("RA (deg)", "", "10.5", 10.5),
        ("RAJ2000", '"h:m:s"', "10 30 00", 157.5),
        ("ra", "", "10:30", 157.5),
        ("ra", "d:m:s", "157:30:00", 157.5),
        ("ra_1", "rad", "1.5707963267948966", 90.0),
        ("ra", "", "-0.5", 359.5),
        ("ra", "", "10:75:00", None),
        ("ra", "", "99.0", 99.0),
    ],
)
def test_right_ascension_by_its_unit(name, unit, text, degrees) -> None:
    columns = match_columns([name], units={name: unit} if unit else {})
    assert columns.name("ra") == name
    found = right_ascension(text, columns.unit("ra"))
    assert found == (None if degrees is None else pytest.approx(degrees))


def test_a_declination_of_minus_zero_is_south() -> None:
    assert declination("\u221200 30 00") == pytest.approx(-0.5)
    assert declination("-00:00:36") == pytest.approx(-0.01)
