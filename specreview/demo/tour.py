"""The guided tour: eight stops, ten spectra, what each teaches an astronomer."""

from functools import partial

from specreview.demo.beyond import quasar
from specreview.demo.cool import carbon_star, g_star, k_giant, m_giant
from specreview.demo.hot import a_star, cataclysmic_variable, da, dq, outburst
from specreview.demo.instrument import Exposure
from specreview.demo.roles import Role

FIRST_CV = "tour 1 of 8"

TOUR = (
    Role(
        "cv", cataclysmic_variable, "YES", "dwarf nova in quiescence", Exposure(28.0),
        velocity_kms=-40.0, pipeline=("STAR", "CV"),
        tour=f"{FIRST_CV}: broad double-peaked Balmer and He I emission on a blue continuum, "
        "the textbook cataclysmic variable. Answer with Y or N; A agrees with the verdict.",
    ),
    Role(
        "gm", partial(m_giant, bands=1.1), "YES", "M3 III", Exposure(45.0, join_step=-0.04),
        velocity_kms=85.0, pipeline=("STAR", "M3"),
        tour="tour 2 of 8: TiO bands with a strong calcium triplet, and no CaH or Na I 8190: "
        "a giant, not a dwarf. The four panels carry the measured values.",
    ),
    Role(
        "cv", g_star, "NO", "G star, 5577 Å sky residual", Exposure(24.0, sky_residual=70.0),
        velocity_kms=12.0, pipeline=("STAR", "G5"),
        tour="tour 3 of 8: the one strong line stands at 5579 Å (vacuum), where the sky's [O I] "
        "5577 (air) was badly subtracted. No Balmer emission: issue K, sky residual.",
    ),
    Role(
        "wd", da, "YES", "DA", Exposure(32.0),
        velocity_kms=45.0, pipeline=("STAR", "WD"),
        tour="tour 4 of 8, left half: a DA white dwarf. Few Balmer lines, each some 50 Å wide, "
        "and no Balmer jump. Compare the next one.",
    ),
    Role(
        "wd", a_star, "NO", "A1 V", Exposure(60.0),
        velocity_kms=-22.0, pipeline=("STAR", "A1V"),
        tour="tour 4 of 8, right half: an A star. Deep but narrow Balmer lines up to the series "
        "limit; H9 at 3836 Å, weak in the white dwarf, is strong here.",
    ),
    Role(
        "cc", carbon_star, "YES", "C-N", Exposure(40.0),
        velocity_kms=-110.0, pipeline=("STAR", "Carbon"),
        tour="tour 5 of 8, left half: C2 Swan bands with sharp red edges at 4738, 5167 and "
        "5637 Å, and CN, on a red continuum: a carbon star.",
    ),
    Role(
        "cc", dq, "NO", "DQ", Exposure(25.0), velocity_kms=60.0,
        pipeline=("STAR", "CarbonWD"),
        tour="tour 5 of 8, right half: the same Swan bands on a blue continuum: a DQ white "
        "dwarf, which this task does not count as a carbon star.",
    ),
    Role(
        "cv", partial(quasar, fwhm_kms=6_000.0, carbon=32.0), "NO",
        "quasar, Mg II at 6564 Å", Exposure(22.0), redshift=1.3454,
        pipeline=("Unknown", ""), catalogue_redshift=-9999.0,
        tour="tour 6 of 8: one broad line at 6565 Å, but no H beta. The second line at 4477 Å "
        "gives it away: Mg II and C III] of a quasar at z = 1.345.",
    ),
    Role(
        "cv", partial(k_giant, temperature=4_900.0), "NO", "K star, S/N 2", Exposure(2.0),
        velocity_kms=30.0, pipeline=("STAR", "K3"),
        tour="tour 7 of 8: S/N 2. Nothing can be said, so the inspector gives no verdict; U "
        "answers UNSURE, and issue L says why.",
    ),
    Role(
        "cv", outburst, "YES", "dwarf nova in outburst", Exposure(55.0),
        velocity_kms=-40.0, pipeline=("STAR", "A0"), same_sky_as=FIRST_CV,
        tour="tour 8 of 8: the first star again, in outburst. The disc is thick now: wide Balmer "
        "troughs with weak cores of emission. The rules may withhold a verdict here.",
    ),
)  # fmt: skip
