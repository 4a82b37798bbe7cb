"""Demonstrations as a list: each one's object is a candidate, its conversation a finished trace.

A spectrum is looked for by the name that the demonstration gives; without one the candidate is
there all the same, with the demonstration's pictures alone.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from specreview.agent.demonstrated import (
    DEMONSTRATION,
    Speaker,
    Turn,
    Unlike,
    demonstrated_events,
    demonstrated_start,
)
from specreview.agent.events import Event, InspectionStarted, ViewRendered
from specreview.agent.inspector import InspectorIdentity
from specreview.canonical import canonical_json, sha256_hex
from specreview.catalogues.files import stem
from specreview.catalogues.label_column import stated_labels
from specreview.catalogues.labels import Labels
from specreview.catalogues.plan import Import, Planned
from specreview.catalogues.reading import SpectrumFacts, SpectrumLibrary
from specreview.catalogues.sharegpt import Demonstration, Malformed, read_demonstrations
from specreview.catalogues.sources import SourceMatcher
from specreview.catalogues.specvi import task_named
from specreview.catalogues.walking import walk
from specreview.errors import CatalogueError, SpectrumReadError
from specreview.review.candidates import NewCandidate, Reject
from specreview.spectra.file_names import survey_named
from specreview.tasks.own_prompt import PICTURE_MARK, OwnPrompt
from specreview.tasks.task import VettingTask
from specreview.version import __version__

_PNG = b"\x89PNG\r\n\x1a\n"


@dataclass(frozen=True)
class StoredConversation:
    """A demonstration's trace: its events with their pictures, and whose it is.

    `rollout` counts the demonstrations of one object from 0.
    """

    object_id: str
    started: InspectionStarted
    steps: tuple[tuple[Event, bytes | None], ...]
    fingerprint: str


def plan_demonstrations(plan: Import) -> Iterator[Planned]:
    """Candidates and rejects in the order of the list; an object comes once.

    Raises
    ------
    CatalogueError
        When the file is no list of demonstrations, or nothing says of which task.
    """
    demonstrations = read_demonstrations(plan.source)  # before asking for the task of no list
    task = _task(plan)
    cells = Counter((task, one.truth) for one in demonstrations if isinstance(one, Demonstration))
    labels = stated_labels(plan, "ground_truth", cells, task_a_row=False)
    return _candidates(plan, task, read_demonstrations(plan.source), labels)


def conversations(
    plan: Import, tasks: Mapping[str, VettingTask], spectra: Mapping[str, str | None]
) -> Iterator[StoredConversation]:
    """The traces of the demonstrations that `plan_demonstrations` makes candidates of.

    `spectra` maps the objects to keep traces of to their spectrum's content hash, None for none.
    """
    task = tasks[_task(plan)]
    told: Counter[str] = Counter()
    for one in read_demonstrations(plan.source):
        if isinstance(one, Malformed) or _unusable(plan, one, task.labels):
            continue
        object_id = stem(one.name)
        if object_id in spectra:
            yield _conversation(plan, one, task, spectra[object_id] or "", told[object_id])
        told[object_id] += 1


def _task(plan: Import) -> str:
    task = plan.task or task_named(plan.source.name, plan.tasks)
    if task is None:
        raise CatalogueError(
            f"{plan.source}: which task do these demonstrations answer? Give --task with one of "
            f"{', '.join(plan.tasks)}"
        )
    return task


def _candidates(
    plan: Import,
    task: str,
    demonstrations: Iterator[Demonstration | Malformed],
    labels: Labels,
) -> Iterator[Planned]:
    spectra, sources = _Spectra(plan), SourceMatcher(plan.known)
    seen: set[str] = set()
    for number, one in enumerate(demonstrations, start=1):
        if plan.cancelled():
            return
        if isinstance(one, Malformed):
            yield Reject(number, "", str(one))
        elif reason := _unusable(plan, one, plan.labels.get(task, ("YES", "NO"))):
            yield Reject(number, one.name, reason)
        elif one.name not in seen:
            seen.add(one.name)
            yield _candidate(one, task, spectra, sources, labels)
        plan.progress(number, number)


def _candidate(
    one: Demonstration, task: str, spectra: "_Spectra", sources: SourceMatcher, labels: Labels
) -> NewCandidate:
    object_id, facts = stem(one.name), spectra.facts(one.name)
    survey = facts.survey if facts else survey_named(one.name) or "unknown"
    ra, dec = (facts.ra, facts.dec) if facts else (None, None)
    return NewCandidate(
        object_id=object_id,
        source_id=sources.source_id(survey, object_id, ra, dec),
        task_key=task,
        path=str(spectra.path(one.name)),
        content_hash=facts.content_hash if facts else None,
        survey=survey,
        release=facts.release if facts else None,
        ra=ra,
        dec=dec,
        snr=facts.snr if facts else None,
        hidden={"ground_truth": one.truth},
        sparkline=facts.sparkline if facts else None,
        own_prompt=_prompt(one),
        label=labels.label(task, one.truth),
    )


def _unusable(plan: Import, one: Demonstration, labels: Sequence[str]) -> str:
    """Why a demonstration is passed over, "" where it is not."""
    if not one.name:
        return "has no source_name"
    for image in one.images:
        if _picture(plan, image) is None:
            return f"its picture {image} is no PNG file beside the list"
    try:
        for _ in demonstrated_events(_turns(one, one.images), tuple(labels)):
            pass
    except Unlike as error:
        return str(error)
    return ""


def _conversation(
    plan: Import,
    one: Demonstration,
    task: VettingTask,
    spectrum_hash: str,
    rollout: int,
) -> StoredConversation:
    pngs = [_picture(plan, image) or b"" for image in one.images]
    hashes = [sha256_hex(png) for png in pngs]
    held = dict(zip(hashes, pngs, strict=True))
    turns = _turns(one, hashes)
    steps = tuple(
        (event, held[event.image_sha256] if isinstance(event, ViewRendered) else None)
        for event in demonstrated_events(turns, task.labels)
    )
    started = demonstrated_start(
        task,
        _prompt(one),
        name=one.name,
        spectrum_hash=spectrum_hash,
        turns=sum(turn.speaker == "inspector" for turn in turns),
        rollout=rollout,
        app_version=__version__,
    )
    words = canonical_json([[turn.text, list(turn.pictures)] for turn in turns])
    identity = InspectorIdentity(DEMONSTRATION, DEMONSTRATION, sha256_hex(words))
    return StoredConversation(stem(one.name), started, steps, identity.fingerprint)


def _prompt(one: Demonstration) -> OwnPrompt:
    system = next((turn.text for turn in one.turns if turn.speaker == "system"), None)
    user = next((turn.text for turn in one.turns if turn.speaker == "human"), "")
    return OwnPrompt(user=user, system=system)


def _turns(one: Demonstration, pictures: Sequence[str]) -> list[Turn]:
    """The turns after the system's, each with its pictures.

    Raises
    ------
    Unlike
        When there are not as many pictures as places for them.
    """
    at, turns = 0, list[Turn]()
    for said in one.turns:
        if said.speaker == "system":
            continue
        # A first turn without a mark has its picture before the text.
        places = said.text.count(PICTURE_MARK) or (0 if turns else 1)
        places = places if said.speaker == "human" else 0
        speaker: Speaker = "task" if said.speaker == "human" else "inspector"
        turns.append(Turn(speaker, said.text, tuple(pictures[at : at + places])))
        at += places
    if at != len(pictures):
        raise Unlike(f"has {len(pictures)} pictures and {at} places for them")
    return turns


def _picture(plan: Import, image: str) -> bytes | None:
    """The PNG at a path of the list, in its folder; None where there is none.

    A downloaded list names no file elsewhere on this machine: such a path counts by its name.
    """
    folder, named = plan.source.resolve().parent, Path(image)
    inside = not named.is_absolute() and ".." not in named.parts
    for path in (folder / named, folder / named.name) if inside else (folder / named.name,):
        if path.is_file():
            png = path.read_bytes()
            return png if png.startswith(_PNG) else None
    return None


class _Spectra:
    """Finds spectra by their name: below --spectra, else beside the list; reads each once."""

    def __init__(self, plan: Import) -> None:
        self._beside = plan.source.resolve().parent
        self._library = SpectrumLibrary(thumbnail=plan.thumbnail)
        files = walk(plan.spectra.resolve()) if plan.spectra else ()
        self._by_stem = {stem(found.path.name): found.path for found in files if not found.reason}
        self._read: dict[str, SpectrumFacts | None] = {}

    def path(self, name: str) -> Path:
        """Where the spectrum is, or would be."""
        return self._by_stem.get(stem(name), self._beside / Path(name).name)

    def facts(self, name: str) -> SpectrumFacts | None:
        """What its file says; None where there is none, or none that can be read."""
        if name not in self._read:
            self._read[name] = self._facts(self.path(name))
        return self._read[name]

    def _facts(self, path: Path) -> SpectrumFacts | None:
        try:
            return self._library.only_or(path, None) if path.is_file() else None
        except SpectrumReadError:
            return None
