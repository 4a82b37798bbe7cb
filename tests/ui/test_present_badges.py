"""Badges: a word beside each colour, foreign words escaped, same code never called support."""

from specreview.evidence.trace_evidence import ClaimCounts, StepEvidence, TraceEvidence
from specreview.measure.claims.claim import CheckedClaim, Claim
from specreview.ui.present.badges import claims_line, step_lines

EVIL = '<img src=x onerror="alert(1)">'


def claim(standing, asserted="broad emission", quote="Hα is broad"):
    said = Claim("Hα", asserted, quote, 0, len(quote), "thought")
    return CheckedClaim(said, standing, "EW 74.9 ± 1.5 Å")


def evidence(*claims, same_code=False, **counts):
    step = StepEvidence(1, (6400.0, 6730.0), (), tuple(claims))
    return TraceEvidence((step,), ClaimCounts(**counts), same_code)


def test_each_standing_is_a_word_and_what_is_unchecked_is_one_badge():
    found = evidence(claim("supported"), claim("contradicted"), *[claim("not checked")] * 2)
    html = step_lines(found, 1)
    assert "✓ Hα broad emission: supported" in html
    assert "✕ Hα broad emission: contradicted" in html
    assert "– 2 not checked" in html
    assert html.count('<span class="badge') == 3
    assert step_lines(found, 2) == step_lines(None, 1) == ""


def test_foreign_words_are_no_markup():
    html = step_lines(evidence(claim("contradicted", quote=EVIL), claim("not checked", EVIL)), 1)
    assert "<img" not in html
    assert '"alert' not in html


def test_the_same_code_is_never_support():
    found = evidence(claim("supported"), same_code=True, supported=3, contradicted=1)
    assert "supported" not in step_lines(found, 1)
    line = claims_line(found, "")
    assert "3 by the same code: no independent check" in line
    assert "supported" not in line
    assert '<b class="strong" title="">1 contradicted</b>' in line


def test_the_line_counts_what_there_is_and_says_why_there_is_nothing():
    line = claims_line(evidence(supported=3, contradicted=2, not_measurable=1), "")
    assert "3 supported" in line
    assert "2 contradicted" in line
    assert "1 not measurable" in line
    assert "not checked" not in line
    assert "not checked: other flux" in claims_line(None, "other flux")
