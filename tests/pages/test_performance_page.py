"""The Performance page: figures live from the log, against labels or people's answers."""

import csv
import io
import json

import pytest

from specreview.evaluation.sheet import rows as sheet_rows
from specreview.review.candidates import NewCandidate
from specreview.review.history import new_decision
from specreview.ui.measuring import Measures
from specreview.ui.show.performance_files import csv_text
from tests.evaluation.filling import fill_queue, keep_traces
from tests.evaluation.judging import trace_of

TRUTH = ["YES"] * 20 + ["NO"] * 40
SAID = ["YES"] * 15 + ["NO"] * 4 + [None] + ["YES"] * 6 + ["NO"] * 34


def bench(store, *, labelled=True):
    fields = [
        {"label": label if labelled else None, "survey": "SDSS" if n % 2 else "DESI", "snr": n}
        for n, label in enumerate(TRUTH)
    ]
    queue = fill_queue(store, "bench", fields)
    ids = [row.candidate.id for row in store.rows(queue, "")]
    keep_traces(store, zip(ids, [trace_of(said) for said in SAID], strict=True))
    return queue, ids


def decide(store, candidate, answer, **fields):
    fields = {"verdict": "YES", "verdict_shown": True} | fields
    store.decisions.append(new_decision(candidate, "ann", "answer", answer=answer, **fields))


def choose(at, key, value):
    (widget,) = [one for one in at.get("button_group") if (one.key or "").startswith(key)]
    widget.set_value(value).run()
    assert not at.exception, at.exception


def figures(at):
    return [json.loads(one.proto.spec) for one in at.get("plotly_chart")]


def test_rates_with_ranges_and_n_beside_the_published(app, store, html):
    bench(store)
    page = html(app("performance", queue="bench"))
    assert '<b class="strong">60</b> scored, 20 of them YES' in page
    # Precision 15 of 21, recall 15 of 20, F1 30 / 41; Wilson by scipy.
    assert ">71.4<" in page
    assert "50–86 of 21" in page
    assert ">75.0<" in page
    assert "53–89 of 20" in page
    assert ">73.2<" in page
    assert "80.7" in page
    assert "published" in page
    assert "1–7" not in page, "no range of a share without its n"


def test_unlabelled_rows_without_answers_say_what_to_do(app, store, html):
    _, ids = bench(store, labelled=False)
    page = html(app("performance", queue="bench"))
    assert "Nothing to measure yet" in page
    assert "nobody has answered" in page
    decide(store, ids[0], "YES")
    page = html(app("performance", queue="bench"))
    assert '<b class="strong">1</b> scored' in page


def test_a_queue_that_nobody_inspected_says_so(app, html):
    page = html(app("performance", queue="stars"))
    assert "No candidate of this queue is inspected yet" in page


def test_truth_can_be_the_answers_and_the_blind_ones_alone(app, store, html):
    _, ids = bench(store)
    for number in range(12):
        decide(store, ids[number], "NO", verdict_shown=number >= 3)
    at = app("performance", queue="bench")
    choose(at, "performance_truth", "people")
    page = html(at)
    assert '<b class="strong">12</b> scored, 0 of them YES' in page
    assert "no positive label" in page, "a missing recall says why"
    choose(at, "performance_truth", "blind")
    assert '<b class="strong">3</b> scored' in html(at)
    assert "star" not in html(at) or "* from fewer than 10" in html(at)


def test_it_follows_the_log(app, store, html):
    _, ids = bench(store)
    at = app("performance", queue="bench")
    assert ">71.4<" in html(at)
    keep_traces(store, [(ids[20], trace_of("NO"))])
    at.run()
    assert ">75.0<" in html(at), "15 of 20: one false alarm was taken back"


def test_cut_by_survey_sums_and_three_charts_are_drawn(app, store, html):
    _, ids = bench(store)
    for number in range(24):
        decide(store, ids[number], "YES", verdict=SAID[number], verdict_shown=bool(number % 2))
    at = app("performance", queue="bench")
    choose(at, "performance_cut", "survey")
    page = html(at)
    assert "<td>DESI</td>" in page
    assert "<td>SDSS</td>" in page
    f1, curve, agreement = figures(at)
    published, ours = f1["data"]
    assert "published" in published["name"]
    assert published["x"] == [None, None, 80.7], "by survey none, for one task"
    assert ours["y"][::-1][:2] == ["all  n 60", "DESI  n 30"]
    assert curve["layout"]["xaxis"]["title"]["text"] == "recall (%)"
    assert {trace["name"] for trace in agreement["data"]} == {"verdict shown", "before the verdict"}


def test_the_expected_share_is_kept_and_explained(app, store, html):
    queue, _ = bench(store)
    at = app("performance", queue="bench")
    assert "Say how many of 100" in html(at)
    (given,) = [one for one in at.number_input if one.key.startswith("performance_share")]
    given.set_value(1.0).run()
    assert not at.exception
    assert store.queues.by_id(queue).expected_share == pytest.approx(0.01)
    # TPR 15 / 20, FPR 6 / 40: 7.5 hits and 148.5 alarms of 1000: 95.2 % wrong.
    assert "expect 95 of 100 YES to be wrong" in html(at)
    given = next(one for one in at.number_input if one.key.startswith("performance_share"))
    given.set_value(0.0).run()
    assert store.queues.by_id(queue).expected_share is None


def test_labels_never_reach_review(app, store, html):
    """Review reads the same, word for word, whatever the labels are."""
    queue, _ = bench(store)
    store.queues.set_expected_share(queue, 0.01)
    pages = []
    for flip in ({}, {"YES": "NO", "NO": "YES"}):
        new = [
            NewCandidate(
                str(n), str(n), "cv", f"{n}.fits", survey="SDSS" if n % 2 else "DESI", snr=n,
                label=flip.get(label, label),
            )
            for n, label in enumerate(TRUTH)
        ]  # fmt: skip
        store.queues.upsert(queue, new)
        assert store.queues.labels(queue)[store.queues.find(queue, "0")[0].id] == flip.get(
            "YES", "YES"
        )
        pages.append(html(app("review", queue="bench", id="0")))
    assert "Track record" in pages[0]
    assert pages[0] == pages[1]


def test_the_table_is_downloaded_whole(store):
    queue, _ = bench(store)
    names = {"cv": "cataclysmic variable"}
    measured = Measures().of_queue(store, names, store.queues.by_id(queue), "labels", ("survey",))
    assert measured.report is not None
    table = list(csv.DictReader(io.StringIO(csv_text(sheet_rows(measured.report)))))
    assert [(row["survey"], row["reading"], row["n"]) for row in table] == [
        ("", "strict", "60"), ("", "lenient", "60"), ("DESI", "strict", "30"),
        ("DESI", "lenient", "30"), ("SDSS", "strict", "30"), ("SDSS", "lenient", "30"),
    ]  # fmt: skip
    assert float(table[0]["precision"]) == pytest.approx(15 / 21)
    assert table[0]["published_f1"] == "0.807"
    assert table[0]["published_source"].startswith("arXiv")
