"""Tables whose columns stand below each other, where blank cells leave a gap."""

from collections.abc import Sequence


def tabbed(text: str) -> str | None:
    """The lines with tabs between their columns; None where these are not the header's.

    A column is what lies between two places that are blank in each line. Names and cells with
    blanks stay whole where another line has a letter there.
    """
    lines = text.splitlines()
    told = [line for n, line in enumerate(lines) if line.strip() and (n == 0 or line[:1] != "#")]
    if any("\t" in line for line in told) or len(told) < 2:
        return None
    spans = _spans(told)
    names = told[0].lstrip("# ").split()
    if len(spans) != len(names):
        return None
    return "\n".join(_cut(line, spans) if line[1:].strip() else line for line in lines) + "\n"


def _spans(lines: Sequence[str]) -> list[tuple[int, int]]:
    """From and to of each column."""
    width = max(map(len, lines))
    inked = [False] * (width + 1)
    for line in lines:
        for at, letter in enumerate(line):
            inked[at] = inked[at] or letter not in " #"
    edges = [at for at in range(width + 1) if inked[at] != (at > 0 and inked[at - 1])]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _cut(line: str, spans: Sequence[tuple[int, int]]) -> str:
    mark = "#" if line.startswith("#") else ""
    return mark + "\t".join(line[start:end].strip() for start, end in spans)
