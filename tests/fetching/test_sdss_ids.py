"""What an id of SDSS says, against ids that stand in files of the survey."""

import pytest
from astropy.io import fits

from specreview.fetching.sdss import Fibre, Sdss, fibre_of
from specreview.fetching.service import Wanted
from specreview.fetching.trouble import Trouble

SAS, SPARCL = "https://data.sdss.org/sas", "https://sparcl"


@pytest.mark.parametrize(
    ("text", "fibre"),
    [
        ("299492975510054912", Fibre(266, 51602, 13, "26")),
        ("8262056783037880320", Fibre(7338, 57859, 739, "v5_13_2")),
        ("4580414899574468608", Fibre(4068, 55445, 924, "v5_7_0")),
        ("-6444647351317147648", fibre_of("12002096722392403968")),
        ("266-51602-13", Fibre(266, 51602, 13)),
        ("spec-0266-51602-0013.fits.gz", Fibre(266, 51602, 13)),
        ("266-51602", None),
        ("39627772183708817", None),
        ("٢٦٦-51602-13", None),
        ("12345678901234567890123", None),
    ],
)
def test_an_id_says_plate_mjd_fibre_and_run(text, fibre):
    assert fibre_of(text) == fibre


@pytest.mark.reference
def test_ids_in_the_surveys_own_files_say_what_their_tables_say(reference):
    seen = 0
    for path in sorted((reference / "spectra").glob("sdss_py*.fits")):
        with fits.open(path, ignore_missing_end=True) as file:
            for hdu in file[1:]:
                names = {name.upper() for name in getattr(hdu, "columns", fits.ColDefs([])).names}
                if names >= {"SPECOBJID", "PLATE", "RUN2D"}:
                    row = hdu.data[0]
                    wanted = Fibre(*(int(row[n]) for n in ("PLATE", "MJD", "FIBERID")),
                                   str(row["RUN2D"]).strip())  # fmt: skip
                    assert fibre_of(str(row["SPECOBJID"])) == wanted
                    seen += 1
    assert seen >= 8


def places(text, release="dr17"):
    (target,) = Sdss(SAS, release, SPARCL).targets(Wanted(text, text), None, 2.0)
    return target.stem, target.places


def test_the_address_follows_from_the_id():
    stem, (first, *rest) = places("299492975510054912")
    assert stem == "spec-0266-51602-0013"
    assert first == f"{SAS}/dr17/sdss/spectro/redux/26/spectra/lite/0266/{stem}.fits"
    assert rest == [f"{SAS}/dr17/sdss/spectro/redux/26/spectra/0266/{stem}.fits"]
    stem, found = places("8262056783037880320")
    assert found[0] == f"{SAS}/dr17/sdss/spectro/redux/v5_13_2/spectra/lite/7338/{stem}.fits"
    assert places("8262056783037880320", "dr18")[1][0].startswith(f"{SAS}/dr18/spectro/sdss/redux/")


def test_without_the_run_the_legacy_ones_are_tried_in_turn():
    assert [place.split("/redux/")[1].split("/")[0] for place in places("266-51602-13")[1]] == [
        "26",
        "103",
        "104",
    ]


def test_an_older_pipeline_in_the_id_does_not_lead_to_an_address_that_is_gone():
    assert all("v5_7_0" not in place for place in places("4580414899574468608")[1])


def test_no_id_is_said_with_the_forms_there_are():
    with pytest.raises(Trouble, match=r"no id of SDSS.*0266-51602-0013"):
        places("M31")
