"""The first event of an inspection: all that a replay needs to know."""

from specreview.agent.events import InspectionStarted, Limits
from specreview.agent.inspector import InspectorIdentity
from specreview.agent.prompt import prompt_hash, system_text, user_text
from specreview.agent.protocol import PARSER_VERSION
from specreview.spectra.spectrum import Spectrum
from specreview.tasks.own_prompt import OwnPrompt
from specreview.tasks.task import VettingTask


def start_event(
    spectrum: Spectrum,
    task: VettingTask,
    identity: InspectorIdentity,
    *,
    title: str,
    redshift: float | None,
    redshift_source: str | None,
    renderer_version: str,
    app_version: str,
    limits: Limits | None = None,
    seed: int | None = None,
    rollout: int = 0,
    parent: tuple[str, int] | None = None,
    own_prompt: OwnPrompt | None = None,
) -> InspectionStarted:
    """The first event of an inspection.

    `redshift` is what the inspector's views are shifted by, None for no shift. `parent` is
    (inspection, position) of the trace that this one branches from. `own_prompt` is the
    candidate's own, where its list brought one.
    """
    return InspectionStarted(
        spectrum_hash=spectrum.content_hash,
        object_id=spectrum.origin.object_id,
        title=title,
        reader=spectrum.origin.reader,
        reader_version=spectrum.origin.reader_version,
        redshift=redshift,
        redshift_source=redshift_source,
        task_key=task.key,
        task_hash=task.hash,
        task_text=user_text(task, own_prompt),
        system_text=system_text(own_prompt),
        labels=task.labels,
        inspector=identity.name,
        model=identity.model,
        revision=identity.revision,
        prompt_hash=prompt_hash(task, own_prompt),
        parser_version=PARSER_VERSION,
        renderer_version=renderer_version,
        app_version=app_version,
        decoding=identity.decoding,
        seed=seed,
        rollout=rollout,
        limits=limits or Limits(),
        parent_inspection=parent[0] if parent else None,
        parent_position=parent[1] if parent else None,
    )
