"""A maker of small survey files: real FITS and text on disk, written by astropy."""

import gzip
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from astropy.io import fits

START, STEP, SIZE = 3.5682, 1e-4, 3909
HALPHA_VACUUM = 6564.61

LAMOST_CARDS: dict[str, Any] = {
    "TELESCOP": "LAMOST",
    "DATA_V": "LAMOST DR7",
    "OBSID": 740103002,
    "FILENAME": "spec-58575-HD103621N361936B01_sp03-002.fits",
    "RA": 158.209454,
    "DEC": 35.693413,
    "CLASS": "STAR",
    "SUBCLASS": "K5",
    "Z": -0.00021205,
    "SNRG": 33.93,
    "NEXP": 3,
    "VACUUM": True,
    "HELIO": True,
    "HELIO_RV": 25.3,
    "COEFF0": START,
    "COEFF1": STEP,
    "CRVAL1": START,
    "CD1_1": STEP,
    "CRPIX1": 1,
    "CTYPE1": "LINEAR",
    "DC-FLAG": 1,
    "WFITTYPE": "LOG-LINEAR",
}


class SpectrumFiles:
    """Writes files of known content into one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        rng = np.random.default_rng(20)
        self.axis = 10 ** (START + STEP * np.arange(SIZE))
        line = 40 * np.exp(-0.5 * ((self.axis - HALPHA_VACUUM) / 4) ** 2)
        self.flux = (100 + 2 * rng.standard_normal(SIZE) - line).astype(np.float32)

    def save(
        self, name: str, hdus: Sequence[fits.PrimaryHDU | fits.ImageHDU | fits.BinTableHDU]
    ) -> Path:
        path = self.folder / name
        fits.HDUList(list(hdus)).writeto(path, overwrite=True)
        return path

    def raw(self, name: str, content: bytes | str) -> Path:
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def lamost(
        self,
        name: str = "lamost.fits",
        *,
        third: np.ndarray | None = None,
        changed: Mapping[str, Any] | None = None,
        without: Sequence[str] = (),
        rows: Mapping[int, np.ndarray] | None = None,
    ) -> Path:
        """(5, N) big-endian float32: flux, ivar, wavelength, and-mask, or-mask."""
        array = np.zeros((5, SIZE))
        array[0], array[1] = self.flux, 0.25
        array[2] = self.axis if third is None else third
        for row, values in (rows or {}).items():
            array[row] = values
        primary = fits.PrimaryHDU(array.astype(">f4"))
        self._cards(primary.header, LAMOST_CARDS, changed, without)
        return self.save(name, [primary])

    def lamost_table(
        self,
        name: str = "lamost_dr9.fits",
        *,
        axis: str = "WAVELENGTH",
        one_row: bool = True,
        extra: Sequence[str] = (),
        changed: Mapping[str, Any] | None = None,
        without: Sequence[str] = ("COEFF0", "COEFF1", "CRVAL1", "CD1_1", "CRPIX1", "CTYPE1"),
    ) -> Path:
        stored = np.log10(self.axis) if axis == "LOGLAM" else self.axis
        values = {
            "FLUX": self.flux,
            "IVAR": np.full(SIZE, 0.25),
            axis: stored,
            "ANDMASK": np.zeros(SIZE),
            "ORMASK": np.zeros(SIZE),
        }
        form = f"{SIZE}E" if one_row else "E"
        columns = [
            fits.Column(n, form, array=np.asarray(v, "f4")[None, :] if one_row else v)
            for n, v in values.items()
        ]
        primary = fits.PrimaryHDU()
        self._cards(primary.header, LAMOST_CARDS, changed, without)
        tables = [fits.BinTableHDU.from_columns(columns, name=n) for n in (*extra, "COADD")]
        return self.save(name, [primary, *tables])

    def sdss(
        self,
        name: str = "spec.fits",
        *,
        catalogue: str | None = "SPALL",
        row: Mapping[str, tuple[str, Any]] | None = None,
        and_mask: Sequence[int] = (),
        or_mask: Sequence[int] = (),
        cards: Mapping[str, Any] | None = None,
        tables: Sequence[str] = ("COADD",),
        upper: bool = False,
    ) -> Path:
        """A spec file; masks are given for the first pixels."""
        masks = [np.zeros(SIZE, "i4"), np.zeros(SIZE, "i4")]
        for mask, bits in zip(masks, (and_mask, or_mask), strict=True):
            mask[: len(bits)] = bits
        values = {
            "flux": ("E", self.flux),
            "loglam": ("E", np.log10(self.axis)),
            "ivar": ("E", np.full(SIZE, 0.25)),
            "and_mask": ("J", masks[0]),
            "or_mask": ("J", masks[1]),
        }
        columns = [
            fits.Column(n.upper() if upper else n, f, array=v) for n, (f, v) in values.items()
        ]
        primary = fits.PrimaryHDU()
        primary.header.update(dict(cards or {}))
        hdus = [primary, *(fits.BinTableHDU.from_columns(columns, name=n) for n in tables)]
        if catalogue:
            cells = row or {
                "Z": ("E", 0.1),
                "CLASS": ("6A", "GALAXY"),
                "SPECOBJID": ("22A", "11889212318912313344"),
            }
            table = [fits.Column(n, f, array=np.array([v])) for n, (f, v) in cells.items()]
            hdus.append(fits.BinTableHDU.from_columns(table, name=catalogue))
        return self.save(name, hdus)

    def desi(
        self,
        name: str = "coadd.fits",
        *,
        arms: str = "BRZ",
        ids: Sequence[int] = (39627772183708817, 39627772183708818),
        fibermap: str = "FIBERMAP",
        masked: Mapping[str, Sequence[int]] | None = None,
        redshifts: Mapping[int, float] | None = None,
        compressed: bool = False,
        values: Mapping[str, tuple[float, float]] | None = None,
    ) -> Path:
        """Constant arms (flux, ivar): B 1, 1; R 3, 3; Z 1, 1; row k adds k to the flux."""
        limits = {"B": (3600.0, 5800.0), "R": (5760.0, 7620.0), "Z": (7520.0, 9824.0)}
        levels = {"B": (1.0, 1.0), "R": (3.0, 3.0), "Z": (1.0, 1.0)} | dict(values or {})
        targets = fits.Column("TARGETID", "K", array=np.array(ids))
        hdus: list[Any] = [
            fits.PrimaryHDU(),
            fits.BinTableHDU.from_columns([targets], name=fibermap),
        ]
        for arm in arms:
            low, high = limits[arm]
            axis = np.round(np.arange(low, high + 0.4, 0.8), 4)
            flux = levels[arm][0] + np.arange(len(ids))[:, None] + np.zeros((1, axis.size))
            mask = np.zeros(flux.shape, "i4")
            mask[:, list((masked or {}).get(arm, ()))] = 4
            kind = fits.CompImageHDU if compressed else fits.ImageHDU
            hdus += [
                fits.ImageHDU(axis, name=f"{arm}_WAVELENGTH"),
                fits.ImageHDU(flux.astype("f4"), name=f"{arm}_FLUX"),
                fits.ImageHDU(np.full(flux.shape, levels[arm][1], "f4"), name=f"{arm}_IVAR"),
                kind(mask, name=f"{arm}_MASK"),
            ]
            hdus[-3].header["BUNIT"] = "10**-17 erg/(s cm2 Angstrom)"
        if redshifts is not None:
            columns = [
                fits.Column("TARGETID", "K", array=np.array(list(redshifts))),
                fits.Column("Z", "D", array=np.array(list(redshifts.values()))),
                fits.Column("ZWARN", "K", array=np.zeros(len(redshifts), int)),
                fits.Column("SPECTYPE", "6A", array=np.array(["STAR"] * len(redshifts))),
            ]
            hdus.append(fits.BinTableHDU.from_columns(columns, name="REDSHIFTS"))
        return self.save(name, hdus)

    def image(self, name: str = "image.fits", *, size: int = 100, **cards: Any) -> Path:
        """A one-axis image with the given cards (underscores as they stand, DC_FLAG is DC-FLAG)."""
        primary = fits.PrimaryHDU(np.linspace(1, 2, size, dtype=np.float32))
        for keyword, value in cards.items():
            primary.header["DC-FLAG" if keyword == "DC_FLAG" else keyword] = value
        return self.save(name, [primary])

    def zipped(self, path: Path, name: str) -> Path:
        return self.raw(name, gzip.compress(path.read_bytes()))

    @staticmethod
    def _cards(
        header: fits.Header,
        cards: Mapping[str, Any],
        changed: Mapping[str, Any] | None,
        without: Sequence[str],
    ) -> None:
        for keyword, value in (dict(cards) | dict(changed or {})).items():
            if keyword not in without:
                header[keyword] = value


@pytest.fixture
def files(tmp_path: Path) -> SpectrumFiles:
    return SpectrumFiles(tmp_path)


@pytest.fixture(scope="session")
def whole_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The bytes of one file of each kind, and a folder to write damaged ones into."""
    made = SpectrumFiles(tmp_path_factory.mktemp("whole"))
    paths = {
        "lamost": made.lamost(),
        "sdss": made.sdss(),
        "desi": made.desi(),
        "image": made.image(size=3000, CRVAL1=4000.0, CDELT1=1.0),
    }
    return {"folder": made.folder} | {kind: path.read_bytes() for kind, path in paths.items()}
