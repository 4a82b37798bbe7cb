"""What counts as the same inspection, and what its views are shifted by."""

from specreview.agent.events import InspectionStarted
from specreview.agent.traces import Trace
from specreview.errors import SpecreviewError
from specreview.review.rows import Candidate
from specreview.tasks.task import VettingTask


def view_redshift(candidate: Candidate, task: VettingTask) -> float | None:
    """What the inspector's views are shifted by; None for no shift.

    Pipelines call cataclysmic variables quasars, so a catalogue's redshift counts only where
    the task says so; a reviewer's own always counts, and so does that of a list which brings
    its own prompts (the model was trained on its shifted views).
    """
    from_list = task.redshift == "catalogue" or candidate.own_prompt is not None
    return candidate.redshift if from_list else candidate.own_redshift


def plain_message(error: BaseException) -> str:
    """One line about any error, for a person."""
    if isinstance(error, SpecreviewError):
        return str(error)
    first = (str(error).strip().splitlines() or ["no details"])[0][:300]
    return f"the inspection failed unexpectedly ({type(error).__name__}: {first}); restart it"


def same_question(known: InspectionStarted, wanted: InspectionStarted) -> bool:
    """Whether a trace asks what would be asked now: same flux, prompt, redshift and labels."""
    return (known.spectrum_hash, known.prompt_hash, known.redshift, known.labels) == (
        wanted.spectrum_hash,
        wanted.prompt_hash,
        wanted.redshift,
        wanted.labels,
    )


def failed(trace: Trace) -> bool:
    """Whether the inspector could not answer: such an inspection is begun anew."""
    return trace.stopped is not None and trace.stopped.reason == "backend_error"
