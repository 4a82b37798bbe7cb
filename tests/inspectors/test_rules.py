"""The rules inspector: honest about what it saw, sound on the classic look-alikes."""

import re

import numpy as np
import pytest

from specreview.agent.events import (
    CallRejected,
    InspectorReplied,
    Limits,
    ViewRendered,
    WindowSuggested,
)
from specreview.agent.inspection import Inspection, start_event
from specreview.agent.inspector import Turn
from specreview.agent.traces import Trace
from specreview.inspectors.rules import RulesInspector
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.tasks.load import load_tasks

WAVELENGTH = 10 ** np.arange(np.log10(3700.0), np.log10(9100.0), 1e-4)
BALMER = (6564.61, 4862.69, 4341.69, 4102.90, 3971.20, 3890.16, 3836.48)
TASKS = load_tasks()


def line(rest, ew, fwhm_kms, velocity=0.0):
    width = fwhm_kms / 2.354820 * rest / 299792.458
    centre = rest * (1 + velocity / 299792.458)
    height = ew / (width * np.sqrt(2 * np.pi))
    return height * np.exp(-0.5 * ((WAVELENGTH - centre) / width) ** 2)


def spectrum(shape, snr=25.0, seed=0, name="x", good=None):
    noise = np.median(np.abs(shape)) / snr
    flux = shape + np.random.default_rng(seed).normal(0, noise, WAVELENGTH.size)
    good = np.ones(WAVELENGTH.size, bool) if good is None else good
    ivar = np.full(WAVELENGTH.size, noise**-2)
    return Spectrum(WAVELENGTH, flux, ivar, good, ~good & False, Origin(name, "test"))


def blue(slope=-2.0):
    return (WAVELENGTH / 5500.0) ** slope


def cataclysmic():
    rise = zip(BALMER[:4], (60, 35, 22, 15), strict=True)
    lines = sum(line(rest, ew, 1300.0) for rest, ew in rise)
    return blue(-1.8) * (1 + lines + line(5877.25, 12, 1200) + line(6679.99, 7, 1200))


def white_dwarf():
    depth = zip(BALMER[:5], (-30, -30, -28, -20, -10), strict=True)
    wide = sum(line(rest, ew, 38.0 / rest * 299792.458) for rest, ew in depth)
    return blue(-3.0) * (1 + wide)


def a_star():
    narrow = sum(line(rest, -13.0, 14.0 / rest * 299792.458) for rest in BALMER)
    return blue(-2.0) * (1 + narrow + line(3934.77, -1.0, 300.0))


def emission_galaxy(z=0.08):
    lines = ((5008.24, 60), (4960.30, 20), (4862.69, 20), (6564.61, 80), (6585.27, 25))
    return blue(-0.3) * (1 + sum(line(rest * (1 + z), ew, 300.0) for rest, ew in lines))


def quasar_line_at_ha():
    """[O III] of z = 0.31 lands on Hα; the rest of its lines are foreign."""
    lines = ((4862.69, 40, 4000), (4960.30, 25, 900), (5008.24, 75, 900), (3728.5, 15, 900))
    z = 6564.61 / 5008.24 - 1
    return blue(-1.2) * (1 + sum(line(r * (1 + z), ew, fwhm) for r, ew, fwhm in lines))


def band(head, width, depth, side):
    """A band with a sharp edge at `head` that fades away from it over `width` Å."""
    offset = (head - WAVELENGTH) if side == "blue" else (WAVELENGTH - head)
    return np.where(offset >= 0, 1 - depth * np.exp(-np.maximum(offset, 0) / width), 1.0)


def m_star(giant):
    heads = ((4956.4, 60, 0.5), (5449.5, 70, 0.5), (5848, 90, 0.4), (6160.7, 90, 0.5))
    red = ((7056, 150, 0.6), (7591, 150, 0.5), (8434.3, 150, 0.3))
    shape = (WAVELENGTH / 5500.0) ** 4.0
    for head, width, depth in heads + red:
        shape = shape * band(head, width, depth, "red")
    if giant:
        return shape * (1 + line(8544.44, -3.5, 250) + line(8664.52, -3.0, 250))
    for lower, upper, left in ((6750, 7050, 0.72), (6940, 7032, 0.85), (5060, 5210, 0.62)):
        shape = np.where((lower < WAVELENGTH) & (upper > WAVELENGTH), shape * left, shape)
    return shape * (1 + line(8185.5, -3.0, 400) + line(8197.0, -3.0, 400))


def carbon_star(slope=3.5):
    shape = blue(slope)
    for head in (4738.4, 5166.6, 5637.1, 6193.0):
        shape = shape * band(head, 90, 0.6, "blue")
    return shape * band(7876.0, 120, 0.35, "red")


def inspect(task, spectrum, limits=None, suggestion=None):
    inspector = RulesInspector()
    started = start_event(
        spectrum,
        TASKS[task],
        inspector.identity,
        title="Spectrum",
        redshift=None,
        redshift_source=None,
        renderer_version="test",
        app_version="test",
        limits=limits,
    )
    trace = Trace("x", (started,))
    while True:
        inspection = Inspection(trace, spectrum, TASKS[task], inspector, lambda *_: b"png", {})
        advance = inspection.advance()
        if advance is None and suggestion is None:
            return trace
        if advance is None:
            trace, suggestion = trace.plus(suggestion), None
        else:
            trace = trace.plus(advance.event)


def replies(trace):
    return [event for event in trace.events if isinstance(event, InspectorReplied)]


SOUND = [
    ("cv", cataclysmic, "YES"),
    ("cv", a_star, "NO"),
    ("cv", quasar_line_at_ha, None),
    ("cv", lambda: m_star(giant=False), "NO"),
    ("cv", lambda: emission_galaxy(), "NO"),
    ("wd", white_dwarf, "YES"),
    ("wd", a_star, "NO"),
    ("wd", cataclysmic, "NO"),
    ("gm", lambda: m_star(giant=True), "YES"),
    ("gm", lambda: m_star(giant=False), "NO"),
    ("gm", emission_galaxy, "NO"),
    ("cc", carbon_star, "YES"),
    ("cc", lambda: carbon_star(-2.0), "NO"),
    ("cc", lambda: m_star(giant=False), "NO"),
    ("ss", lambda: m_star(giant=True), "NO"),
]


@pytest.mark.parametrize(("task", "shape", "right"), SOUND)
@pytest.mark.parametrize("seed", [1, 2])
def test_classic_cases_are_judged_soundly(task, shape, right, seed):
    verdict = inspect(task, spectrum(shape(), seed=seed)).verdict
    if right is None:
        assert verdict.verdict != "YES"
    else:
        assert verdict.verdict == right, verdict.justification


def test_sky_residual_is_no_emission_line():
    shape = blue(0.5) + 40.0 * np.exp(-0.5 * ((WAVELENGTH - 5578.9) / 2.5) ** 2)
    trace = inspect("cv", spectrum(shape, snr=15))
    assert trace.verdict.verdict == "NO"
    assert not re.search(r"55[67]\d Å", trace.verdict.justification)


@pytest.mark.parametrize("snr", [0.3, 1.0, 2.0])
@pytest.mark.parametrize("task", sorted(TASKS))
def test_featureless_noise_gets_no_verdict(task, snr):
    trace = inspect(task, spectrum(np.ones(WAVELENGTH.size), snr=snr, seed=4))
    assert trace.verdict.verdict is None
    assert re.search(r"S/N \d\.\d a pixel", trace.verdict.justification)
    assert re.search(r"not measurable \(.+\)|where it matters", trace.verdict.justification)


def test_nothing_usable_is_unsure_at_once_with_its_reason():
    dead = spectrum(blue(), good=np.zeros(WAVELENGTH.size, bool))
    trace = inspect("cv", dead)
    assert trace.verdict.verdict is None
    assert len(replies(trace)) == 1
    assert "good pixels" in trace.verdict.justification


def test_every_number_said_was_measured_in_a_window_already_drawn():
    trace = inspect("cv", spectrum(cataclysmic()))
    first, second = replies(trace)[0], replies(trace)[1]
    assert first.calls[0].window == (6400.0, 6730.0)
    assert "Hα emission" not in first.thought
    assert "Hα emission (EW" in second.thought
    assert re.search(r"EW \d+\.\d ± \d+\.\d Å, FWHM \d+ km/s", second.thought)
    assert "slope −" in first.thought


def test_stops_when_settled_and_says_so():
    trace = inspect("cv", spectrum(a_star()))
    assert len(replies(trace)) <= len(TASKS["cv"].looks) - 2
    assert replies(trace)[-1].thought.endswith("No further look can change the answer.")


def test_a_verdict_cites_what_it_is_and_what_speaks_against_and_carries_its_score():
    verdict = inspect("cv", spectrum(cataclysmic())).verdict
    assert verdict.justification.startswith("Broad Hα and Hβ emission (EW ")
    assert "Against: no He II 4687" in verdict.justification
    assert 0.65 <= verdict.score <= 1.0


@pytest.mark.parametrize("turns", [1, 2, 3, 8])
def test_answers_within_its_turns(turns):
    for task, shape in (("cv", cataclysmic), ("wd", white_dwarf), ("gm", m_star(giant=True))):
        flux = shape() if callable(shape) else shape
        trace = inspect(task, spectrum(flux), limits=Limits(turns=turns))
        assert trace.verdict is not None
        assert len(replies(trace)) <= turns


def test_no_window_is_asked_for_twice_and_none_without_pixels():
    good = WAVELENGTH > 5200
    trace = inspect("cv", spectrum(cataclysmic(), good=good))
    windows = [reply.calls[0].window for reply in replies(trace) if reply.calls]
    assert len(windows) == len(set(windows))
    assert (4560.0, 5080.0) not in windows
    assert "(3850.0, 4520.0)" not in map(str, windows)


def test_a_refused_window_is_not_asked_for_again():
    case = spectrum(cataclysmic())
    trace = inspect("cv", case)
    events = (*trace.events[:3], CallRejected(reason="no pixels"))
    turn = Turn(TASKS["cv"], events, case, None, {})
    reply = RulesInspector().reply(turn, lambda _: None, lambda: False)
    assert "6400" not in reply.text.split("<tool_call>")[1]


def test_a_suggested_window_is_measured_and_may_change_the_answer():
    wish = WindowSuggested(reviewer="ann", window=(4000.0, 5000.0))
    trace = inspect("wd", spectrum(a_star()), suggestion=wish)
    after = replies(trace)[-1]
    assert "4000–5000 Å: " in " ".join(reply.thought for reply in replies(trace)[-2:])
    assert after.answer == "NO"


def test_same_input_gives_the_same_words_and_names_play_no_part():
    one = inspect("gm", spectrum(m_star(giant=True), name="dwarf_M5V.fits"))
    two = inspect("gm", spectrum(m_star(giant=True), name="giant_M5III.fits"))
    assert [r.text for r in replies(one)] == [r.text for r in replies(two)]


def test_replies_are_clean_protocol():
    for task, shape in (("cv", cataclysmic()), ("wd", a_star()), ("cc", carbon_star())):
        for reply in replies(inspect(task, spectrum(shape))):
            assert reply.flags == ()
            assert bool(reply.calls) != bool(reply.answer)
            assert "-" not in re.sub(r"[A-Za-z0-9]-[A-Za-z]", "", reply.thought)


def test_views_alone_count_as_looked_at():
    case = spectrum(cataclysmic())
    trace = inspect("cv", case)
    views = [event for event in trace.events if isinstance(event, ViewRendered)]
    assert len(views) == 1 + sum(bool(reply.calls) for reply in replies(trace))


def test_cancelled_says_nothing():
    case = spectrum(cataclysmic())
    turn = Turn(TASKS["cv"], inspect("cv", case).events[:2], case, None, {})
    heard = []
    reply = RulesInspector().reply(turn, heard.append, lambda: True)
    assert reply.finish_reason == "cancelled"
    assert heard == []
    assert RulesInspector().identity.label == "rules: no neural network"
