"""Each trace is read once; agreement over time in spans of ten answers or more."""

from dataclasses import replace

import pytest

from specreview.agent.events import InspectionStopped, VerdictReached, WindowSuggested
from specreview.agent.traces import Trace
from specreview.evaluation.agreement import Met, agreement
from specreview.evaluation.judged import inspected
from specreview.evaluation.ledger import Ledger
from specreview.review.rows import InspectionSummary
from specreview.store.inspections import after, begin
from tests.evaluation.judging import replied, said, trace_of


class ListedLog:
    """A log in memory that counts what is read of it."""

    def __init__(self) -> None:
        self.traces: dict[str, tuple[InspectionSummary, Trace]] = {}
        self.read: list[str] = []

    def add(self, number: str, candidate: int, trace: Trace) -> None:
        summary = begin(number, candidate, trace.started, trace.started.inspector, "")
        for event in trace.events[1:]:
            summary = after(summary, event)
        self.traces[number] = summary, replace(trace, inspection_id=number)

    def measuring(self, queue_id):
        return [summary for summary, _ in self.traces.values()]

    def stream(self, inspection_ids):
        for number in inspection_ids:
            self.read.append(number)
            yield self.traces[number][1]


def test_a_trace_is_read_once_and_again_when_it_grew():
    log, ledger = ListedLog(), Ledger()
    log.add("1", 7, trace_of("YES"))
    log.add("2", 8, trace_of("NO"))
    for _ in range(3):
        found = ledger.of_queue(log, 1)
    assert log.read == ["1", "2"]
    assert [one.strict for one in found[8]] == ["NO"]
    longer = trace_of("NO").plus(WindowSuggested(reviewer="ann", window=None, note="again"))
    for event in (replied(said("YES")), VerdictReached(verdict="YES", justification="")):
        longer = longer.plus(event)
    log.add("2", 8, longer)
    found = ledger.of_queue(log, 1)
    assert log.read == ["1", "2", "2"]
    assert [one.strict for one in found[8]] == ["NO"], "what came with help does not count"


def test_those_of_several_inspectors_and_prompts_stand_beside_each_other():
    log, ledger = ListedLog(), Ledger()
    log.add("2", 7, trace_of("NO"))
    log.add("3", 7, trace_of("YES", inspector="rules"))
    log.add("4", 7, trace_of("NO", prompt_hash="f" * 64))
    found = ledger.of_queue(log, 1)[7]
    assert [(one.judge.inspector, one.prompt_hash[0], one.strict) for one in found] == [
        ("local", "2", "NO"), ("rules", "2", "YES"), ("local", "f", "NO"),
    ]  # fmt: skip


@pytest.mark.parametrize("verdict", ["YES", "NO", None])
def test_the_log_and_the_trace_say_alike_what_an_inspector_came_to_by_itself(verdict):
    asked = WindowSuggested(reviewer="ann", window=None, note="again")
    alone = trace_of(verdict)
    aided = Trace("1", (*alone.events[:-1], asked, alone.events[-1]))
    branch = trace_of(verdict, parent_inspection="0", parent_position=1)
    lost = trace_of(verdict, end=InspectionStopped(reason="backend_error"))
    for trace in (alone, alone.plus(asked), aided, branch, lost):
        log = ListedLog()
        log.add("1", 7, trace)
        ((summary, _),) = log.traces.values()
        read = inspected(trace)
        assert (summary.unaided == "ended") == (read is not None)
        assert summary.unaided_verdict == (read.strict if read else None)


def met(number: int, answer: str = "YES") -> Met:
    return Met(
        f"2026-01-{1 + number // 24:02d}T{number % 24:02d}:00:00+00:00", answer, "YES", False
    )


def test_spans_hold_ten_answers_or_more_in_the_order_of_time():
    assert agreement([]) == []
    (one,) = agreement([met(2), met(0, "NO"), met(1)])
    assert (one.agreed.k, one.agreed.n, one.first < one.last) == (2, 3, True)
    spans = agreement([met(number) for number in range(29)])
    assert [span.agreed.n for span in spans] == [10, 19]
    spans = agreement([met(number, "NO" if number < 300 else "YES") for number in range(600)])
    assert len(spans) == 20
    assert [span.agreed.value for span in spans] == [0.0] * 10 + [1.0] * 10
