"""The verdict card's record: measured in this queue, with this prompt, or not at all."""

import pytest

from specreview.agent.events import WindowSuggested
from specreview.evaluation.counts import Counts
from specreview.evaluation.expected import DetectionRates, expectation, measured_rates
from specreview.review.history import new_decision
from specreview.store import open_store
from specreview.ui.present.trust import expected_sentence, record_text, trust_lines
from specreview.ui.trust import TrackBook
from tests.evaluation.filling import fill_queue, keep_traces
from tests.evaluation.judging import trace_of

VERDICTS = ["YES"] * 16 + ["NO"] * 14
ANSWERS = ["YES"] * 12 + ["NO"] * 4 + ["NO"] * 13 + ["YES"]


@pytest.fixture
def store():
    opened = open_store("sqlite://")
    yield opened
    opened.close()


def inspected_queue(store, name="q", labels=(), **start):
    fields = [{"label": label} for label in labels] or [{} for _ in VERDICTS]
    queue = fill_queue(store, name, fields)
    ids = [row.candidate.id for row in store.rows(queue, "")]
    traces = zip(ids, [trace_of(said, **start) for said in VERDICTS], strict=False)
    keep_traces(store, traces)
    return queue, ids


def answer(store, candidate, label, **fields):
    fields = {"verdict": "YES", "verdict_shown": True} | fields
    store.decisions.append(new_decision(candidate, "ann", "answer", answer=label, **fields))


def trust_on(store, queue, candidate, verdict="YES", book=None):
    trace = store.traces.latest(candidate)
    found = store.queues.candidate(candidate)
    return (book or TrackBook()).trust(store, store.queues.by_id(queue), found, trace, verdict)


def test_the_record_counts_peoples_answers_on_this_verdict(store):
    queue, ids = inspected_queue(store)
    assert record_text(trust_on(store, queue, ids[0])) == "not measured with this prompt"
    for number, label in zip(ids, ANSWERS, strict=True):
        answer(store, number, label, verdict_shown=number % 2 == 0)
    trust = trust_on(store, queue, ids[0])
    assert (trust.record.right, trust.record.given) == (11, 15), "its own answer left out"
    assert "11 of 15 YES right [48–89" in record_text(trust), "scipy: 0.4805 to 0.8910"
    assert trust.record.blind_given in (7, 8)
    trust = trust_on(store, queue, ids[-1], "NO")
    assert (trust.record.right, trust.record.given) == (13, 13)
    assert "13 of 13 NO right" in record_text(trust)


def test_another_prompt_or_inspector_has_no_part_in_it(store):
    queue, ids = inspected_queue(store)
    for number, label in zip(ids, ANSWERS, strict=True):
        answer(store, number, label)
    for change in ({"prompt_hash": "f" * 64}, {"inspector": "rules"}):
        keep_traces(store, [(ids[0], trace_of("YES", **change))])
        text = record_text(trust_on(store, queue, ids[0]))
        assert text == "not measured with this prompt", "never the paper's, nor another prompt's"


def test_a_branch_a_restart_and_what_was_helped_do_not_count_twice(store):
    """Decision 0155, as in `evaluate`: by itself, and each candidate once."""
    queue, ids = inspected_queue(store)
    for number, label in zip(ids, ANSWERS, strict=True):
        answer(store, number, label)
    store.queues.set_expected_share(queue, 0.01)
    before = trust_on(store, queue, ids[0])
    trace = store.traces.latest(ids[1])
    branch = trace_of("NO", parent_inspection=trace.inspection_id, parent_position=2)
    keep_traces(store, [(ids[1], branch), (ids[2], trace_of("YES"))])
    asked = WindowSuggested(reviewer="ann", window=None, note="and Hβ?")
    turned = trace_of("YES").plus(asked).plus(trace_of("NO").events[-1])
    keep_traces(store, [(ids[3], turned)])
    assert trust_on(store, queue, ids[0]) == before


def test_it_keeps_up_with_the_log(store):
    queue, ids = inspected_queue(store)
    book = TrackBook()
    for given in range(1, 4):
        answer(store, ids[given], "YES")
        assert trust_on(store, queue, ids[0], book=book).record.given == given
    undone = new_decision(ids[1], "ann", "undo")
    store.decisions.append(undone)
    assert trust_on(store, queue, ids[0], book=book).record.given == 2


def test_labels_of_this_queue_never_show_in_review(store):
    queue, ids = inspected_queue(store, labels=ANSWERS)
    store.queues.set_expected_share(queue, 0.01)
    trust = trust_on(store, queue, ids[0])
    assert trust.record.given == 0
    assert trust.expectation is not None
    assert trust.expectation.rates.origin == "published"


def test_expected_share_from_answers_here_then_elsewhere_then_the_paper(store):
    queue, ids = inspected_queue(store)
    assert trust_on(store, queue, ids[0]).expectation is None, "nobody gave a share"
    store.queues.set_expected_share(queue, 0.01)
    words = trust_lines(trust_on(store, queue, ids[0]), "YES")
    # 10 true of 1000: 8.07 found; 990 false at (1 - 0.807) / 7: 27.3 alarms; 77 % wrong.
    assert "expect 77 of 100 YES to be wrong, by the published F1 of 80.7 %" in words
    inspected_queue(store, "labelled", labels=ANSWERS)
    trust = trust_on(store, queue, ids[0])
    assert trust.elsewhere
    # 12 of 13 true and 4 of 17 false get YES: 9.23 hits, 232.9 alarms of 990.
    assert trust.expectation is not None
    assert trust.expectation.wrong == pytest.approx(232.94 / (232.94 + 9.23), abs=1e-3)
    assert "by 30 labels of other queues" in trust_lines(trust, "YES")
    for number, label in zip(ids, ANSWERS[::-1], strict=True):
        answer(store, number, label)
    trust = trust_on(store, queue, ids[0])
    assert not trust.elsewhere
    # All but this one are answered: 2 of 15 YES verdicts are true, 10 of 14 others; 16 of 30 YES.
    answers = ANSWERS[::-1]
    said, other = answers[1:16].count("YES") / 15, answers[16:].count("YES") / 14
    assert trust.expectation is not None
    assert trust.expectation.rates.true_positive == pytest.approx(
        16 * said / (16 * said + 14 * other)
    )
    assert "by 29 answers here" in trust_lines(trust, "YES")


def test_an_inspector_without_rates_says_so(store):
    queue, ids = inspected_queue(store, inspector="rules", model=None)
    store.queues.set_expected_share(queue, 0.01)
    assert "no rates known" in trust_lines(trust_on(store, queue, ids[0]), "YES")
    assert "Expected" not in trust_lines(trust_on(store, queue, ids[-1], "NO"), "YES")


def test_words_at_the_ends_round_to_nothing_false():
    assert expected_sentence(0.005, None, "YES").startswith("at 0.5")
    sure = expectation(0.001, DetectionRates(0.5, 0.5, "measured"))
    assert "over 99 of 100 YES" in expected_sentence(0.001, sure, "YES")
    clean = measured_rates(Counts(true_positive=20, true_negative=30))
    assert clean is not None
    words = expected_sentence(0.01, expectation(0.01, clean), "YES")
    # Wilson: 20 of 20 is 83.9 % or more, 0 of 30 is 11.35 % or less: 11.24 alarms to 0.839 hits.
    assert "expect at most 93 of 100 YES" in words
    never = expectation(0.5, DetectionRates(1.0, 0.001, "measured"))
    assert "fewer than 1 of 100" in expected_sentence(0.5, never, "YES")
