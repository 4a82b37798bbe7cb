"""What an id of SDSS says, against ids that stand in files of the survey."""

import pytest
from astropy.io import fits

from specreview.fetching.sdss import Sdss, SdssAddresses
from specreview.fetching.sdss_ids import Fibre, fibre_of
from specreview.fetching.service import Wanted
from specreview.fetching.trouble import NotThere, Trouble

SAS = "https://data.sdss.org/sas"
ADDRESSES = SdssAddresses(SAS, "https://sparcl", "https://skyserver")


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
    (target,) = Sdss(ADDRESSES, release).targets(Wanted(text, text), None, 2.0)
    return target.stem, target.places


def test_the_address_follows_from_the_id():
    stem, (first, *rest) = places("299492975510054912")
    assert stem == "spec-0266-51602-0013"
    assert first == f"{SAS}/dr17/sdss/spectro/redux/26/spectra/lite/0266/{stem}.fits"
    assert rest == [f"{SAS}/dr17/sdss/spectro/redux/26/spectra/0266/{stem}.fits"]
    assert places("266-51602-13", "dr12")[1][0].startswith(f"{SAS}/dr12/sdss/spectro/redux/26/")


@pytest.mark.parametrize(
    ("text", "release", "address"),
    [
        ("8262056783037880320", "dr17",
         "dr17/eboss/spectro/redux/v5_13_2/spectra/lite/7338/spec-7338-57859-0739.fits"),
        ("8262056783037880320", "dr18",
         "dr18/spectro/sdss/redux/v5_13_2/spectra/lite/7338/spec-7338-57859-0739.fits"),
        ("3586-55181-16", "dr16",
         "dr16/eboss/spectro/redux/v5_13_0/spectra/lite/3586/spec-3586-55181-0016.fits"),
        ("3655-55240-40", "dr12",
         "dr12/boss/spectro/redux/v5_7_0/spectra/lite/3655/spec-3655-55240-0040.fits"),
        ("15170-59292-4570401475", "dr18",
         "dr18/spectro/boss/redux/v6_0_4/spectra/lite/15170p/59292/"
         "spec-15170-59292-04570401475.fits"),
        ("spec-015000-59146-4375924756.fits", "dr19",
         "dr19/spectro/boss/redux/v6_1_3/spectra/lite/015000/59146/"
         "spec-015000-59146-4375924756.fits"),
        ("15078-59187-4291570940", "dr20",
         "dr20/spectro/boss/redux/v6_2_1/spectra/daily/lite/015XXX/015078/59187/"
         "spec-015078-59187-4291570940.fits"),
    ],
)  # fmt: skip
def test_each_release_has_its_own_folders(text, release, address):
    stem, found = places(text, release)
    assert found[0] == f"{SAS}/{address}"
    assert stem == address.rpartition("/")[2].removesuffix(".fits")


def test_the_full_file_is_asked_for_where_there_is_no_lite_one():
    *_, last = places("8262056783037880320")[1]
    assert last.endswith("dr17/sdss/spectro/redux/v5_13_2/spectra/full/7338/"
                         "spec-7338-57859-0739.fits")  # fmt: skip
    *_, last = places("15170-59292-4570401475", "dr18")[1]
    assert "/v6_0_4/spectra/full/15170p/59292/" in last


def test_a_release_before_sdss_v_says_so():
    with pytest.raises(NotThere, match=r"DR17 holds no spectra of SDSS-V.*--release dr19"):
        places("015000-59146-4375924756")


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
