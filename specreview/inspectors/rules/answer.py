"""The words of the rules inspector's answer: what it is, what speaks against it and turns it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from specreview.inspectors.rules.phrases import brief, phrases
from specreview.inspectors.rules.turning import turning, turning_words
from specreview.inspectors.rules.wording import missing_words, signal_words
from specreview.inspectors.rules.words import (
    Phrase,
    as_in,
    lower_first,
    plain_name,
    series,
    upper_first,
)
from specreview.measure.assessment import Assessment
from specreview.measure.evidence import Argument, grounds, same_line, shown_by_another, weigh
from specreview.measure.measurement import Measurement
from specreview.tasks.diagnostics import RuleDiagnostic
from specreview.tasks.task import VettingTask

LONGEST = 350
"""Characters of a justification."""

_SIZES = ((5, 3), (4, 3), (3, 3), (3, 2), (2, 2), (2, 1), (1, 1))
"""(measurements for, measurements against) tried in turn until the text is short enough."""

_Grounds = tuple[tuple[Measurement, ...], tuple[Measurement, ...]]

_RULE = "rule"
"""The joint of a phrase that is a rule's label."""


@dataclass
class _Said:
    """What a text has cited so far, so that no measurement is said twice."""

    task: VettingTask
    seen: Mapping[str, Measurement]
    cited: list[Measurement] = field(default_factory=list)
    kept: list[Measurement] = field(default_factory=list)
    """Measurements of the other side, whose numbers are left to it."""

    def plain(self, argument: Argument) -> bool:
        """Whether its one measurement says it all: no rule, or one that rests on that alone."""
        if argument.rule is None:
            return True
        measured = (*argument.measured, *argument.lacking)
        if len(measured) != 1:
            return False
        diagnostic = self.task.diagnostic(measured[0].name)
        named = diagnostic.label.endswith(" continuum") or diagnostic.kind != "continuum"
        return diagnostic.kind != "index" and named

    def fresh(self, measured: Sequence[Measurement]) -> list[Measurement]:
        said = [*self.cited, *self.kept]
        return [m for m in measured if not any(same_line(m, other) for other in said)]

    def bare(self, measured: Sequence[Measurement]) -> list[Phrase]:
        """What is said of a line whose numbers the other side gives."""
        kept = [m for m in measured if any(same_line(m, other) for other in self.kept)]
        return [replace(p, values=[], widths=[], unit="") for p in phrases(kept, self.task)]


def justification(
    task: VettingTask,
    assessment: Assessment,
    seen: Mapping[str, Measurement],
    snr: float | None,
    unseen: str = "",
) -> str:
    """One sentence for the answer, what speaks against it, and what would change it.

    What is missing where there is no answer. `snr` is the spectrum's median a pixel; `unseen`
    says of the deciding diagnostics that were not looked at why that is. At most `LONGEST`
    characters.
    """
    arguments = [a for a in weigh(task, seen, assessment) if not _found_elsewhere(a, seen)]
    change = _change(task, assessment, seen)
    text = ""
    for for_it, against_it in _SIZES:
        said = _Said(task, seen)
        if assessment.verdict is None:
            lead = _open(said, assessment, snr, unseen)
            text = f"{lead} {_both(said, arguments, for_it - 1, against_it - 1)}".strip()
        else:
            positive = assessment.verdict == task.positive
            text = _decided(said, arguments, positive, (for_it, against_it))
        text = f"{text} {change}".strip()
        if len(text) <= LONGEST:
            return text
    return text[: LONGEST - 1].rsplit(" ", 1)[0].rstrip(",;:(") + "…"


def _found_elsewhere(argument: Argument, seen: Mapping[str, Measurement]) -> bool:
    """Whether it says that a line is absent which another window shows, as a core in a trough."""
    return argument.rule is None and bool(shown_by_another(argument.measured[0], seen.values()))


def _change(task: VettingTask, assessment: Assessment, seen: Mapping[str, Measurement]) -> str:
    """What would change the answer; "" where too little could be measured for one."""
    if not assessment.weighed:
        return ""
    turn = turning(task, seen)
    if turn is not None:
        return turning_words(turn)
    return "" if assessment.verdict is None else "No one line would change this."


def _decided(
    said: _Said, arguments: Sequence[Argument], positive: bool, most: tuple[int, int]
) -> str:
    own = [a for a in arguments if a.favours is positive]
    other = [a for a in arguments if a.favours is not positive and a.size > 0]
    plain = [a.measured[0] for a in other if a.rule is None]
    said.kept = [] if positive else plain[: most[1]]
    lead = _cite(said, own, most[0])
    said.kept = list(said.cited) if positive else []
    opening = _sentence(lead, positive) or "nothing that the task names was found"
    return f"{upper_first(opening)}. {_against(said, other, most[1])}".strip()


def _both(said: _Said, arguments: Sequence[Argument], for_it: int, against_it: int) -> str:
    parts = []
    if for_it > 0:
        lead = _cite(said, [a for a in arguments if a.favours and a.size > 0], for_it)
        if lead:
            parts.append(f"For: {_sentence(lead, False)}.")
    if against_it > 0:
        against = [a for a in arguments if not a.favours and a.size > 0]
        parts.append(_against(said, against, against_it))
    return " ".join(part for part in parts if part)


def _against(said: _Said, arguments: Sequence[Argument], most: int) -> str:
    words = _cite(said, arguments, most)
    return f"Against: {_sentence(words, False)}." if words else ""


def _cite(said: _Said, arguments: Sequence[Argument], most: int) -> list[Phrase]:
    """The largest arguments in words, like measurements together."""
    found: list[Measurement] = []
    rules: list[Phrase] = []
    for argument in arguments:
        if len(found) + len(rules) >= most:
            break
        if said.plain(argument):
            fresh = said.fresh((*argument.measured, *argument.lacking))
            found += fresh
            said.cited += fresh
            rules += said.bare(argument.measured if argument.rule is None else ())
        elif argument.rule is not None and not _told(argument, found):
            leads = argument is arguments[0] and bool(argument.measured)
            rules.append(
                _rule(said, argument.rule, (argument.measured, argument.lacking), alike=leads)
            )
    lines = phrases(found, said.task, alike=True)
    rules_first = bool(arguments) and not said.plain(arguments[0])
    return [*rules, *lines] if rules_first else [*lines, *rules]


def _told(argument: Argument, found: Sequence[Measurement]) -> bool:
    """Whether the measurements of this side already say what the rule rests on."""
    if not argument.size:
        return True
    main = argument.measured
    return bool(main) and all(any(same_line(m, other) for other in found) for m in main)


def _rule(said: _Said, rule: RuleDiagnostic, rests_on: _Grounds, alike: bool) -> Phrase:
    """The rule's label, the numbers by which it acted as far as not said, and what it is like.

    What a rule of a single measurement points to is no more than a guess, and left out.
    """
    there, lacking = rests_on
    shown = said.fresh(there)[:3] or said.fresh(lacking)[:1]
    said.cited += shown
    numbers = [brief(m, named=plain_name(m.label) not in rule.label) for m in shown]
    tail = as_in(rule.about) if alike and len(there) + len(lacking) > 1 else ""
    values = ["; ".join(numbers)] if numbers else []
    return Phrase(lower_first(rule.label), _RULE, values=values, tail=tail)


def _sentence(found: Sequence[Phrase], joined: bool) -> str:
    """The phrases in a row; `joined` as one clause, the continuum last: "… on a blue continuum"."""
    rules = [phrase.text() for phrase in found if phrase.joint == _RULE]
    lines = [phrase for phrase in found if phrase.joint != _RULE]
    if not joined or not all(phrase.positive for phrase in lines):
        return "; ".join(phrase.text() for phrase in found)
    clause = _clause(lines)
    leads = bool(found) and found[0].joint == _RULE
    parts = [*rules, clause] if leads else [clause, *rules]
    return "; ".join(part for part in parts if part)


def _clause(found: Sequence[Phrase]) -> str:
    rest = [phrase.text() for phrase in found if not phrase.setting]
    settings = [phrase.text() for phrase in found if phrase.setting]
    if not rest:
        return "; ".join(settings)
    others = f" with {series(rest[1:], 'and')}" if rest[1:] else ""
    return rest[0] + others + "".join(f" on a {setting}" for setting in settings)


def _open(said: _Said, assessment: Assessment, snr: float | None, unseen: str) -> str:
    """Why there is no verdict."""
    task, seen = said.task, said.seen
    for rule in task.rules:
        if rule.effect != "no_verdict":
            continue
        if rule.name in assessment.rules_fired and assessment.reason == rule.label:
            words = _rule(said, rule, grounds(rule.when, seen), alike=True).text()
            return f"{upper_first(words)}."
    deciding = [seen[name] for name in task.scoring.deciding if name in seen]
    unmeasured = [m for m in deciding if not m.measurable]
    if assessment.reason.startswith("S/N"):
        return f"{assessment.reason}."
    if assessment.reason.startswith("the evidence is divided"):
        return "The evidence is divided."
    parts = []
    if unmeasured:
        parts.append(missing_words(unmeasured))
    if unseen:
        parts.append(unseen)
    if not parts:
        return f"{upper_first(assessment.reason)}."
    signal = [] if snr is None else [signal_words(snr)]
    return f"{upper_first('; '.join([*signal, *parts]))}."
