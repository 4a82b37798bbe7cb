"""The rules inspector's words: short, exact, each number measured, nothing said twice."""

import functools
import re
from dataclasses import replace

import numpy as np
import pytest

from specreview.inspectors.rules.answer import justification
from specreview.inspectors.rules.phrases import phrases
from specreview.inspectors.rules.plan import names_in_window, overview_names
from specreview.inspectors.rules.wording import call_words, window_thought
from specreview.inspectors.rules.words import lower_first
from specreview.measure.assessment import assess
from specreview.measure.diagnose import measure_task
from specreview.measure.evidence import grounds, same_line, weigh
from specreview.measure.measurement import Measurement, number
from specreview.spectra.spectrum import Origin, Spectrum
from specreview.tasks.load import load_tasks
from tests.builders import inspected

TASKS = load_tasks()
W = 10 ** np.arange(np.log10(3700.0), np.log10(9100.0), 1e-4)
C = 299792.458
PAIR = re.compile(r"(−?\d+\.\d+) ± (\d+\.\d+)")
LIMIT = re.compile(r"< ([\d., and]+) Å")


def line(rest, ew, fwhm):
    width = fwhm / 2.354820 * rest / C
    height = ew / (width * np.sqrt(2 * np.pi))
    return height * np.exp(-0.5 * ((W - rest) / width) ** 2)


def star(slope, lines, snr=25.0, good=None):
    shape = (W / 5500.0) ** slope * (1 + sum((line(*each) for each in lines), np.zeros(W.size)))
    noise = np.median(shape) / snr
    flux = shape + np.random.default_rng(5).normal(0, noise, W.size)
    kept = np.ones(W.size, bool) if good is None else good
    ivar = np.full(W.size, noise**-2)
    return Spectrum(W, flux, ivar, kept, np.zeros(W.size, bool), Origin("x", "test"))


BALMER = (6564.61, 4862.69, 4341.69, 4102.90, 3971.20, 3890.16, 3836.48)
CV_LINES = [
    *((rest, ew, 1300.0) for rest, ew in zip(BALMER, (60, 35, 22, 15), strict=False)),
    (5877.25, 12.0, 1200.0),
    (6679.99, 7.0, 1200.0),
]
CASES = {
    "cv": lambda: star(-1.8, CV_LINES),
    "red cv": lambda: star(1.0, CV_LINES),
    "a star": lambda: star(-2.0, [(rest, -13.0, 14.0 / rest * C) for rest in BALMER]),
    "white dwarf": lambda: star(-3.0, [(rest, -28.0, 38.0 / rest * C) for rest in BALMER[:4]]),
    "narrow": lambda: star(1.5, [(rest, 6.0, 200.0) for rest in BALMER[:3]]),
    "galaxy": lambda: star(-0.3, [(5408.9, 60, 300.0), (5357.1, 20, 300.0), (7089.8, 80, 300.0)]),
    "noise": lambda: star(0.0, [], snr=1.2),
    "flat": lambda: star(0.0, [], snr=30.0),
    "red half": lambda: star(-1.8, CV_LINES, good=W > 5200),
    "nothing": lambda: star(-1.8, [], good=np.zeros(W.size, bool)),
}
BOTH = [(task, case) for task in sorted(TASKS) for case in CASES]


@functools.cache
def trace_of(key, case):
    """The whole inspection of a case, made once."""
    return inspected(TASKS[key], CASES[case]())


@functools.cache
def measured_of(key, case):
    return measure_task(CASES[case](), TASKS[key], None)


def spoken(trace):
    """(window or None, thought) of each reply, the window being what it had just seen."""
    found, window = [], None
    for reply in (event for event in trace.events if event.kind == "inspector_replied"):
        found.append((window, reply.thought))
        window = reply.calls[0].window if reply.calls else None
    return found


def said_pairs(text):
    """(value, error) of every "a ± e" in a text, units left to the wording."""
    return PAIR.findall(text)


def of_what_is(trace):
    """The justification without its last sentence, which supposes another value."""
    return re.sub(
        r" ?(Would change with .*|No one line would change this\.)$",
        "",
        trace.verdict.justification,
    )


def pairs_of(measurement):
    """How a measurement's value and error print: EW to 0.1 Å, ratios and slopes to 0.01."""
    found = set()
    if measurement.ew is not None:
        found.add((number(measurement.ew, 1), number(measurement.ew_error or 0.0, 1)))
    if measurement.value is not None:
        found.add((number(measurement.value, 2), number(measurement.error or 0.0, 2)))
    return found


@pytest.mark.parametrize(("key", "case"), BOTH)
def test_every_number_said_is_one_that_was_measured(key, case):
    measured = measured_of(key, case)
    known = {pair for m in measured.values() for pair in pairs_of(m)}
    limits = {number(m.ew_limit, 1) for m in measured.values() if m.ew_limit is not None}
    widths = {number(m.fwhm_kms, -1) for m in measured.values() if m.fwhm_kms is not None}
    trace = trace_of(key, case)
    for text in [of_what_is(trace), *(thought for _, thought in spoken(trace))]:
        assert set(said_pairs(text)) <= known, text
        for row in LIMIT.findall(text):
            assert set(re.findall(r"\d+\.\d", row)) <= limits, text
        for row in re.findall(r"FWHM ([\d, and]+) km/s", text):
            assert set(re.findall(r"\d+", row)) <= widths, text


@pytest.mark.parametrize(("key", "case"), BOTH)
def test_a_thought_tells_of_its_own_window_alone(key, case):
    task, measured = TASKS[key], measured_of(key, case)
    for window, thought in spoken(trace_of(key, case)):
        names = overview_names(task) if window is None else names_in_window(task, window)
        shown = {pair for name in names for pair in pairs_of(measured[name])}
        assert set(said_pairs(thought)) <= shown, thought
        limits = [n for row in LIMIT.findall(thought) for n in re.findall(r"\d+\.\d", row)]
        assert len(said_pairs(thought)) + len(limits) <= 4, thought
        assert thought.startswith("Overview" if window is None else f"{window[0]:.0f}–")


@pytest.mark.parametrize(("key", "case"), BOTH)
def test_the_words_are_short_and_leave_the_card_its_facts(key, case):
    trace = trace_of(key, case)
    text = trace.verdict.justification
    assert 0 < len(text) <= 350
    assert text.endswith(".")
    assert "…" not in text
    for forbidden in ("Not looked at", "Score", " more.", "not yet", "-"):
        assert forbidden not in re.sub(r"[A-Za-z]-[A-Za-z]", "", text)
    for _, thought in spoken(trace):
        assert len(thought) <= 300
        assert "Score" not in thought
        assert thought.count("Next ") + thought.count("No further look") == 1


@pytest.mark.parametrize(("key", "case"), BOTH)
def test_no_line_is_said_twice(key, case):
    """Several diagnostics of one line have one EW: a text cites it once."""
    measured = list(measured_of(key, case).values())
    trace = trace_of(key, case)
    for text in [of_what_is(trace), *(thought for _, thought in spoken(trace))]:
        cited = said_pairs(text)
        for pair in set(cited):
            owners = [m for m in measured if pair in pairs_of(m)]
            lines = []
            for owner in owners:
                if not any(same_line(owner, other) for other in lines):
                    lines.append(owner)
            assert cited.count(pair) <= len(lines), (pair, text)


@pytest.mark.parametrize(("key", "case"), BOTH)
def test_what_speaks_against_is_cited_where_there_is_any(key, case):
    task, seen = TASKS[key], measured_of(key, case)
    found = assess(task, seen)
    text = justification(task, found, seen, 20.0)
    if found.verdict is None:
        return
    own = found.verdict == task.positive
    sides = [a for a in weigh(task, seen, found) if a.size > 0]
    against = [a for a in sides if a.favours is not own and a.rule is None]
    assert ("Against: " in text) or not against, text
    if not any(a.favours is not own for a in sides):
        assert "Against" not in text
    if against and not any(a.rule for a in sides if a.favours is not own):
        first = said_pairs(text.split("Against: ")[1]) + LIMIT.findall(text.split("Against: ")[1])
        limit = number(against[0].measured[0].ew_limit or 0.0, 1)
        assert any(p in pairs_of(against[0].measured[0]) or limit in str(p) for p in first), text


@pytest.mark.parametrize("key", sorted(TASKS))
@pytest.mark.parametrize("presence", [0.0, 0.3, 1.0])
def test_even_when_all_is_there_or_nothing_is_the_text_fits(key, presence):
    """Every diagnostic measured, with long numbers, each line at its own place."""
    task = TASKS[key]
    seen = {}
    for place, diagnostic in enumerate(d for d in task.diagnostics if d.kind != "rule"):
        centre = 4000.0 + 100.0 * place
        blank = Measurement(diagnostic.name, diagnostic.label, diagnostic.kind, presence)
        line_like = diagnostic.kind in ("emission", "absorption", "unlisted_emission")
        seen[diagnostic.name] = replace(
            blank,
            value=1234.5 + place,
            error=321.0,
            significance=9.0,
            ew=1234.5 + place if line_like else None,
            ew_error=321.0,
            ew_limit=963.0,
            fwhm_kms=2800.0 if line_like else None,
            window=(centre - 50.0, centre + 50.0),
            snr=30.0,
        )
    text = justification(task, assess(task, seen), seen, 30.0)
    assert 0 < len(text) <= 350
    assert "…" not in text
    assert text.endswith(".")


def test_what_a_rule_asks_to_be_absent_is_no_ground_to_cite():
    task = TASKS["wd"]
    rule = task.diagnostic("emission_hb")
    seen = measured_of("cv", "cv")
    there, lacking = grounds(rule.when, seen)
    assert [m.name for m in there] == ["hb_em"]
    assert "he_i_abs" in [m.name for m in lacking]


def test_arguments_come_by_size_and_only_what_counts_has_one():
    task = TASKS["cv"]
    seen = measure_task(CASES["narrow"](), task, None)
    found = weigh(task, seen, assess(task, seen))
    sizes = [argument.size for argument in found]
    assert sizes == sorted(sizes, reverse=True)
    for argument in found:
        if argument.rule is None and argument.size:
            diagnostic = task.diagnostic(argument.measured[0].name)
            assert argument.size <= abs(diagnostic.weight)
            presence = argument.measured[0].presence
            gained = (
                presence if argument.favours or diagnostic.argues == "against" else 1 - presence
            )
            assert argument.size == pytest.approx(abs(diagnostic.weight) * gained)


def test_a_yes_opens_with_what_it_is():
    text = trace_of("cv", "cv").verdict.justification
    assert re.match(
        r"Broad Hα and Hβ emission \(EW \d+\.\d ± \d+\.\d and \d+\.\d ± \d+\.\d Å, "
        r"FWHM \d+ and \d+ km/s\) with He I emission in \d of 5 lines \(EW .+ Å at 5877 Å\)",
        text,
    )
    assert " on a blue continuum (slope −1." in text
    assert text.count("Against: ") == 1


def test_only_lines_measured_as_broad_are_called_broad():
    task = TASKS["cv"]
    both = [(6564.61, 50.0, 1500.0), (4862.69, 30.0, 350.0)]
    measured = measure_task(star(-1.5, both, snr=60.0), task, None)
    found = [p.text() for p in phrases([measured["ha_em"], measured["hb_em"]], task)]
    assert found[0].startswith("broad Hα emission (EW ")
    assert found[1].startswith("Hβ emission (EW ")


def test_a_no_says_what_is_absent_by_its_limit_and_what_speaks_for_it():
    text = inspected(TASKS["cv"], star(-2.0, [], snr=40.0)).verdict.justification
    assert re.match(r"No Hα(, | or ).+ emission \(EW < \d+\.\d.* Å, 3σ\)", text)
    assert re.search(r"Against: blue continuum \(slope −2\.\d\d ± \d\.\d\d\)\. Would ", text)


def test_absorption_where_emission_was_asked_for_is_called_so():
    text = trace_of("cv", "a star").verdict.justification
    assert "in absorption (EW −" in text
    assert "no Hα" not in text.lower()


def test_no_verdict_says_what_is_missing():
    text = trace_of("cv", "noise").verdict.justification
    signal, missing = text.split("; ")[:2]
    assert re.fullmatch(r"S/N \d\.\d a pixel", signal)
    assert re.match(
        r"Hα and Hβ not measurable \(too noisy: 3σ limits \d+\.\d and \d+\.\d Å\)", missing
    )


def test_without_any_pixel_the_reason_stands_alone():
    text = trace_of("cv", "nothing").verdict.justification
    assert text == "Hα and Hβ not measurable (fewer than 20 good pixels)."


def test_a_narrow_line_is_not_broad_and_its_width_says_so():
    task = TASKS["cv"]
    measured = measure_task(CASES["narrow"](), task, None)
    (phrase,) = phrases([measured["broad"]], task)
    assert re.match(r"Balmer lines not broad \(EW \d\.\d ± \d\.\d Å, FWHM ", phrase.text())


def test_a_line_off_its_place_says_by_how_much():
    task = TASKS["cv"]
    shifted = [(6564.61 * (1 + 800 / C), 20.0, 500.0)]
    measured = measure_task(star(0.5, shifted, snr=60.0), task, None)
    assert measured["ha_em"].presence == 0.0
    (phrase,) = phrases([measured["ha_em"]], task)
    speed = int(re.search(r"off by \+(\d+) km/s", phrase.text())[1])
    assert speed == pytest.approx(800, abs=60)


def test_an_absent_line_is_a_limit_in_the_text_even_beside_significant_ones():
    task = TASKS["cv"]
    measured = measure_task(star(0.5, [], snr=40.0), task, None)
    (phrase,) = phrases([measured["ha_em"], measured["hb_em"]], task)
    first, second = (number(measured[name].ew_limit, 1) for name in ("ha_em", "hb_em"))
    assert phrase.text() == f"no Hα or Hβ emission (EW < {first} and {second} Å, 3σ)"


def test_the_next_window_is_asked_for_with_one_reason():
    task = TASKS["cv"]
    ha, hb, blue, *_ = task.looks
    assert call_words(task, ha, frozenset()) == "Next Hα, which decides."
    assert call_words(task, hb, frozenset()) == "Next Hβ and He II: Hβ decides."
    assert call_words(task, blue, frozenset()).startswith("Next Blue Balmer lines: Hγ would speak")
    assert call_words(task, blue, frozenset(blue.diagnostics)) == "Next Blue Balmer lines."


@pytest.mark.parametrize(
    ("label", "inside"),
    [
        ("Blue continuum", "blue continuum"),
        ("Balmer lines", "Balmer lines"),
        ("Hα emission", "Hα emission"),
        ("No sharp edge", "no sharp edge"),
        ("TiO5", "TiO5"),
        ("[O III] 5008", "[O III] 5008"),
        ("Ca II K", "Ca II K"),
        ("MgH", "MgH"),
    ],
)
def test_names_keep_their_case_inside_a_sentence(label, inside):
    assert lower_first(label) == inside


def test_a_count_is_of_the_lines_that_could_be_measured():
    measured = measured_of("cv", "cv")["he_i"]
    assert measured.lines_measured == 5
    assert measured.sentence().startswith(f"{measured.lines} of 5 lines, EW ")
    part = measured_of("cv", "red half")["he_i"]
    assert part.lines_measured == 3


def test_a_width_below_the_resolution_is_no_number():
    blank = Measurement("x", "X", "emission", 1.0, ew=9.0, ew_error=0.3, ew_limit=0.9)
    found = replace(blank, significance=30.0, fwhm_kms=0.0)
    assert found.sentence() == "EW 9.0 ± 0.3 Å, FWHM not resolved"


def test_a_core_in_a_trough_is_said_and_the_line_is_not_denied():
    """As in a nova-like star: the wide window of Hα holds no net emission, its core does."""
    wide = Measurement(
        "ha_em", "Hα emission", "emission", 0.0, ew=0.4, ew_error=0.6, ew_limit=1.9,
        significance=0.7, window=(6533.0, 6597.0),
    )  # fmt: skip
    core = replace(
        wide, name="ha_core", label="Hα core", presence=1.0, ew=2.5, ew_error=0.4, significance=6.0,
        window=(6547.0, 6582.0),
    )  # fmt: skip
    said = window_thought(TASKS["cv"], (6400.0, 6730.0), [wide, core])
    assert "Hα core (EW 2.5 ± 0.4 Å)" in said
    assert "no Hα" not in said
    assert "no Hα emission" in window_thought(TASKS["cv"], (6400.0, 6730.0), [wide])
