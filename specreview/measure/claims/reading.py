"""From a text to what it asserts of the spectrum, feature by feature."""

from collections.abc import Iterator
from dataclasses import replace

from specreview.measure.claims.assertion import Assertion
from specreview.measure.claims.attributes import Attributes, attributes
from specreview.measure.claims.certainty import certain, doubtful
from specreview.measure.claims.clauses import asserting, opening
from specreview.measure.claims.composing import of_group
from specreview.measure.claims.groups import carries, groups, instance, stands
from specreview.measure.claims.landmarks import landmark
from specreview.measure.claims.pieces import Piece
from specreview.measure.claims.plain import plain
from specreview.measure.claims.reach import Last, chained, end_of, ends_in_denial, region, split
from specreview.measure.claims.referents import referred
from specreview.measure.claims.sentences import sentences
from specreview.measure.claims.words import tokens


def assertions(text: str) -> list[Assertion]:
    """What `text` asserts, in its order; linear in its length."""
    readable = plain(text)
    found: list[Assertion] = []
    parts = list(referred(list(sentences(tokens(readable)))))
    for (pieces, question), doubt in zip(parts, doubtful(parts, readable.text), strict=True):
        for one in _sentence(pieces, question):
            start, end = readable.origin[one.start], readable.origin[one.end]
            sure = one.certain and not doubt
            found.append(replace(one, start=start, end=end, certain=sure))
    return found


def _sentence(pieces: list[Piece], question: bool) -> Iterator[Assertion]:
    alive = asserting(pieces, question)
    found = list(groups(pieces))
    last: Last | None = None
    carried = False
    for number, group in enumerate(found):
        before = found[number - 1].stop if number else 0
        after = found[number + 1].start if number + 1 < len(found) else len(pieces)
        left = split(pieces, before, group.start)
        right = split(pieces, group.stop, after) if after < len(pieces) else after
        pre = attributes(region(pieces, alive, left, group.start, backward=True))
        post = attributes(region(pieces, alive, group.stop, right, backward=False))
        if not all(alive[group.start : group.stop]) or landmark(pieces, group):
            last = None
            continue
        between = pieces[before : group.start]
        chain = chained(between, last)
        if chain == "unclear":
            last = None
            continue
        example = last is not None and last[2] and instance(between)
        lacking = after == len(pieces) and post.open and ends_in_denial(pieces)
        negated = pre.open or post.absent or lacking or chain == "denied" or example
        if negated:
            post = attributes([p for p in region(pieces, alive, group.stop, right, backward=False)
                               if p.depth == 0 or p.kind == "fig"])  # fmt: skip
        merged = _merged(pre, post)
        merged.seen = merged.seen or stands(pieces, group)
        merged.figures = merged.figures or [f for i in group.names for f in pieces[i].figures]
        if not merged.any and not negated and last is not None and carried:
            merged, negated = _inherited(last[0]), last[1]
        denial = negated and (pre.open or chain == "denied" or example)
        last, carried = (merged, negated, denial), carries(pieces[group.stop : after])
        begin = min(piece.token.start for piece in pieces[left : group.stop])
        span = (begin, end_of(pieces, group.stop, right))
        sure = certain(pieces, group, opening(pieces))
        for assertion in of_group(pieces, group, merged, negated, pre, span):
            ranged = pieces[group.start].upto > 0.0
            yield replace(assertion, certain=sure, ranged=ranged)


def _merged(pre: Attributes, post: Attributes) -> Attributes:
    merged = Attributes(
        figures=[*pre.figures, *post.figures],
        absent=post.absent,
        seen=pre.seen or post.seen,
        unread=pre.unread or post.unread,
        both=pre.both or post.both,
    )
    for source in (pre, post):
        for group, words in source.said.items():
            merged.said.setdefault(group, set()).update(words)
        for group, words in source.denied.items():
            merged.denied.setdefault(group, set()).update(words)
    return merged


def _inherited(said: Attributes) -> Attributes:
    """What holds for the members of a list too: the words, not the figures."""
    return replace(said, figures=[])
