"""A SpecVI-Bench file as a list: each row with its own prompt, and its answer kept back.

Rows are streamed; of spectrum and prompt only those of a few dozen rows are in memory.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from specreview.catalogues.cells import exact_text, id_of
from specreview.catalogues.label_column import stated_labels
from specreview.catalogues.labels import Labels
from specreview.catalogues.plan import Import, Planned
from specreview.catalogues.sources import SourceMatcher
from specreview.errors import CatalogueError
from specreview.review.candidates import NewCandidate, Reject
from specreview.spectra.quality import snr_or_estimate
from specreview.spectra.readers import specvi, specvi_rows
from specreview.spectra.readers.assembly import NoSpectrum
from specreview.tasks.own_prompt import OwnPrompt

_KEYS = {"cc": "cc", "carbon": "cc", "cv": "cv", "gm": "gm", "ss": "ss", "wd": "wd"}
"""The data set's words for a task, to our keys."""

_REDSHIFT_SOURCE = "SpecVI-Bench"
_READ = tuple(dict.fromkeys((*specvi_rows.WORDS, *specvi_rows.ARRAYS)))


def is_specvi(source: Path) -> bool:
    """Whether this is a Parquet file with some of SpecVI-Bench's own columns.

    Where others of them are missing, its plan is refused.
    """
    if not is_parquet(source):
        return False
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        schema = pq.read_schema(source)
    except (pa.ArrowException, OSError):
        return False
    own = {field.name for field in schema if pa.types.is_nested(field.type)}
    return not own.isdisjoint({"prompt", "extra_info", "reward_model"})


def is_parquet(source: Path) -> bool:
    """Whether this is a Parquet file of whatever layout."""
    if not source.is_file():  # a pipe would be waited for
        return False
    try:
        with source.open("rb") as stream:
            return stream.read(len(specvi_rows.MAGIC)) == specvi_rows.MAGIC
    except OSError:
        return False


def count_rows(source: Path) -> int:
    """How many rows the file has.

    Raises
    ------
    CatalogueError
        Another layout, or a damaged file.
    """
    try:
        with specvi_rows.opened(source) as file:
            return int(file.metadata.num_rows)
    except (NoSpectrum, OSError) as error:
        raise CatalogueError(f"{source}: {error}") from error


def plan_specvi(plan: Import) -> Iterator[Planned]:
    """Candidates and rejects in the order of the rows, counted from 1.

    Raises
    ------
    CatalogueError
        Another layout, a damaged file, or rows of which nothing says the task.
    """
    try:
        with specvi_rows.opened(plan.source) as file:
            total = file.metadata.num_rows
            told = _told(file)
    except (NoSpectrum, OSError) as error:
        raise CatalogueError(f"{plan.source}: {error}") from error
    if not total:
        raise CatalogueError(f"{plan.source}: has no rows; download it again")
    _check_tasks(plan, {source for source, _ in told})
    named = task_named(plan.source.name, plan.tasks)
    cells = Counter[tuple[str, str]]()
    for (source, answer), rows in told.items():
        cells[plan.task or task_named(source, plan.tasks) or named or "", answer] += rows
    labels = stated_labels(plan, specvi_rows.ANSWER, cells, task_a_row=plan.task is None)
    return _stream(plan, _Maker(plan, labels), total)


def task_named(text: str, tasks: Collection[str]) -> str | None:
    """The one task that a word of `text` names ("test_cc.parquet"), None for none or several."""
    words = re.findall(r"[a-z]+", text.lower())
    found = {_KEYS[word] for word in words if word in _KEYS} & set(tasks)
    return found.pop() if len(found) == 1 else None


def _told(file: Any) -> Counter[tuple[str, str]]:
    """How many rows have which data_source and answer."""
    columns = (specvi_rows.SOURCE, specvi_rows.ANSWER)
    return Counter(
        (exact_text(source), exact_text(answer))
        for group in specvi_rows.row_groups(file)
        for batch in specvi_rows.batches(file, columns, group.number)
        for source, answer in zip(*map(batch.values, columns), strict=True)
    )


def _check_tasks(plan: Import, sources: set[str]) -> None:
    if plan.task is not None or task_named(plan.source.name, plan.tasks) is not None:
        return
    if not any(task_named(source, plan.tasks) for source in sources):
        raise CatalogueError(
            f"{plan.source}: which task? Neither the file's name nor data_source "
            f"({', '.join(sorted(sources)[:3])}) names one of {', '.join(plan.tasks)}; give --task"
        )


def _stream(plan: Import, maker: "_Maker", total: int) -> Iterator[Planned]:
    number = 0
    try:
        with specvi_rows.opened(plan.source) as file:
            for group in specvi_rows.row_groups(file):
                for batch in specvi_rows.batches(file, _READ, group.number):
                    for row in _rows(batch):
                        if plan.cancelled():
                            return
                        number += 1
                        yield maker.make(number, row)
                        plan.progress(number, total)
    except (NoSpectrum, OSError) as error:
        yield Reject(number + 1, plan.source.name, f"{error}; rows from here on are missing")


def _rows(batch: specvi_rows.Batch) -> Iterator[dict[str, Any]]:
    arrays = (specvi_rows.WAVELENGTH, specvi_rows.FLUX)
    columns = [batch.arrays(p) if p in arrays else batch.values(p) for p in _READ]
    for cells in zip(*columns, strict=True):
        yield dict(zip(_READ, cells, strict=True))


class _Maker:
    """Makes candidates and remembers ids, so that repeats are seen."""

    def __init__(self, plan: Import, labels: Labels) -> None:
        self._plan = plan
        self._labels = labels
        self._path = str(plan.source.resolve())
        self._file_task = task_named(plan.source.name, plan.tasks)
        self._sources = SourceMatcher(plan.known)
        self._first: dict[tuple[str, str], int] = {}

    def make(self, number: int, row: Mapping[str, Any]) -> Planned:
        """The row's candidate, or the reason why it is none."""
        stated = specvi.id_text(row[specvi_rows.INDEX])
        object_id, reason = id_of(stated)
        if object_id is None:
            return Reject(number, stated, reason)
        try:
            task = self._task(row[specvi_rows.SOURCE])
            first = self._first.setdefault((object_id, task), number)
            if first != number:
                raise NoSpectrum(f"repeats row {first}: same id and task")
            return self._candidate(object_id, task, row)
        except (NoSpectrum, CatalogueError) as error:
            return Reject(number, object_id, str(error))

    def _task(self, source: Any) -> str:
        """The row's task; one that the data set names otherwise is not asked the wrong question."""
        asked, text = self._plan.task, exact_text(source)
        named = task_named(text, self._plan.tasks) or self._file_task
        if asked is None:
            if named is None:
                raise CatalogueError(f"data_source {text or '(blank)'} names no task")
            return named
        if named is not None and named != asked and asked in _KEYS.values():
            raise CatalogueError(f"is a row of task {named}, not {asked}: its answer is to another")
        return asked

    def _candidate(self, object_id: str, task: str, row: Mapping[str, Any]) -> NewCandidate:
        name = specvi.file_name(row[specvi_rows.NAME])
        redshift = specvi.redshift_of(row[specvi_rows.REDSHIFT])
        arrays = row[specvi_rows.WAVELENGTH], row[specvi_rows.FLUX]
        spectrum = specvi.spectrum_of(self._path, object_id, name, *arrays, redshift)
        survey, answer = spectrum.origin.survey, exact_text(row[specvi_rows.ANSWER])
        # A name that no survey gave may tell the answer: it is kept back together with it.
        genuine = survey != "unknown"
        told = {"name": name or ""}
        thumbnail = self._plan.thumbnail
        return NewCandidate(
            object_id=object_id,
            source_id=self._sources.source_id(
                survey, name if genuine and name else object_id, None, None
            ),
            task_key=task,
            path=self._path,
            file_object=object_id,
            content_hash=spectrum.content_hash,
            survey=survey,
            snr=snr_or_estimate(spectrum),
            redshift=redshift,
            redshift_source=None if redshift is None else _REDSHIFT_SOURCE,
            catalogue=told if genuine else {},
            hidden={"ground_truth": answer, **({} if genuine else told)},
            sparkline=thumbnail(spectrum) if thumbnail else None,
            own_prompt=_prompt(row[specvi_rows.PROMPT]),
            label=self._labels.label(task, answer),
        )


@dataclass(frozen=True)
class _Turn:
    role: str
    content: str


def _prompt(turns: Any) -> OwnPrompt:
    """The first user turn, and the system turn where there is one.

    Raises
    ------
    NoSpectrum
        When no user turn says anything.
    """
    said = [_Turn(str(t.get("role")), str(t.get("content") or "")) for t in turns or [] if t]
    user = next((turn.content for turn in said if turn.role == "user" and turn.content), None)
    system = next((turn.content for turn in said if turn.role == "system" and turn.content), None)
    if user is None:
        raise NoSpectrum("its prompt holds no user turn")
    return OwnPrompt(user=user, system=system)
