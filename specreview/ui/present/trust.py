"""Words about trust: an inspector's record here, and what an expected share means."""

from html import escape

from specreview.evaluation.expected import Expectation
from specreview.evaluation.published import SOURCE
from specreview.evaluation.scores import FEW
from specreview.evaluation.track import TrackRecord
from specreview.ui.present.quantities import DASH, THIN
from specreview.ui.trust import Trust

NOT_MEASURED = "not measured with this prompt"


def trust_lines(trust: Trust, positive: str) -> str:
    """The lines of the verdict card; the hover holds what the figures rest on."""
    lines = _line("Track record", record_text(trust), record_hover(trust.record))
    if trust.share is not None and trust.record.verdict == positive:
        said = expected_sentence(trust.share, trust.expectation, positive)
        lines += _line(
            "Expected", f"{said}{_where(trust)}", expected_hover(trust.expectation, positive)
        )
    return lines


def _line(label: str, text: str, hover: str) -> str:
    return (
        f'<div class="line" title="{escape(hover, quote=True)}">'
        f'<span class="fact"><i>{escape(label)}</i> <b>{escape(text)}</b></span></div>'
    )


def record_text(trust: Trust) -> str:
    """As in "measured here, this prompt: 41 of 52 YES right [66–88 %]"."""
    record = trust.record
    if record.range is None:
        if trust.published_f1 is not None:
            return (
                f"not measured here; published for this model and prompt: F1 {trust.published_f1} %"
            )
        return NOT_MEASURED
    lower, upper = record.range
    star = "*" if record.given < FEW else ""
    return (
        f"measured here, this prompt: {record.right} of {record.given} {record.verdict} right"
        f"{star} [{100 * lower:.0f}{DASH}{100 * upper:.0f}{THIN}%]"
    )


def record_hover(record: TrackRecord) -> str:
    """What "right" means, and how independent the answers are."""
    if record.range is None:
        return (
            "No candidate with this verdict, by this inspector with this very prompt, has a "
            "person's answer in this queue yet. Figures for other prompts do not carry over."
        )
    text = (
        "Right: people gave the same answer, on other candidates of this queue. The range is 95 % "
        "(Wilson). Answers given after the verdict was shown are not independent of it; "
    )
    if not record.blind_given:
        text += "all of these were."
    else:
        text += f"of those given before, {record.blind_right} of {record.blind_given} are right."
    few = f" * fewer than {FEW}: read the range." if record.given < FEW else ""
    return text + few


def share_text(share: float) -> str:
    """1 %, 0.5 %, of a share in (0, 1)."""
    return f"{100 * share:.3g}{THIN}%"


def expected_sentence(share: float, expected: Expectation | None, positive: str) -> str:
    """As in "at 1 %, expect 87 of 100 YES to be wrong [72–94]"."""
    if expected is None:
        return f"at {share_text(share)}: no rates known for this inspector and prompt"
    start, end = f"at {share_text(share)}, expect", f"{positive} to be wrong"
    if expected.range is not None and expected.wrong == 0.0:  # no false alarm seen is not none ever
        return f"{start} at most {_of_hundred(expected.range[1])} {end}"
    text = f"{start} {_of_hundred(expected.wrong)} {end}"
    if expected.range is not None:
        lower, upper = expected.range
        text += f" [{100 * lower:.0f}{DASH}{100 * upper:.0f}]"
    if expected.rates.origin == "published":
        f1 = 100 * expected.rates.true_positive
        text += f", by the published F1 of {f1:.1f} % for its own prompts"
    return text


def _of_hundred(share: float) -> str:
    number = round(100 * share)
    if number == 0 and share > 0:
        return "fewer than 1 of 100"
    if number == 100 and share < 1:
        return "over 99 of 100"
    return f"{number} of 100"


def _where(trust: Trust) -> str:
    rates = trust.expectation.rates if trust.expectation else None
    if rates is None or rates.origin == "published":
        return ""
    place = "labels of other queues" if trust.elsewhere else "answers here"
    return f", by {rates.n} {place}"


def expected_hover(expected: Expectation | None, positive: str) -> str:
    """Where the rates come from, and what was assumed."""
    if expected is None:
        return (
            f"Needs how often this inspector, with this prompt, says {positive} to true and to "
            f"false candidates: at least {FEW} answers of each kind, and on {FEW} other verdicts."
        )
    rates = expected.rates
    hits, alarms = 100 * rates.true_positive, 100 * rates.false_positive
    text = (
        f"{positive} to {hits:.0f} % of the true and {alarms:.1f} % of the false candidates. "
        "The fewer true ones there are, the more of the positive verdicts are false alarms. "
    )
    if rates.origin == "published":
        return text + (
            f"These rates are not measured: the published F1 ({SOURCE}) is taken as precision "
            "and recall at one true candidate in eight, with its own prompts."
        )
    return text + (
        "Measured; the range is the worst and best that the 95 % ranges of both rates allow. "
        "Where people answered only some, each verdict is weighted to its share in the queue: it "
        "holds if those answered are a fair sample of their verdict."
    )
