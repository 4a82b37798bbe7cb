"""The demo's other objects: for each task some of its class and the look-alikes around it."""

from functools import partial

from specreview.demo import cool
from specreview.demo.beyond import emission_galaxy, planetary_nebula, quasar, quiet_galaxy
from specreview.demo.cool import carbon_star, m_dwarf, m_giant, s_star
from specreview.demo.hot import (
    a_star,
    be_star,
    cataclysmic_variable,
    da,
    db,
    dc,
    do,
    dq,
    dz,
    f_star,
    magnetic_da,
    polar,
    subdwarf_b,
    wd_and_m_dwarf,
)
from specreview.demo.instrument import Exposure
from specreview.demo.roles import Role

CV_ROLES = (
    Role("cv", partial(cataclysmic_variable, halpha=110.0, outer_kms=780.0), "YES",
         "dwarf nova, high inclination", Exposure(16.0), "sdss", 25.0, pipeline=("STAR", "CV")),
    Role("cv", partial(cataclysmic_variable, halpha=35.0, outer_kms=330.0, donor=0.6), "YES",
         "dwarf nova, red donor", Exposure(20.0), "lamost", -70.0, pipeline=("QSO", ""),
         catalogue_redshift=0.308259),
    Role("cv", polar, "YES", "polar", Exposure(15.0), "sdss", 150.0, pipeline=("STAR", "CV")),
    Role("cv", partial(cataclysmic_variable, halpha=22.0, outer_kms=420.0, slope=-2.4, donor=0.02),
         "YES", "nova-like", Exposure(30.0, masked=2), "lamost_table", 10.0,
         pipeline=("STAR", "CV")),
    Role("cv", partial(cataclysmic_variable, halpha=70.0, donor=0.3), "YES", "dwarf nova",
         Exposure(9.0), "desi", -15.0),
    Role("cv", partial(m_dwarf, bands=1.3, activity=6.0), "NO", "M4 Ve", Exposure(25.0),
         "lamost", 18.0, pipeline=("STAR", "dM4")),
    Role("cv", be_star, "NO", "Be", Exposure(70.0), "lamost", -30.0, pipeline=("STAR", "B6")),
    Role("cv", emission_galaxy, "NO", "galaxy, z = 0.052", Exposure(14.0), "sdss", 0.0, 0.052,
         ("GALAXY", "STARFORMING")),
    Role("cv", planetary_nebula, "NO", "planetary nebula", Exposure(12.0), "lamost", 35.0,
         pipeline=("GALAXY", ""), catalogue_redshift=0.0),
    Role("cv", quasar, "NO", "quasar, z = 0.31", Exposure(18.0), "desi", 0.0, 0.3107,
         ("QSO", "")),
    Role("cv", wd_and_m_dwarf, "NO", "WD and M dwarf", Exposure(20.0), "sdss", 40.0,
         pipeline=("STAR", "WD")),
    Role("cv", cool.symbiotic, "NO", "symbiotic", Exposure(35.0), "lamost", -60.0,
         pipeline=("STAR", "M4")),
)  # fmt: skip

CC_ROLES = (
    Role("cc", partial(carbon_star, strength=1.3, temperature=3_400.0), "YES", "C-N, cool",
         Exposure(35.0), "lamost", 40.0, pipeline=("STAR", "Carbon")),
    Role("cc", partial(carbon_star, strength=0.75, temperature=4_600.0), "YES", "C-R",
         Exposure(22.0, join_step=0.12), "lamost_table", -20.0, pipeline=("STAR", "K5")),
    Role("cc", cool.ch_star, "YES", "CH", Exposure(40.0), "sdss", -210.0,
         pipeline=("STAR", "Carbon")),
    Role("cc", partial(carbon_star, strength=0.85, temperature=4_300.0), "YES", "dwarf carbon",
         Exposure(14.0), "desi", 95.0),
    Role("cc", carbon_star, "YES", "C-N", Exposure(10.0), "lamost", 15.0,
         pipeline=("STAR", "Carbon")),
    Role("cc", cool.k_dwarf, "NO", "K7 V", Exposure(30.0), "lamost", -5.0,
         pipeline=("STAR", "K7")),
    Role("cc", partial(m_giant, bands=1.6), "NO", "M5 III", Exposure(40.0), "lamost", 22.0,
         pipeline=("STAR", "M5")),
    Role("cc", partial(dq, strength=0.35), "NO", "DQ", Exposure(18.0), "sdss", 30.0,
         pipeline=("STAR", "CarbonWD")),
    Role("cc", cool.barium_star, "NO", "Ba star", Exposure(50.0), "lamost", 8.0,
         pipeline=("STAR", "G8")),
    Role("cc", partial(m_dwarf, bands=0.7), "NO", "M1 V", Exposure(25.0), "desi", -33.0),
)  # fmt: skip

SS_ROLES = (
    Role("ss", s_star, "YES", "S4", Exposure(40.0), "lamost", 30.0, pipeline=("STAR", "M2")),
    Role("ss", partial(s_star, zirconium=1.3, titanium=0.0), "YES", "S5, pure ZrO",
         Exposure(45.0), "lamost_table", -45.0, pipeline=("STAR", "K7")),
    Role("ss", partial(s_star, zirconium=1.0, titanium=0.6), "YES", "S3 with TiO",
         Exposure(50.0), "sdss", 12.0, pipeline=("STAR", "M4")),
    Role("ss", partial(s_star, zirconium=1.2, titanium=0.2), "YES", "S6", Exposure(30.0),
         "lamost", 77.0, pipeline=("STAR", "M1")),
    Role("ss", partial(m_giant, bands=0.9), "NO", "M2 III", Exposure(50.0), "lamost", -18.0,
         pipeline=("STAR", "M2")),
    Role("ss", partial(m_giant, bands=2.0, temperature=3_300.0), "NO", "M6 III", Exposure(40.0),
         "lamost", 55.0, pipeline=("STAR", "M6")),
    Role("ss", carbon_star, "NO", "C-N", Exposure(35.0), "sdss", -90.0,
         pipeline=("STAR", "Carbon")),
    Role("ss", cool.k_giant, "NO", "K3 III", Exposure(60.0), "lamost", 5.0,
         pipeline=("STAR", "K3")),
    Role("ss", partial(m_dwarf, bands=1.2), "NO", "M3 V", Exposure(28.0), "desi", 20.0),
)  # fmt: skip

GM_ROLES = (
    Role("gm", partial(m_giant, bands=0.8), "YES", "M2 III", Exposure(35.0), "lamost", -40.0,
         pipeline=("STAR", "M2")),
    Role("gm", partial(m_giant, bands=1.5), "YES", "M4 III", Exposure(50.0, masked=3),
         "lamost_table", 130.0, pipeline=("STAR", "M4")),
    Role("gm", partial(m_giant, bands=2.0, temperature=3_350.0), "YES", "M6 III", Exposure(25.0),
         "sdss", -15.0, pipeline=("STAR", "M6")),
    Role("gm", partial(m_giant, bands=1.2), "YES", "M3 III, S/N 9", Exposure(9.0), "desi", 60.0),
    Role("gm", partial(m_dwarf, bands=0.7), "NO", "M1 V", Exposure(30.0), "lamost", 14.0,
         pipeline=("STAR", "gM0")),
    Role("gm", partial(m_dwarf, bands=1.3), "NO", "M4 V", Exposure(30.0, join_step=0.1),
         "lamost", -8.0, pipeline=("STAR", "dM4")),
    Role("gm", partial(m_dwarf, bands=1.8, activity=4.0), "NO", "M6 Ve", Exposure(20.0), "sdss",
         35.0, pipeline=("STAR", "M6")),
    Role("gm", cool.k_giant, "NO", "K3 III", Exposure(55.0), "lamost", -75.0,
         pipeline=("STAR", "K3")),
    Role("gm", carbon_star, "NO", "C-N", Exposure(38.0), "lamost", 20.0,
         pipeline=("STAR", "M3")),
    Role("gm", quiet_galaxy, "NO", "galaxy, z = 0.11", Exposure(15.0), "sdss", 0.0, 0.11,
         ("GALAXY", "")),
)  # fmt: skip

WD_ROLES = (
    Role("wd", partial(da, temperature=25_000.0, depth=0.42, fwhm=52.0), "YES", "DA, hot",
         Exposure(25.0), "sdss", 25.0, pipeline=("STAR", "WD")),
    Role("wd", partial(da, temperature=12_500.0, depth=0.6, fwhm=44.0), "YES", "DA",
         Exposure(14.0), "lamost", 50.0, pipeline=("STAR", "WD")),
    Role("wd", db, "YES", "DB", Exposure(25.0), "sdss", 35.0, pipeline=("STAR", "B6")),
    Role("wd", dz, "YES", "DZ", Exposure(22.0), "lamost", 40.0, pipeline=("STAR", "F5")),
    Role("wd", dq, "YES", "DQ", Exposure(30.0), "lamost_table", 20.0,
         pipeline=("STAR", "CarbonWD")),
    Role("wd", dc, "YES", "DC", Exposure(25.0), "desi", 0.0),
    Role("wd", do, "YES", "DO", Exposure(35.0), "sdss", 30.0, pipeline=("STAR", "WD")),
    Role("wd", magnetic_da, "YES", "DAH", Exposure(26.0), "sdss", 0.0, pipeline=("STAR", "WD")),
    Role("wd", partial(a_star, temperature=8_200.0, fwhm=13.0), "NO", "A5 V", Exposure(45.0),
         "lamost", 15.0, pipeline=("STAR", "A5V")),
    Role("wd", f_star, "NO", "F5 V", Exposure(50.0), "lamost", -28.0, pipeline=("STAR", "F5")),
    Role("wd", subdwarf_b, "NO", "sdB", Exposure(40.0), "desi", -12.0),
)  # fmt: skip

CAST = (*CV_ROLES, *CC_ROLES, *SS_ROLES, *GM_ROLES, *WD_ROLES)
