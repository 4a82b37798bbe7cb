"""Damaged files of many objects: read or refused in one line that names them, never worse."""

import json

import numpy as np
import pytest
from astropy.io import fits
from astropy.io.votable import from_table, writeto
from astropy.table import Table

from specreview.errors import SpectrumReadError
from specreview.spectra.readers import by_specutils, list_objects, read_spectrum, registry

SIZE = 40
JUNK = np.frombuffer(b"0123456789-+.eE '\"=,()[]{}<>/nNaT\x00\xff", "u1")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The bytes of one small file of each kind, by its name."""
    folder = tmp_path_factory.mktemp("arrays")
    axis, ones = np.linspace(4000, 4100, SIZE), np.ones((2, SIZE))
    multispec = fits.PrimaryHDU(ones)
    multispec.header.update({"CTYPE1": "MULTISPE", "CTYPE2": "MULTISPE", "CD1_1": 1.0})
    spec = 'spec{0} = "{0} 9 2 4000. 2.5 40 0. 1. 2. 1. 0. 1 3 1. 40. 4050. 50. 0.1"'
    text = "wtype=multispec " + spec.format(1) + " " + spec.format(2)
    for n in range(0, len(text), 68):
        multispec.header[f"WAT2_{n // 68 + 1:03d}"] = text[n : n + 68]
    fits.HDUList([multispec]).writeto(folder / "multispec.fits")
    fibres = fits.PrimaryHDU(ones)
    fibres.header.update({"CRVAL1": 4000.0, "CDELT1": 2.5, "CRPIX1": 1.0})
    names = [fits.Column("NAME", "8A", array=["a", "b"])]
    names += [fits.Column(k, "D", array=np.array([0.1, 0.2])) for k in ("RA", "DEC")]
    table = fits.BinTableHDU.from_columns(names, name="FIBRES")
    fits.HDUList([fibres, fits.ImageHDU(ones, name="VARIANCE"), table]).writeto(folder / "2df.fits")
    rows = fits.PrimaryHDU(np.array([axis / 1e4, ones[0], ones[0]]))
    rows.header.update({"XUNITS": "um", "YUNITS": "Wm-2um-1", "WAVETYPE": "Vacuum"})
    rows.writeto(folder / "spex.fits")
    orders = {"SPORDER": [1, 2], "WAVELENGTH": [axis, axis + 80], "FLUX": ones, "ERROR": ones}
    Table(orders | {"DQ": ones.astype("i2")}).write(folder / "x1d.fits")
    listed = ["(" + ", ".join(map(str, v)) + ")" for v in (axis, ones[0])]
    Table({"source_id": [1, 2], "flux": ones, "wl": [axis, axis]}).write(folder / "gaia.fits")
    (folder / "v.csv").write_text(f'id,wave,flux\n7,"{listed[0]}","{listed[1]}"\n')
    writeto(from_table(Table({"wave": axis, "flux": ones[0]})), str(folder / "t.vot"))
    record = {"specid": 1, "data_release": "DESI-DR1", "wavelength": axis.tolist()}
    (folder / "r.json").write_text(json.dumps([record | {"flux": ones[0].tolist()}]))
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.parametrize(
    "name",
    [
        "multispec.fits",
        "2df.fits",
        "spex.fits",
        "x1d.fits",
        "gaia.fits",
        "v.csv",
        "t.vot",
        "r.json",
    ],
)
def test_damaged_files_are_read_or_refused_never_worse(whole, tmp_path, name, monkeypatch):
    ours = tuple(r for r in registry.READERS if r is not by_specutils)  # whose import takes seconds
    monkeypatch.setattr(registry, "READERS", ours)
    content, rng = whole[name], np.random.default_rng(len(name))
    path = tmp_path / name
    path.write_bytes(content)
    ids = list_objects(path).object_ids
    assert len(read_spectrum(path, ids[0])) >= SIZE
    refusals = []
    for trial in range(40):
        damaged = np.frombuffer(content, "u1").copy()
        places = rng.integers(0, min(damaged.size, 3 * 2880), size=1 + trial % 6)
        damaged[places] = rng.choice(JUNK, size=places.size)
        keep = damaged.size if trial % 4 else int(damaged.size * rng.random())
        path.write_bytes(damaged[:keep].tobytes())
        try:
            read_spectrum(path, list_objects(path).object_ids[0])
        except SpectrumReadError as refusal:
            refusals.append(str(refusal))
    assert len(refusals) >= 5
    assert all(name in said and "\n" not in said and len(said) < 500 for said in refusals)
