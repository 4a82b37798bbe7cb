"""What an inspector did, in plain form."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

from specreview.agent.events import ViewRendered
from specreview.agent.traces import Trace as RecordedTrace
from specreview.api import markup

_LONGEST = 200


class Picture(bytes):
    """PNG bytes that a notebook shows as a picture."""

    def _repr_png_(self) -> bytes:
        return bytes(self)

    def __repr__(self) -> str:
        return f"<Picture: PNG of {len(self)} bytes>"


@dataclass(frozen=True)
class Trace(Sequence[Mapping[str, Any]]):
    """The events of one inspection, oldest first, each a dictionary with its `kind`.

    An event "view_rendered" has its picture under "png". Empty where nothing was inspected.
    """

    inspection_id: str | None
    events: tuple[Mapping[str, Any], ...]

    @overload
    def __getitem__(self, place: int) -> Mapping[str, Any]: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[Mapping[str, Any]]: ...

    def __getitem__(self, place: int | slice) -> Any:
        return self.events[place]

    def __len__(self) -> int:
        return len(self.events)

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """The pictures that the inspector was shown, in order."""
        return tuple(event["png"] for event in self.events if event.get("png") is not None)

    def __repr__(self) -> str:
        if not self.events:
            return "<Trace: not inspected>"
        told = "\n".join(f"  {place}  {kind}: {text}" for place, kind, text in self._lines())
        return f"<Trace {self.events[0]['inspector']}, {len(self)} events>\n{told}"

    def _repr_html_(self) -> str:
        title = f"Trace, {len(self)} events" if self.events else "Trace: not inspected"
        return markup.table(title, ("", "event", ""), self._lines())

    def _lines(self) -> Iterator[tuple[int, str, str]]:
        for place, event in enumerate(self.events):
            yield place, str(event["kind"]).replace("_", " "), _shortened(_words(event))


def trace_of(recorded: RecordedTrace | None, pictures: Mapping[str, bytes]) -> Trace:
    """The recorded trace in plain form, each view with its picture (None where it is gone)."""
    if recorded is None:
        return Trace(None, ())
    events = []
    for event in recorded.events:
        plain = event.model_dump(mode="python")
        if isinstance(event, ViewRendered):
            png = pictures.get(event.image_sha256)
            plain["png"] = None if png is None else Picture(png)
        events.append(plain)
    return Trace(recorded.inspection_id, tuple(events))


def _words(event: Mapping[str, Any]) -> str:
    """What one line can say of an event."""
    kind = event["kind"]
    if kind == "view_rendered":
        window = event["window"]
        shown = "overview" if window is None else f"{window[0]:.0f} to {window[1]:.0f} Å (rest)"
        return f"{shown} {event['label']}".strip()
    if kind == "verdict_reached":
        return f"{event['verdict'] or 'no verdict'}. {event['justification']}"
    if kind == "inspection_started":
        return f"{event['inspector']}, task {event['task_key']}, z {event['redshift']}"
    for name in ("thought", "reason", "note", "message"):
        if event.get(name):
            return str(event[name])
    return str(event.get("justification") or event.get("text") or "")


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
