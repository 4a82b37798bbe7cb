"""Spectra as records in JSON: SPARCL's in all their forms, plain ones, and what is none."""

import json

import numpy as np
import pytest

from specreview.errors import SpectrumReadError
from specreview.spectra.readers import list_objects, read_spectrum

AXIS = np.linspace(4000.0, 4090.0, 10)


def _record(**changed):
    return {
        "sparcl_id": "13210eb6-9d36-11ee-93d7-525400ad1336",
        "specid": 39627866878514741,
        "data_release": "DESI-DR1",
        "wavelength": AXIS.tolist(),
        "flux": [1.0] * 10,
        "ivar": [4.0] * 9 + [0.0],
        "mask": [0, 4, *[0] * 8],
        "redshift": 0.25,
        "redshift_warning": 4,
        "spectype": "GALAXY",
        "ra": 10.5,
        "dec": -3.25,
    } | changed


@pytest.mark.parametrize("form", ["one", "list", "wrapped", "lines"])
def test_sparcl_s_records_in_all_their_forms(files, form):
    first, second = _record(), _record(specid=11889212318912313344, data_release="BOSS-DR17")
    content = {
        "one": json.dumps(first),
        "list": json.dumps([{"status": {"success": True}}, first, second], indent=1),
        "wrapped": json.dumps({"header": {}, "records": [first, second]}),
        "lines": json.dumps(first) + "\n" + json.dumps(second) + "\n",
    }[form]
    path = files.raw("found.json", content)
    ids = list_objects(path).object_ids
    assert ids == ("39627866878514741", "11889212318912313344")[: len(ids)]
    desi = read_spectrum(path, ids[0])
    assert np.array_equal(desi.wavelength, AXIS)
    assert desi.good.tolist() == [True, False, *[True] * 7, False]
    origin = desi.origin
    assert (origin.survey, origin.release) == ("DESI", "DESI-DR1")
    assert (origin.redshift, origin.redshift_warning, origin.pipeline_class) == (0.25, 4, "GALAXY")
    assert origin.frame == "vacuum (SPARCL convention)"
    if len(ids) > 1:  # SDSS's bit 2 of the AND mask is no fatal one
        boss = read_spectrum(path, ids[1])
        assert (boss.origin.survey, bool(boss.good[1]), bool(boss.warned[1])) == (
            "SDSS",
            True,
            True,
        )


def test_one_bad_record_leaves_the_others(files):
    content = [_record(specid=1, flux=["a"] * 10), _record(specid=2)]
    path = files.raw("two.json", json.dumps(content))
    assert len(read_spectrum(path, "2")) == 10
    with pytest.raises(SpectrumReadError, match='"flux" is no list of numbers'):
        read_spectrum(path, "1")


def test_a_file_that_changed_is_read_anew(files):
    """Files of many objects are kept parsed; by size and time of change, never by name alone."""
    path = files.raw("r.json", json.dumps(_record(specid=1)))
    assert list_objects(path).object_ids == ("1",)
    files.raw("r.json", json.dumps([_record(specid=2), _record(specid=3)]))
    assert list_objects(path).object_ids == ("2", "3")


def test_plain_json_needs_what_text_needs(files):
    plain = {"wavelength_nm": (AXIS / 10).tolist(), "flux": [1, None, *[2] * 8]}
    spectrum = read_spectrum(files.raw("a.json", json.dumps(plain)))
    assert spectrum.wavelength == pytest.approx(AXIS)
    assert spectrum.good.tolist() == [True, False, *[True] * 8]
    assert spectrum.origin.frame == "not stated, taken as vacuum"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (json.dumps(_record(wavelength=[1.0, 2.0])), "10 values of flux and 2 of wavelength"),
        (json.dumps({"flux": [1, 2, 3]}), "a record without wavelengths"),
        (json.dumps({"wave": [1, 2, 3], "flux": [1, 2, 3]}), "without a unit cannot be Å"),
        (json.dumps({"wave": [4e3, 5e3], "flux": ["a", "b"]}), '"flux" is no list of numbers'),
        (json.dumps({"wave": [4e3, 5e3], "flux": [[1], [2]]}), '"flux" is no list of numbers'),
        (json.dumps([{"conversations": []}]), "is JSON, no spectrum; import demonstrations"),
        (json.dumps(_record())[:300], "damaged or truncated"),
        ('[{"a":' + '[{"a":' * 100_000, "is JSON"),
        (
            json.dumps({"wave": [4e3, 5e3], "flux": [float("nan")] * 2}),
            "no pixel has a finite flux",
        ),
    ],
)
def test_json_that_is_no_spectrum_is_refused_with_its_cause(files, content, said):
    with pytest.raises(SpectrumReadError) as refusal:
        read_spectrum(files.raw("a.json", content))
    assert said in str(refusal.value)
    assert len(str(refusal.value)) < 400
