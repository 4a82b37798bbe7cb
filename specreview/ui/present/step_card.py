"""A step of the trace as one card of HTML: picture, what was thought, claims, what was asked for.

One element, however many steps there are, keeps the page quick: the browser draws each of
Streamlit's own again at every key. What can be clicked are presses of the key listener.
"""

from dataclasses import dataclass
from html import escape

from specreview.agent.traces import TraceStep
from specreview.review.marks import MARKS, Mark
from specreview.ui.keymap import MARK_KEYS
from specreview.ui.present.markup import fact, keycap, said
from specreview.ui.present.quantities import span
from specreview.ui.present.steering import asked_words

_ABOUT_MARKS = (
    "What you think of this step, kept apart from the trace; the same again takes it back"
)


@dataclass(frozen=True)
class Card:
    """One step as its card shows it.

    Attributes
    ----------
    key
        Tells this card from all others that the page ever shows.
    window
        The number, from 1, that the step's window has on the chart; None for the overview.
    active
        Whether the chart shows that window.
    picture
        The HTML of the very picture that the inspector was given, "" where it was given none.
    position
        The place of its reply in the trace, None while there is no reply.
    mark
        What this reviewer marked it as.
    marked
        Whether a key marked it last.
    remarks
        Our own HTML: what is measured there, its claims, other people's marks.
    """

    step: TraceStep
    key: str
    window: int | None
    active: bool
    picture: str
    position: int | None
    mark: Mark | None
    marked: bool
    remarks: str


def step_card(card: Card) -> str:
    """The whole card; foreign text in it is escaped."""
    step = card.step
    css = " ".join(["step", *["active"] * card.active, *["marked"] * card.marked])
    return (
        f'<div class="{css}" data-card="{escape(card.key, quote=True)}">{card.picture}'
        f'<div class="words">{_head(card)}{_asked(step)}{_thought(step)}{_asks(step)}'
        f"{card.remarks}{_rejected(step)}</div></div>"
    )


def _head(card: Card) -> str:
    raw = ""
    if card.step.reply is not None:
        raw = _press(f"raw+{card.step.number}", "Raw", "The reply, word for word")
    return f'<div class="step-head">{_title(card)}{raw}{_marks(card)}</div>'


def _title(card: Card) -> str:
    """What the step shows; a click zooms the chart to it."""
    view = card.step.view
    if view is None:
        return "<span>words only</span>"
    if view.window is None or card.window is None:
        return _press("step+0", "<b>Overview</b>", "Zoom the chart to the whole range")
    name = f"<b>{escape(view.label)}</b> " if view.label else ""
    title = f'<b class="number">{card.window}</b> {name}{escape(span(*view.window))}'
    return _press(f"step+{card.window}", title, "Zoom the chart to this window")


def _marks(card: Card) -> str:
    """The menu of marks, for the mouse; the keys 5 to 9 mark the active step."""
    if card.position is None:
        return ""
    choices = "".join(
        _press(f"{MARK_KEYS[mark]}+{card.position}", f"{word} {keycap(MARK_KEYS[mark])}")
        for mark, word in MARKS.items()
    )
    label = MARKS[card.mark] if card.mark else "Mark"
    about = f'title="{_ABOUT_MARKS}"'
    return (
        f'<details class="marks"><summary {about}>{label}</summary><div>{choices}</div></details>'
    )


def _press(key: str, inside: str, about: str = "") -> str:
    """A button that the listener takes for the key `key`; `inside` is HTML of ours."""
    title = f' title="{about}"' if about else ""
    return f'<button type="button" data-press="{key}"{title}>{inside}</button>'


def _asked(step: TraceStep) -> str:
    return said(asked_words(step.suggestion)) if step.suggestion is not None else ""


def _thought(step: TraceStep) -> str:
    return said(step.reply.thought or step.reply.text) if step.reply is not None else ""


def _rejected(step: TraceStep) -> str:
    return said(f"not usable: {step.rejected.reason}") if step.rejected is not None else ""


def _asks(step: TraceStep) -> str:
    """What the reply led to: the tool call, or the answer."""
    reply = step.reply
    if reply is None:
        return ""
    if reply.answer is not None:
        return f'<div class="line">{fact("answers", reply.answer)}</div>'
    window = next((call.window for call in reply.calls if call.window), None)
    if window is None:
        return ""
    label = next((call.label for call in reply.calls if call.label), "")
    return f'<div class="line">{fact("asks for", f"{label} {span(*window)}".strip())}</div>'
