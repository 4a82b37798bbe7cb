"""What `specreview fetch` says of each spectrum and of all."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from specreview.cli.printing import print_json, print_line

if TYPE_CHECKING:
    from specreview.fetching.filling import Outcome
    from specreview.fetching.wanted import Missing


def print_outcomes(
    outcomes: Sequence["Outcome"], missing: "Missing", to: Path, as_json: bool
) -> None:
    """One line for each that is not there already, then the counts; or all as JSON."""
    from specreview.fetching.filling import counts

    found = counts(outcomes)
    if as_json:
        print_json({
            "folder": str(to), "counts": found, "have_file": missing.have_file,
            "other_survey": missing.other_survey,
            "spectra": [_facts(outcome) for outcome in outcomes],
        })  # fmt: skip
        return
    for outcome in outcomes:
        if outcome.state != "cached":
            print_line(_line(outcome))
    said = ", ".join(f"{count} {state}" for state, count in found.items() if count)
    print_line(f"{to}: {said or 'nothing to fetch'}")
    if missing.have_file or missing.other_survey:
        print_line(
            f"{missing.have_file} rows have a file, {missing.other_survey} are of another survey"
        )
    if found["fetched"]:
        print_line(f"a queue of them: specreview queue create NAME {to / 'fetched.csv'} --task KEY")


def _line(outcome: "Outcome") -> str:
    wanted = outcome.wanted.text
    reason = outcome.reason.removeprefix(f"{wanted}: ")
    what = outcome.path.name if outcome.path is not None else reason
    return f"{outcome.state:<9} {wanted}: {what}"


def _facts(outcome: "Outcome") -> dict[str, str | None]:
    return {
        "wanted": outcome.wanted.text,
        "state": outcome.state,
        "id": outcome.id or None,
        "release": outcome.release or None,
        "path": None if outcome.path is None else str(outcome.path),
        "reason": outcome.reason or None,
    }
