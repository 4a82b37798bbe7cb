"""Plate, fibre and night come from what the survey states, in its own words."""

import pytest

from specreview.elsewhere.whence import Whence, whence
from specreview.spectra.spectrum import Origin


def origin(**details):
    return Origin("f.fits", "x", details=details)


CASES = [
    (origin(**{"plate-mjd-fibre": "0266-51602-0004"}), {}, "", Whence("266", "", 4, "51602")),
    (
        origin(plan="HD123", spectrograph="7", fibre="120", date="2013-02-08T14:02:11"),
        {},
        "",
        Whence("HD123", "7", 120, "2013-02-08"),
    ),
    (origin(), {"TILEID": "80605", "PETAL_LOC": "3", "FIBER": "1742", "NIGHT": "20210205"}, "",
     Whence("80605", "3", 1742, "20210205")),
    (origin(), {}, "/data/spec-3586-55181-0496.fits", Whence("3586", "", 496, "55181")),
    (origin(), {}, "spec-15000-59146-27021597.fits", Whence()),
    (origin(), {}, "spec-56591-EG023131N032619F_sp05-123.fits.gz",
     Whence("EG023131N032619F", "5", 123, "56591")),
    (origin(), {"mjd": "58000.25", "plate": "nan", "fiberid": "x7"}, "a.csv",
     Whence(night="58000")),
    (origin(), {}, "M_star_7.csv", Whence()),
]  # fmt: skip


@pytest.mark.parametrize(("of", "columns", "path", "expected"), CASES)
def test_the_place_of_a_spectrum(of, columns, path, expected):
    assert whence(of, columns, path) == expected
