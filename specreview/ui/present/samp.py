"""The words about SAMP: who is there, what was sent, what waits."""

from collections.abc import Sequence
from html import escape

OFF = "SAMP is off; start the app with `specreview serve --samp`"


def menu_label(state: str) -> str:
    """The label of the menu says whether a hub is there."""
    return "SAMP" if state == "connected" else "SAMP: no hub" if state == "no hub" else "SAMP …"


def state_line(reason: str, programs: Sequence[str]) -> str:
    """Who listens, or why nobody does."""
    if reason:
        return reason
    if not programs:
        return "a SAMP hub is there, and no other program at it"
    return f"at the SAMP hub: {', '.join(programs)}"


def state_html(reason: str, programs: Sequence[str]) -> str:
    return f'<span class="page-note">{escape(state_line(reason, programs))}</span>'


def sent(what: str, programs: Sequence[str]) -> str:
    return f"{what} sent to {', '.join(programs)}"


def waiting(program: str, name: str) -> str:
    return f"{program} points at {name}; what is begun here stays."
