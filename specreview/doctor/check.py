"""One line of the doctor: what was looked at, how it is, and the cure where it is not well."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from specreview.errors import SpecreviewError

State = Literal["ok", "warning", "failure"]


@dataclass(frozen=True)
class Check:
    """`found` says what is the case; `cure` what to do, empty where nothing is wrong."""

    name: str
    state: State
    found: str
    cure: str = ""


def well(name: str, found: str) -> Check:
    return Check(name, "ok", found)


def warning(name: str, found: str, cure: str) -> Check:
    return Check(name, "warning", found, cure)


def failure(name: str, found: str, cure: str) -> Check:
    return Check(name, "failure", found, cure)


def of_error(name: str, error: SpecreviewError) -> Check:
    """A failure in the error's own words: cause, then cure after the semicolon."""
    found, _, cure = str(error).partition("; ")
    return failure(name, found, cure or "see the message")


def guarded(name: str, checks: Callable[[], Iterator[Check]]) -> Iterator[Check]:
    """The checks; what fails unforeseen is a line too, and the others go on."""
    try:
        yield from checks()
    except SpecreviewError as error:
        yield of_error(name, error)
    except Exception as error:  # noqa: BLE001  (a doctor that falls ill helps nobody)
        first = (str(error).strip().splitlines() or ["no details"])[0][:300]
        yield failure(
            name,
            f"could not be checked ({type(error).__name__}: {first})",
            "report it with the output of `specreview doctor --json`",
        )
