"""What the rules of the five tasks make of textbook measurements: look-alikes lose their YES.

The measurements are written down, not taken from flux, so that only the task files are on trial.
"""

from collections.abc import Mapping

import pytest

from specreview.measure.assessment import Assessment, assess
from specreview.measure.measurement import Measurement
from specreview.tasks.diagnostics import (
    BandheadDiagnostic,
    ContinuumDiagnostic,
    Diagnostic,
    IndexDiagnostic,
    LineDiagnostic,
    UnlistedEmissionDiagnostic,
)
from specreview.tasks.load import load_tasks

TASKS = load_tasks()

Facts = Mapping[str, float | tuple[float, float] | dict[str, float]]


def _presence(diagnostic: Diagnostic, value: float, fwhm: float | None) -> float:
    if isinstance(diagnostic, BandheadDiagnostic):
        return diagnostic.ratio.presence(value)
    if isinstance(diagnostic, IndexDiagnostic):
        return diagnostic.value.presence(value)
    if isinstance(diagnostic, ContinuumDiagnostic):
        return diagnostic.slope.presence(value)
    if isinstance(diagnostic, UnlistedEmissionDiagnostic):
        return diagnostic.ew.presence(value)
    assert isinstance(diagnostic, LineDiagnostic)
    presence = diagnostic.ew.presence(value) if diagnostic.ew else 1.0
    if diagnostic.fwhm_kms and fwhm is not None:
        presence *= diagnostic.fwhm_kms.presence(fwhm)
    return presence


def measured(
    diagnostic: Diagnostic, fact: float | tuple[float, float] | dict[str, float]
) -> Measurement:
    """A measurement at high S/N: a value, (EW, FWHM in km/s), or any quantities by name."""
    extra: dict[str, float] = {}
    fwhm: float | None = None
    if isinstance(fact, dict):
        extra = dict(fact)
        value = extra.pop("value")
        fwhm = extra.get("fwhm_kms")
    elif isinstance(fact, tuple):
        value, fwhm = fact
        extra = {"fwhm_kms": fwhm}
    else:
        value = fact
    presence = extra.pop("presence", _presence(diagnostic, value, fwhm))
    emission = -value if diagnostic.kind == "absorption" else value
    return Measurement(
        name=diagnostic.name,
        label=diagnostic.label,
        kind=diagnostic.kind,
        presence=presence,
        value=value,
        error=0.02,
        significance=extra.pop("significance", 20.0 * value),
        ew=emission,
        velocity_kms=extra.pop("velocity_kms", 0.0),
        contrast=extra.pop("contrast", 0.1 * value),
        lines=int(extra.pop("lines", 0)),
        covered=1.0,
        snr=50.0,
        **extra,  # type: ignore[arg-type]
    )


def judged(key: str, facts: Facts) -> Assessment:
    """The assessment when all is looked at; what `facts` lacks could not be measured."""
    task = TASKS[key]
    measurements = {
        each.name: measured(each, facts[each.name])
        if each.name in facts
        else Measurement(each.name, each.label, each.kind, None, reason="not covered")
        for each in task.diagnostics
        if each.kind != "rule"
    }
    return assess(task, measurements)


QUIET: Facts = {"he_i": 0.0, "he_ii": 0.0, "oiii_5008": 0.0, "oiii_4960": 0.0, "sii": 0.0}
QUIET_CV: Facts = {**QUIET, "c_iv": 0.0, "unlisted": 0.0, "tio5": 1.0, "tio6159": 1.0}
CV: Facts = {
    **QUIET_CV,
    "ha_em": (63.0, 1335.0),
    "hb_em": (28.0, 1300.0),
    "hg_em": 15.0,
    "hd_em": 10.0,
    "broad": (63.0, 1335.0),
    "he_i": 8.0,
    "he_ii": 7.0,
    "blue": -1.7,
}
"""The median of the CVs that the task file quotes."""

QUASAR: Facts = {
    **QUIET_CV,
    "ha_em": (40.0, 1500.0),
    "broad": (40.0, 1500.0),
    "hb_em": 0.0,
    "hg_em": 0.0,
    "hd_em": 0.0,
    "blue": -1.0,
    "unlisted": 60.0,
}
"""[O III] at z = 0.309 on Hα, and Mg II or Hβ elsewhere."""


def test_the_median_cv_is_a_cv() -> None:
    assessment = judged("cv", CV)
    assert assessment.verdict == "YES"
    assert assessment.score > 0.95
    assert assessment.rules_fired == ()


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("planetary nebula", {"oiii_5008": 900.0, "oiii_4960": 300.0, "ha_em": (800.0, 1150.0)}),
        ("quasar", QUASAR),
        (
            "active M dwarf",
            {
                "ha_em": (8.0, 150.0), "broad": (8.0, 150.0), "hb_em": (6.0, 150.0), "hg_em": 5.0,
                "he_i": 0.0, "he_ii": 0.0, "blue": 3.0, "tio5": 0.4, "tio6159": 0.7,
            },
        ),
        (
            "Be star",
            {
                "ha_em": (30.0, 330.0), "broad": (30.0, 330.0), "hb_em": (2.0, 300.0),
                "hg_em": -2.0, "hd_em": -3.0, "he_i": -0.5, "he_ii": 0.0, "blue": -2.5,
            },
        ),
        (
            "Wolf-Rayet star",
            {"c_iv": 200.0, "ha_em": (60.0, 2500.0), "he_ii": 300.0, "blue": -2.5},
        ),
        (
            "supernova",
            {
                "ha_em": {"value": 30.0, "fwhm_kms": 900.0, "velocity_kms": 550.0},
                "hb_em": {"value": 12.0, "fwhm_kms": 900.0, "velocity_kms": 540.0},
            },
        ),
        ("A star", {**QUIET_CV, "ha_em": -8.0, "broad": -8.0, "hb_em": -9.0, "ha_core": 0.0,
                    "hg_em": -9.0, "hd_em": -9.0, "blue": -1.2}),
    ],
)  # fmt: skip
def test_what_only_looks_like_a_cv_is_none(name: str, facts: Facts) -> None:
    assert judged("cv", {**CV, **facts}).verdict != "YES", name


def test_galaxies_with_narrow_sulphur_lose_to_the_veto() -> None:
    with_sulphur = judged("cv", {**CV, "ha_em": (60.0, 300.0), "broad": (60.0, 300.0), "sii": 15.0})
    assert "narrow_sii" in with_sulphur.rules_fired
    assert with_sulphur.score < judged("cv", CV).score - 0.3


def test_an_outburst_core_is_no_clear_no() -> None:
    core = {"ha_em": 0.5, "broad": 0.5, "hb_em": -3.0, "hg_em": -3.0, "hd_em": -3.0, "he_i": 0.0}
    facts = {**CV, **core, "he_ii": 0.0, "blue": -2.0}
    facts["ha_core"] = {"value": 0.6, "fwhm_kms": 700.0, "significance": 12.0}
    assert judged("cv", facts).verdict is None


CARBON: Facts = {
    "c2_5165": 0.45, "c2_4737": 0.5, "c2_5636": 0.6, "c2_6191": 0.85, "edge_5165": 0.5,
    "edge_4737": 0.6, "edge_5636": 0.7, "cn_7880": 0.7, "cn_7065": 0.8, "tio6159": 1.0,
    "step_5170": 2.0, "blue": 3.0,
}  # fmt: skip
M_DWARF_BANDS: Facts = {
    "c2_5165": 0.85, "c2_4737": 1.15, "c2_5636": 0.98, "c2_6191": 1.05, "edge_5165": 1.0,
    "edge_4737": 1.0, "edge_5636": 1.0, "cn_7880": 1.0, "cn_7065": 0.5, "tio6159": 0.75,
    "step_5170": 0.75, "blue": 3.0,
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "facts", "verdict"),
    [
        ("carbon star", CARBON, "YES"),
        ("DQ", {**CARBON, "blue": -1.9}, "NO"),
        ("M dwarf", M_DWARF_BANDS, "NO"),
        ("MgH of a K7 dwarf", {**M_DWARF_BANDS, "c2_5165": 0.70, "tio6159": 0.97}, "NO"),
        ("one head", {**CARBON, "c2_4737": 1.0, "c2_5636": 1.0, "c2_6191": 1.0}, "NO"),
        ("a broad dip without heads",
         {**CARBON, "edge_5165": 1.0, "edge_4737": 1.0, "edge_5636": 1.0}, "YES-"),
    ],
)  # fmt: skip
def test_carbon_stars(name: str, facts: Facts, verdict: str) -> None:
    if verdict == "YES-":
        assert judged("cc", facts).score <= judged("cc", CARBON).score - 0.35 + 1e-9
    else:
        assert judged("cc", facts).verdict == verdict, name


def test_two_heads_out_of_coverage_leave_the_question_open() -> None:
    facts = {name: fact for name, fact in CARBON.items() if "4737" not in name}
    del facts["c2_5636"], facts["edge_5636"]
    assert judged("cc", facts).verdict is None


S_STAR: Facts = {
    "zro_6474": 0.65, "zro_6345": 0.85, "zro_6229": 0.8, "zro_5552": 0.85, "zro_5718": 0.9,
    "red": 4.0, "tio5": 0.7, "cah3_excess": 0.2, "c2_5165": 1.0, "c2_4737": 1.05,
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "facts", "verdict"),
    [
        ("S star", S_STAR, "YES"),
        ("M3 giant", {**S_STAR, "zro_6474": 0.85, "zro_6345": 0.97, "zro_6229": 0.95,
                      "zro_5552": 0.95, "zro_5718": 0.98}, "NO"),
        ("MS star, ZrO weak", {**S_STAR, "zro_6474": 0.80, "zro_sum": 0.70}, None),
        ("one head", {**S_STAR, "zro_6345": 1.0, "zro_6229": 0.95, "zro_5552": 0.95,
                      "zro_5718": 0.98}, None),
        ("K star", {**S_STAR, "red": 0.5}, "NO"),
        ("M dwarf", {**S_STAR, "zro_6474": 1.05, "cah3_excess": 0.0}, "NO"),
        ("carbon star", {**S_STAR, "c2_5165": 0.5, "c2_4737": 0.5}, "NO"),
        ("not covered", {k: v for k, v in S_STAR.items() if k != "zro_6474"}, None),
    ],
)  # fmt: skip
def test_s_stars(name: str, facts: Facts, verdict: str | None) -> None:
    assert judged("ss", facts).verdict == verdict, name


M_GIANT: Facts = {
    "tio5": 0.55, "tio6159": 0.7, "tio8432": 0.85, "tio5449": 0.75, "red": 4.0,
    "cah3_excess": 0.21, "cah2_excess": 0.15, "na_8190": 1.0, "ca_triplet": 3.7, "mgh": 0.95,
    "zro_6474": 0.87, "zro_6345": 1.0, "c2_5165": 1.0,
}  # fmt: skip
M_DWARF: Facts = {**M_GIANT, "cah3_excess": 0.0, "cah2_excess": 0.0, "na_8190": 0.88,
                  "ca_triplet": 1.8, "mgh": 0.69}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "facts", "verdict"),
    [
        ("M3 giant", M_GIANT, "YES"),
        ("M dwarf", M_DWARF, "NO"),
        ("K2 giant", {**M_GIANT, "tio5": 0.97, "tio6159": 1.0, "tio8432": 1.0,
                      "tio5449": 1.0}, "NO"),
        ("carbon star", {**M_GIANT, "c2_5165": 0.5}, "NO"),
        ("S star", {**M_GIANT, "zro_6474": 0.70, "zro_6345": 0.88}, None),
        ("K5 to M0 giant", {**M_GIANT, "tio5": 0.74, "tio6159": 0.83, "tio8432": 1.0,
                            "tio5449": 0.90, "mgh": 0.75}, None),
        ("gravity not covered", {k: M_GIANT[k] for k in ("tio5", "tio6159", "red")}, None),
    ],
)  # fmt: skip
def test_m_giants(name: str, facts: Facts, verdict: str | None) -> None:
    assert judged("gm", facts).verdict == verdict, name


QUIET_WD: Facts = {
    "g_band": 1.0, "ca_k": 0.0, "mg_b": 0.0, "he_i_abs": {"value": 0.0, "lines": 0},
    "he_ii_abs": 0.0, "ca_hk_broad": 0.0, "c2_5165": 1.0, "c2_4737": 1.0, "ha_em": -5.0,
    "hb_em": -15.0, "tio5": 1.0, "beside_hb": 1.0, "ca_k_index": 1.0,
}  # fmt: skip
DA: Facts = {
    **QUIET_WD,
    "balmer_width": {"value": 25.0, "fwhm_angstrom": 45.0, "presence": 1.0, "contrast": 0.5},
    "balmer_core": 16.0, "ha_abs": 11.0, "blue": -3.0, "h9": 0.92, "h8": 0.82, "bare": 0.55,
}  # fmt: skip
COOL_DA: Facts = {
    **QUIET_WD, "ha_em": -10.6, "hb_em": -7.8, "blue": -0.9, "h9": 0.95, "h8": 0.88, "bare": 0.78,
    "balmer_core": {"value": 6.8, "fwhm_angstrom": 9.0, "velocity_kms": 20.0}, "ha_abs": 9.1,
    "balmer_width": {"value": 7.6, "fwhm_angstrom": 9.1, "presence": 0.0, "contrast": 0.5},
}  # fmt: skip
"""SDSS J1132+2328, a DA of 7000 to 8000 K."""
SDO: Facts = {
    **QUIET_WD, "ha_em": -4.1, "hb_em": -2.7, "blue": -3.8, "h9": 0.96, "h8": 0.95, "bare": 0.81,
    "balmer_core": 2.9, "ha_abs": 3.9, "he_ii_abs": {"value": 1.7, "presence": 0.1},
    "balmer_width": {"value": 3.3, "fwhm_angstrom": 20.0, "presence": 0.0, "contrast": 0.14},
}  # fmt: skip
"""HZ 44."""
DISC: Facts = {
    **DA, "blue": -2.7, "balmer_core": 7.8, "ha_abs": 5.1, "h9": 0.82, "bare": 0.55,
    "balmer_width": {"value": 10.8, "fwhm_angstrom": 33.0, "presence": 1.0, "contrast": 0.2},
}  # fmt: skip
"""SDSS 1721-53857-0021, a dwarf nova in outburst."""
NO_HYDROGEN: Facts = {
    **QUIET_WD, "ha_em": 0.0, "hb_em": 0.0, "h9": 1.0, "h8": 1.0, "bare": 0.97, "blue": -2.8,
    "balmer_core": 0.2, "ha_abs": 0.5,
    "balmer_width": {"value": 0.5, "presence": 0.0, "contrast": 0.03},
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "facts", "verdict"),
    [
        ("DA", DA, "YES"),
        ("DB", {**NO_HYDROGEN, "he_i_abs": {"value": 8.0, "lines": 5, "contrast": 0.3}}, "YES"),
        ("DQ", {**NO_HYDROGEN, "blue": -1.9, "c2_5165": 0.6, "c2_4737": 0.6}, "YES"),
        ("DC", NO_HYDROGEN, None),
        ("DO or sdO", {**NO_HYDROGEN, "blue": -3.2,
                       "he_ii_abs": {"value": 6.0, "contrast": 0.15}}, None),
        ("DO, broad", {**NO_HYDROGEN, "blue": -3.8,
                       "he_ii_abs": {"value": 5.6, "fwhm_kms": 1240.0}}, "YES"),
        ("sdO", SDO, None),
        ("cool DA", COOL_DA, "YES"),
        ("reddened B star", {**COOL_DA, "ha_abs": 3.0, "bare": 0.65}, "NO"),
        ("F star", {**COOL_DA, "g_band": 0.91, "ca_k": 4.8, "h9": 0.61, "bare": 0.1}, "NO"),
        ("galaxy at 1100 km/s", {**COOL_DA, "balmer_core": {
            "value": 6.8, "velocity_kms": 1140.0}}, "NO"),
        ("disc in outburst", DISC, None),
        ("DA with an active M companion", {**DA, "ha_em": 6.0, "ha_abs": -4.0, "tio5": 0.7}, "YES"),
        ("reddened DA", {**DA, "blue": 0.2}, "YES"),
        ("A star", {**DA, "h9": 0.45, "blue": -1.2, "ca_k": 1.0,
                    "balmer_width": {"value": 14.0, "fwhm_angstrom": 22.0, "presence": 0.08,
                                     "contrast": 0.4}}, "NO"),
        ("CV", {**NO_HYDROGEN, "blue": -1.7, "ha_em": 60.0, "hb_em": 28.0}, "NO"),
        ("G star", {**NO_HYDROGEN, "blue": 0.5, "g_band": 0.8, "ca_k": 8.0, "mg_b": 4.0}, "NO"),
        ("K giant, Hβ and He II in a gap", {k: v for k, v in {**NO_HYDROGEN, "blue": 2.2}.items()
                                            if k not in ("beside_hb", "hb_em", "he_ii_abs")}, None),
        ("cool DZ", {**NO_HYDROGEN, "blue": -1.7, "ca_k_index": 0.85, "ca_hk_broad": {
            "value": 6.7, "significance": 4.0}}, "YES"),
    ],
)  # fmt: skip
def test_white_dwarfs(name: str, facts: Facts, verdict: str | None) -> None:
    assert judged("wd", facts).verdict == verdict, name


@pytest.mark.parametrize("key", sorted(TASKS))
def test_nothing_measured_is_no_verdict(key: str) -> None:
    assert judged(key, {}).verdict is None
