"""Claims of a text, each set beside the flux."""

from collections.abc import Mapping
from dataclasses import replace

from specreview.measure.claims.assertion import Assertion, Sense
from specreview.measure.claims.band_claims import band_finding
from specreview.measure.claims.band_table import BandSpec, specs
from specreview.measure.claims.broad_claims import colour_finding, noise_finding
from specreview.measure.claims.claim import AGREES, CheckedClaim, Claim, Where
from specreview.measure.claims.diagnosed import diagnosed
from specreview.measure.claims.finding import Finding
from specreview.measure.claims.gauges import Gauges
from specreview.measure.claims.line_claims import line_finding
from specreview.measure.claims.reading import assertions
from specreview.measure.diagnose import measure_all
from specreview.measure.measurement import Measurement
from specreview.measure.prepared import Prepared
from specreview.tasks.diagnostics import LineDiagnostic
from specreview.tasks.task import VettingTask

_UNSURE = "not plainly said of this spectrum"
_RANGE = "said of a range, in which other lines may lie"


class Checker:
    """Checks texts about one spectrum; what is measured once serves them all.

    Parameters
    ----------
    prepared
        The spectrum, at the redshift at which the inspector saw it.
    task
        Whose diagnostics say where bands are measured, and in which sense a line is expected.
    measured
        All of the task's diagnostics at that redshift, where they are at hand.
    """

    def __init__(
        self,
        prepared: Prepared,
        task: VettingTask,
        measured: Mapping[str, Measurement] | None = None,
    ) -> None:
        self._gauges = Gauges(prepared)
        self._measured = measure_all(prepared, task) if measured is None else measured
        self._task = task
        self._bands: tuple[BandSpec, ...] = specs(task)

    def check(self, text: str, where: Where) -> tuple[CheckedClaim, ...]:
        """What `text` asserts, in its order, each assertion once, where it is said most plainly;
        never raises.
        """
        said: dict[tuple[str, str], Assertion] = {}
        for assertion in assertions(text):
            key = (assertion.feature.key, _words(assertion))
            if key not in said or (assertion.certain and not said[key].certain):
                said[key] = assertion
        return tuple(self._checked(assertion, text, where) for assertion in said.values())

    def _checked(self, assertion: Assertion, text: str, where: Where) -> CheckedClaim:
        claim = Claim(
            feature=assertion.feature.label,
            asserted=_words(assertion),
            quote=text[assertion.start : assertion.end],
            start=assertion.start,
            end=assertion.end,
            where=where,
        )
        found = self._finding(assertion)
        return CheckedClaim(claim, found.standing, found.numbers, found.window, found.continuum)

    def _finding(self, assertion: Assertion) -> Finding:
        found = self._against_flux(assertion)
        if assertion.ranged and self._of_range_alone(assertion, found):
            return replace(found, standing="not checked", numbers=f"{_RANGE}; {found.numbers}")
        if found.standing != "contradicted":
            return found
        if not assertion.certain:
            return replace(found, standing="not checked", numbers=f"{_UNSURE}; {found.numbers}")
        own = diagnosed(assertion, self._task, self._measured)
        return found if own is None else replace(found, standing=own)

    def _of_range_alone(self, assertion: Assertion, found: Finding) -> bool:
        """Whether another line of the range could make true, or false, what is said of it.

        It cannot where the line itself is there: in the sense that is denied or affirmed, or in
        the other one.
        """
        if assertion.negated:
            return found.standing in AGREES
        if found.standing != "contradicted":
            return False
        other: Sense = "absorption" if assertion.sense == "emission" else "emission"
        turned = replace(assertion, sense=other, strength="", width="", figures=())
        return self._against_flux(turned).standing != "supported"

    def _against_flux(self, assertion: Assertion) -> Finding:
        match assertion.feature.kind:
            case "line":
                return line_finding(assertion, self._gauges, self._expects_emission(assertion))
            case "band":
                return band_finding(assertion, self._gauges, self._bands)
            case "slope":
                return colour_finding(assertion, self._gauges)
            case "noise":
                return noise_finding(assertion, self._gauges)
            case "other":
                return Finding("not checked", "not measured here")

    def _expects_emission(self, assertion: Assertion) -> bool:
        """Whether the task's class shows the line in emission, and only so."""
        rests = assertion.feature.rests
        kinds = {
            d.kind
            for d in self._task.diagnostics
            if isinstance(d, LineDiagnostic)
            and d.argues == "for"
            and any(abs(rest - own) < 1.0 for rest in rests for own in d.rest)
        }
        return kinds == {"emission"}


def _words(assertion: Assertion) -> str:
    """What is asserted; for a bare wavelength, with the wavelength."""
    words = assertion.words()
    if assertion.feature.label:
        return words
    return f"{words} at {assertion.feature.rests[0]:.0f} Å"
