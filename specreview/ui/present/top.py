"""The top line and the facts strip of the Review page."""

from dataclasses import dataclass
from functools import lru_cache
from html import escape

from specreview.catalogues.sources import MATCH_ARCSEC, separation_arcsec
from specreview.review.rows import Candidate, Queue, QueueCounts
from specreview.spectra.quality import der_snr, snr
from specreview.spectra.redshift import marker_redshift
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.task import VettingTask
from specreview.ui.present.markup import Fact, bar, fact, keycap, link, pressed, strong
from specreview.ui.present.quantities import (
    MINUS,
    angle,
    clock,
    count,
    fixed,
    percent,
    sexagesimal,
    signed,
)

SIMBAD = "https://simbad.cds.unistra.fr/simbad/sim-coo?Coord={ra:.6f}d{dec:+.6f}d&Radius=10&Radius.unit=arcsec"
ALADIN = "https://aladin.cds.unistra.fr/AladinLite/?target={ra:.6f}%20{dec:+.6f}&fov=0.05"


@dataclass(frozen=True)
class Saving:
    """What the right end of the top line says about the last act."""

    saved_at: str | None
    trouble: str = ""
    message: str = ""


def top_line(
    queue: Queue,
    task: VettingTask | None,
    position: int | None,
    counts: QueueCounts,
    reviewer: str,
    saving: Saving,
) -> str:
    """Queue, task, place, progress; at the right what was saved, who, and the list of keys."""
    left = [strong(queue.name)]
    if task is not None:
        left.append(fact("task", f"{task.key.upper()}: {task.question}", "question"))
    if position is not None:
        left.append(fact("candidate", f"{count(position)} of {count(counts.total)}"))
    left.append(bar(counts.answered, counts.total))
    left.append(fact("", f"{count(counts.answered)} of {count(counts.total)} answered"))
    left.append(fact("deferred", count(counts.deferred), "fold"))
    if counts.median_seconds is not None:
        left.append(fact("median", f"{fixed(counts.median_seconds, 1)} s a decision", "fold"))
    right = _saving(saving) + fact("reviewer", reviewer)
    right += f'<span class="fact" {pressed("h")}>{keycap("H")} keys</span>'
    return f'<div class="strip top">{"".join(left)}<span class="right">{right}</span></div>'


def _saving(saving: Saving) -> str:
    if saving.trouble:
        return fact("", _unquoted(saving.trouble), "trouble")
    parts = fact("", _unquoted(saving.message), "message") if saving.message else ""
    if saving.saved_at:
        parts += f'<span class="fact saved"><b>saved {clock(saving.saved_at)} UTC</b></span>'
    return parts


def _unquoted(message: str) -> str:
    """Without the marks that set a command off in a terminal."""
    return message.replace("`", "")


def facts_strip(
    candidate: Candidate,
    spectrum: Spectrum,
    task: VettingTask,
    epochs: str = "",
    banner: str = "",
    page: str = "",
) -> str:
    """All that is known of the spectrum, in one wrapping line; `page` is the object's own URL."""
    parts = [strong(candidate.object_id), *_where(candidate, spectrum, page)]
    parts += [fact(label, value) for label, value in _reading(candidate, spectrum, task)]
    parts += [fact(label, value, "fold") for label, value in _pixels(spectrum)]
    if epochs:
        parts.insert(1, _epochs(epochs))
    notes = spectrum.origin.notes
    if notes:
        parts.append(fact("notes", "; ".join(notes), "notes"))
    if banner:
        parts.insert(0, fact("", banner, "banner"))
    return f'<div class="strip facts">{"".join(parts)}</div>'


def _epochs(words: str) -> str:
    """How many spectra the source has, and how the others stand; a click does what P does."""
    shown = f"<i>epochs</i> <b>{escape(words)}</b> {keycap('P')}"
    return f'<span class="fact" {pressed("p")}>{shown}</span>'


def bare_strip(candidate: Candidate, epochs: str = "") -> str:
    """What the catalogue knows, where the file cannot be read."""
    parts = [strong(candidate.object_id), *_where(candidate, None, "")]
    release = " ".join(part for part in (candidate.survey, candidate.release) if part)
    if release:
        parts.append(fact("release", f"{release}, from the queue"))
    if epochs:
        parts.insert(1, _epochs(epochs))
    return f'<div class="strip facts">{"".join(parts)}</div>'


def _where(candidate: Candidate, spectrum: Spectrum | None, page: str) -> list[str]:
    """Coordinates with the two sky links, and the link to the object on one page."""
    ra, dec, source = _place(candidate, spectrum)
    links = [link("HTML", page)] if page else []
    if ra is None or dec is None:
        return [fact("RA, Dec (ICRS)", "not in the file"), *_links(links)]
    sky = [
        link("SIMBAD", SIMBAD.format(ra=ra, dec=dec)),
        link("Aladin", ALADIN.format(ra=ra, dec=dec)),
    ]
    return [fact("RA, Dec (ICRS)", sexagesimal(ra, dec) + source), *_links([*sky, *links])]


def _place(
    candidate: Candidate, spectrum: Spectrum | None
) -> tuple[float | None, float | None, str]:
    """Right ascension and declination, and what must be said of them.

    The list's own count, as they do for the source; the file's where the list has none.
    """
    ra, dec = candidate.ra, candidate.dec
    if spectrum is None or spectrum.origin.ra is None or spectrum.origin.dec is None:
        return ra, dec, ", from the catalogue"
    if ra is None or dec is None:
        return spectrum.origin.ra, spectrum.origin.dec, ""
    apart = separation_arcsec(ra, dec, spectrum.origin.ra, spectrum.origin.dec)
    return ra, dec, f", {angle(apart)} from the file's" if apart > MATCH_ARCSEC else ""


def _links(links: list[str]) -> list[str]:
    return [f'<span class="fact links">{" ".join(links)}</span>'] if links else []


def _reading(candidate: Candidate, spectrum: Spectrum, task: VettingTask) -> list[Fact]:
    origin = spectrum.origin
    release = " ".join(part for part in (origin.survey, origin.release) if part)
    facts = [("release", release), ("S/N per pixel", signal_to_noise(spectrum))]
    applied = marker_redshift(origin, task.redshift, candidate.own_redshift)
    facts.append(("", applied.sentence.replace("-", MINUS)))
    facts.append(("frame", origin.frame))
    facts.append(("flux", origin.flux_unit))
    return [(label, value) for label, value in facts if value]


def _pixels(spectrum: Spectrum) -> list[Fact]:
    n = len(spectrum)
    facts = [
        ("warned", percent(float(spectrum.warned.sum()) / n)),
        ("bad", percent(float((~spectrum.good).sum()) / n)),
    ]
    exposures = spectrum.origin.details.get("exposures")
    return [*facts, ("exposures", exposures)] if exposures else facts


@lru_cache(maxsize=64)
def signal_to_noise(spectrum: Spectrum) -> str:
    """From ivar where there is one, else an estimate that says so."""
    value = snr(spectrum)
    if value is not None:
        return fixed(value, 1)
    estimate = der_snr(spectrum)
    return "unknown" if estimate is None else f"{fixed(estimate, 1)} (estimate, DER_SNR)"


def redshift_text(z: float | None) -> str:
    """+0.00008, or "none"."""
    return "none" if z is None else signed(z, 5)
