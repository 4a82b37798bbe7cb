"""What is known of the object and its file, and what made the page: facts and provenance."""

from html import escape

from specreview.agent.events import InspectionStarted
from specreview.report.markup import Fact, facts, folded, moment, table
from specreview.report.subject import Sight, Subject
from specreview.spectra.quality import der_snr, snr
from specreview.spectra.spectrum import Spectrum

_SIMBAD = "https://simbad.cds.unistra.fr/simbad/sim-coo?Coord={ra:.6f}d{dec:+.6f}d&Radius=10&Radius.unit=arcsec"


def object_facts(subject: Subject) -> str:
    """Where it is, what it is called, how far, in which file."""
    candidate, sight = subject.candidate, subject.sight
    survey = " ".join(filter(None, (candidate.survey, candidate.release)))
    pairs: list[Fact] = [
        ("id", candidate.object_id),
        ("source", candidate.source_id),
        ("survey", survey),
        ("RA, Dec (ICRS, °)", _degrees(candidate.ra, candidate.dec)),
        ("z of the list", _redshift(subject)),
        ("z of the chart", "" if sight is None else _chart_redshift(sight)),
        ("S/N a pixel", "" if sight is None else signal_to_noise(sight.spectrum)),
        ("score of the list", _number(candidate.catalogue_score)),
        *([] if sight is None else _reading(sight.spectrum)),
        ("file", candidate.path),
        ("object in the file", candidate.file_object or ""),
        ("arrays, SHA-256", candidate.content_hash or ""),
    ]
    return facts(pairs) + _sky_link(candidate.ra, candidate.dec) + _catalogue(subject)


def _redshift(subject: Subject) -> str:
    """Every digit, and where it is from."""
    candidate = subject.candidate
    if candidate.redshift is None:
        return "none"
    by = candidate.redshift_by
    source = f"set by {subject.name(by)}" if by else candidate.redshift_source or ""
    z = repr(candidate.redshift).replace("-", "−")
    return f"{z}, {source}" if source else z


def _chart_redshift(sight: Sight) -> str:
    return sight.redshift.sentence.replace(", press Z", "").replace("-", "−")


def signal_to_noise(spectrum: Spectrum) -> str:
    """From ivar where there is one, else an estimate that says so."""
    value = snr(spectrum)
    if value is not None:
        return f"{value:.1f}".replace("-", "−")
    estimate = der_snr(spectrum)
    return "unknown" if estimate is None else f"{estimate:.1f} (estimate, DER_SNR)"


def _reading(spectrum: Spectrum) -> list[Fact]:
    origin, n = spectrum.origin, len(spectrum)
    first, last = spectrum.wavelength[0], spectrum.wavelength[-1]
    warned, bad = int(spectrum.warned.sum()), int((~spectrum.good).sum())
    return [
        ("observed range", f"{first:.1f}–{last:.1f} Å (vacuum), {n} pixels"),
        ("bad, warned pixels", f"{bad}, {warned} of {n}"),
        ("frame of the file", origin.frame),
        ("flux unit", origin.flux_unit),
        (
            "pipeline's class",
            " ".join(filter(None, (origin.pipeline_class, origin.pipeline_subclass))),
        ),
        ("reader", f"{origin.reader}, version {origin.reader_version}"),
        ("notes", "; ".join(origin.notes)),
    ]


def _degrees(ra: float | None, dec: float | None) -> str:
    if ra is None or dec is None:
        return "unknown"
    return f"{ra:.6f}, {dec:+.6f}".replace("-", "−")


def _sky_link(ra: float | None, dec: float | None) -> str:
    """To SIMBAD; followed only by a click."""
    if ra is None or dec is None:
        return ""
    url = escape(_SIMBAD.format(ra=ra, dec=dec), quote=True)
    link = f'<a href="{url}" rel="noopener noreferrer" target="_blank">SIMBAD within 10″</a>'
    return f'<p class="line noprint">{link} (needs a network)</p>'


def _number(value: float | None) -> str:
    return "" if value is None else repr(value).replace("-", "−")


def _catalogue(subject: Subject) -> str:
    """The list's other columns, verbatim."""
    cells = subject.candidate.catalogue
    if not cells:
        return ""
    listed = table(("column of the list", "value"), sorted(cells.items()))
    return f"<details><summary>{len(cells)} further columns of the list</summary>{listed}</details>"


def provenance(subject: Subject) -> str:
    """What made the page, the verdict and the pictures, so that each can be made again."""
    task = subject.task
    pairs: list[Fact] = [
        ("page made", f"{moment(subject.made_at)} by {subject.app}"),
        ("queue", subject.queue.name),
        ("imported from", subject.queue.source),
        ("task", "" if task is None else f"{task.key} version {task.version}, sha256 {task.hash}"),
    ]
    if subject.inspected is None:
        return facts(pairs)
    started = subject.inspected.trace.started
    return (
        facts([*pairs, *_inspection(subject, started)])
        + folded("Instructions to the inspector, word for word", started.system_text or "")
        + folded("Question to the inspector, word for word", started.task_text)
        + _others(subject)
    )


def _inspection(subject: Subject, started: InspectionStarted) -> list[Fact]:
    inspected = subject.inspected
    assert inspected is not None
    shift = "none" if started.redshift is None else repr(started.redshift)
    seed = "" if started.seed is None else f", seed {started.seed}"
    return [
        ("inspection", inspected.trace.inspection_id),
        ("inspector", started.inspector),
        ("model", started.model or "none"),
        ("revision", started.revision or "none"),
        ("prompt, sha256", started.prompt_hash),
        ("task then, sha256", started.task_hash),
        ("flux then, SHA-256", started.spectrum_hash),
        ("z of the pictures", shift),
        ("decoding", f"{started.decoding}{seed}, rollout {started.rollout}"),
        ("pictures drawn by", f"renderer {started.renderer_version}"),
        ("replies read by", f"parser {started.parser_version}"),
        ("app then", started.app_version),
    ]


def _others(subject: Subject) -> str:
    """All inspections of the candidate, where this is not the only one."""
    if len(subject.inspections) < 2:
        return ""
    rows = (
        (moment(one.started_at), one.inspector, _outcome(one.has_verdict, one.verdict), one.id)
        for one in subject.inspections
    )
    return table(("inspection begun", "inspector", "verdict", "id"), rows)


def _outcome(has_verdict: bool, verdict: str | None) -> str:
    return (verdict or "no verdict") if has_verdict else "not reached"
