"""What can go wrong with one request, and what follows from it."""

from dataclasses import dataclass


class Trouble(Exception):
    """A request that brought no spectrum; the text is a reason for a person.

    `lasting` is the same for every other spectrum of this run, so that asking on is of no use.
    """

    lasting = False


class NotThere(Trouble):
    """The service answered that it has no such spectrum."""


class LaterPlease(Trouble):
    """The service asks to be left alone for longer than a run should wait."""

    lasting = True


class NoWay(Trouble):
    """The service was never reached in this run: no network, a wrong address."""

    lasting = True


class LoginWanted(Trouble):
    """The service wants to know who asks."""


@dataclass
class Passing(Exception):
    """A failure that another try may mend; `asked_for` are the seconds that the service wishes.

    `reached` says whether the service answered at all.
    """

    reason: str
    asked_for: float | None = None
    reached: bool = True
