"""How well claims are read and judged, on the labelled sentences.

`PYTHONPATH=. python benchmarks/score_claims.py [--list]` prints confusion tables: what is true of
the spectrum, by what the checks call it. "contradicted" is right for what is false; for all else
it is an error. `--list` shows what is judged otherwise than its label says.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Sequence

from benchmarks.labelled_claims import SETS, Judged, judge, labelled

STANDINGS = (
    "supported",
    "weakly supported",
    "contradicted",
    "not measurable",
    "not checked",
    "not read",
)
TRUTHS = {
    "T": "true",
    "F": "false",
    "M": "cannot be told",
    "N": "not measured here",
    "-": "not asserted",
}


def table(judged: Iterable[Judged]) -> str:
    """Truth by standing, in counts."""
    counts = Counter((one.truth, one.standing) for one in judged)
    head = " " * 18 + "".join(f"{standing:>17}" for standing in STANDINGS)
    rows = [
        f"{name:18}" + "".join(f"{counts[key, standing]:17d}" for standing in STANDINGS)
        for key, name in TRUTHS.items()
    ]
    return "\n".join([head, *rows])


def contradicted(judged: Sequence[Judged]) -> tuple[int, int, int]:
    """(called contradicted, rightly so, false claims in all)."""
    called = [one for one in judged if one.standing == "contradicted"]
    right = [one for one in called if one.truth == "F"]
    return len(called), len(right), sum(one.truth == "F" for one in judged)


def wrong(one: Judged) -> bool:
    """Whether a claim is judged otherwise than its label says."""
    right = {
        "T": ("supported", "weakly supported"),
        "F": ("contradicted",),
        "M": ("not measurable",),
        "N": ("not checked",),
        "-": (),
    }
    return one.standing not in right[one.truth]


def main() -> None:
    """Print a table for each set, for the held-out third of the first, and for all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true")
    wanted = parser.parse_args()
    judged = {name: [one for each in labelled(name) for one in judge(each)] for name in SETS}
    parts = {**judged, "all": [one for name in SETS for one in judged[name]]}
    parts["held out of the first"] = [one for one in judged["first"] if one.sentence.held_out]
    for name, part in parts.items():
        called, right, false = contradicted(part)
        print(f"\n{name}: contradicted {called}, rightly {right}; {false} false claims")
        print(table(part))
    for one in parts["all"] if wanted.list else ():
        if wrong(one):
            print(f"{TRUTHS[one.truth]:14} {one.standing:16} {one.feature:14} "
                  f"[{one.sentence.spectrum}] {one.sentence.text!r} {one.numbers}")  # fmt: skip


if __name__ == "__main__":
    main()
