"""Whether today's parser reads the stored replies as they were read then."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from sqlalchemy import Connection, select

from specreview.agent.events import InspectionStarted, InspectorReplied
from specreview.store.log.records import EventRecord, read_event
from specreview.store.schema import event

BATCH = 500


class ParsedCall(Protocol):
    """One call as the parser gives it."""

    @property
    def window(self) -> tuple[float, float] | None: ...

    @property
    def error(self) -> str | None: ...


class Parsed(Protocol):
    """What a parser makes of a reply."""

    @property
    def calls(self) -> Sequence[ParsedCall]: ...

    @property
    def answer(self) -> str | None: ...


Reparse = Callable[[str, tuple[str, ...], bool], Parsed]
"""(text, labels, truncated) to what the parser makes of it."""


def reread_differently(connection: Connection, reparse: Reparse) -> Iterator[str]:
    """Notes on replies that would be read otherwise today; the log keeps what was read then."""
    labels: dict[str, tuple[str, ...]] = {}
    kinds = ("inspection_started", "inspector_replied")
    query = select(event.c.payload).where(event.c.kind.in_(kinds)).order_by(event.c.log_id)
    for payload in connection.execute(query.execution_options(yield_per=BATCH)).scalars():
        try:
            record = read_event(payload)
        except (ValueError, KeyError, TypeError):
            continue  # reported as a broken record
        if isinstance(record.event, InspectionStarted):
            labels[record.inspection_id] = record.event.labels
        elif isinstance(record.event, InspectorReplied):
            known = labels.get(record.inspection_id, ("YES", "NO"))
            yield from _difference(record, record.event, reparse, known)


def _difference(
    record: EventRecord, reply: InspectorReplied, reparse: Reparse, labels: tuple[str, ...]
) -> Iterator[str]:
    parsed = reparse(reply.text, labels, reply.finish_reason == "length")
    then, now = _shape(reply), _shape(parsed)
    if then != now:
        yield (
            f"inspection {record.inspection_id}, event {record.position}: read as {_words(then)}, "
            f"today's parser reads {_words(now)}"
        )


Shape = tuple[str | None, tuple[tuple[float, float] | None, ...]]


def _shape(reply: Parsed) -> Shape:
    return reply.answer, tuple(None if call.error else call.window for call in reply.calls)


def _words(shape: Shape) -> str:
    answer, windows = shape
    return f"answer {answer or 'none'}, windows {list(windows)}"
