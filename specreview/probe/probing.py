"""The probe: what an inspector says where the answer is known, or where there is none."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from specreview.agent.events import Limits
from specreview.agent.inspection import DrawView
from specreview.agent.inspector import Inspector
from specreview.errors import SettingsError
from specreview.probe.asking import Question, Watch, ask, unwatched
from specreview.probe.report import Report, report
from specreview.probe.subjects import Subject, flat_line, known_objects, pure_noise
from specreview.probe.variants import FEW, VARIANTS
from specreview.tasks.task import VettingTask
from specreview.views.rendered import render_view

SEED = 20_261
Known = Callable[[str, int, int], list[Subject]]
"""Known objects: (task, how many of each kind, seed)."""


@dataclass(frozen=True)
class Size:
    """How much is asked, over all tasks: `objects` known ones (half of them look-alikes),
    `noises` spectra of noise, and which changes. Each task has one of each at least.
    """

    objects: int
    noises: int
    changes: tuple[str, ...]


USUAL = Size(objects=10, noises=40, changes=tuple(variant.key for variant in VARIANTS))
SMALL = Size(objects=2, noises=4, changes=FEW)


@dataclass(frozen=True)
class Probe:
    """What to ask about; `known` may bring objects of its own for a task that has none here."""

    tasks: Mapping[str, VettingTask]
    size: Size = USUAL
    seed: int = SEED
    limits: Limits | None = None
    workers: int | None = None
    known: Known = known_objects
    draw: DrawView = render_view


def questions_of(probe: Probe) -> list[Question]:
    """All questions, task by task, known objects first."""
    changes = [variant for variant in VARIANTS if variant.key in probe.size.changes]
    each = max(1, probe.size.objects // (2 * len(probe.tasks)))
    noises = max(1, probe.size.noises // len(probe.tasks))
    asked: list[Question] = []
    for task in probe.tasks:
        for subject in probe.known(task, each, probe.seed):
            asked.append(Question(subject))
            asked.extend(Question(subject, variant) for variant in changes)
        asked.extend(Question(one) for one in pure_noise(task, noises, probe.seed))
        asked.append(Question(flat_line(task)))
    return asked


def run_probe(
    probe: Probe,
    build: Callable[[], Inspector],
    watch: Watch = unwatched,
) -> Report:
    """Ask all and add it up.

    Raises
    ------
    InspectorError
        When the inspector cannot be had at all.
    """
    asked = ask(
        questions_of(probe),
        build,
        probe.tasks,
        seed=probe.seed,
        limits=probe.limits,
        workers=probe.workers,
        draw=probe.draw,
        watch=watch,
    )
    labels = {key: task.labels for key, task in probe.tasks.items()}
    changes = [variant for variant in VARIANTS if variant.key in probe.size.changes]
    return report(asked, labels, changes)


def chosen_tasks(
    tasks: Mapping[str, VettingTask], wanted: str | None, size: Size = USUAL
) -> dict[str, VettingTask]:
    """The task called `wanted`; else all, but the first alone for a small probe.

    Raises
    ------
    SettingsError
        When there is no such task.
    """
    if wanted is None:
        return dict(list(tasks.items())[:1]) if size == SMALL else dict(tasks)
    if wanted not in tasks:
        raise SettingsError(f"--task {wanted}: there is no such task; there are {', '.join(tasks)}")
    return {wanted: tasks[wanted]}
