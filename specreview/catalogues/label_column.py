"""Which column of a list holds the labels, and whether what it says can be understood."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from specreview.catalogues.labels import Labels, Wording, make_labels, parts, plain, speaks
from specreview.catalogues.plan import Import
from specreview.catalogues.tables import CatalogueRow, CatalogueTable
from specreview.errors import CatalogueError

_SHOWN = 6
TaskOf = Callable[[CatalogueRow], str]
Cells = Counter[tuple[str, str]]
"""How many rows have which task and value."""


@dataclass(frozen=True)
class LabelColumn:
    """The column of labels, `name` None where there is none, and how its cells are read.

    `unmet` are values of --positive and --negative that stand in no cell: where others do, a
    slip in one of several would quietly turn its objects into negatives.
    """

    name: str | None
    labels: Labels
    unmet: tuple[str, ...] = ()

    def label(self, task: str, cells: Mapping[str, str]) -> str | None:
        """The row's label under its task; None where it says nothing about it."""
        return None if self.name is None else self.labels.label(task, cells.get(self.name, ""))


UNLABELLED = LabelColumn(None, Labels({}))


def label_column(
    table: CatalogueTable,
    labels: Mapping[str, Sequence[str]],
    wording: Wording,
    task_of: TaskOf,
    *,
    task_a_row: bool,
) -> LabelColumn:
    """The column that was mapped as label, else a truth column that says the tasks' labels.

    `labels` are those of each task, positive first. A truth column whose values are other words
    is taken only when `wording` names the positive ones.

    Raises
    ------
    CatalogueError
        Positive values without a column, a column in which none of them (or no label) stands, or
        a bare class name where each row has its own task.
    """
    reader = make_labels(labels, wording, task_a_row=task_a_row)
    mapped, truths = table.columns.name("label"), table.columns.by_role.get("truth", ())
    named = bool(wording.positive or wording.negative)
    name = mapped or (truths[0] if named and truths else None)
    if name is None and named:
        raise CatalogueError(
            f"{table.path}: --positive and --negative say what a column's values mean; name it "
            "with --map label=COLUMN"
        )
    if name is None:
        usable = (one for one in truths if _all_labels(_cells(table, one, task_of), reader))
        return LabelColumn(next(usable, None), reader)
    cells = _cells(table, name, task_of)
    _check(name, cells, reader, wording)
    return LabelColumn(name, reader, tuple(_unmet(cells, wording, labels)))


def stated_labels(plan: Import, field: str, cells: Cells, *, task_a_row: bool) -> Labels:
    """What to read the truth of a file with whose layout says in which `field` it stands.

    Unlike a mapped column it may say nothing; the plan's `note` is told then.

    Raises
    ------
    CatalogueError
        When no cell is one of the positive values that were named, when the queue has labels and
        the file none, or when a bare class name meets a task in each row.
    """
    labels = make_labels(plan.labels, plan.wording, task_a_row=task_a_row)
    told = any(labels.label(*cell) is not None for cell in cells)
    if plan.labelled and not told:
        raise CatalogueError(
            f"{plan.source}: the queue has labels, which this import would take away: {field} "
            f"holds {_held(cells) or 'nothing'}; give --positive as before, or another queue name"
        )
    if plan.wording.positive:
        _check(field, cells, labels, plan.wording)
    elif not told:
        plan.note(
            f"no label to score against: {field} holds {_held(cells) or 'nothing'}"
            + ("; --positive VALUE says which are true objects" if _held(cells) else "")
        )
    for value in _unmet(cells, plan.wording, plan.labels):
        plan.note(not_met(value, field))
    return labels


def not_met(value: str, column: str) -> str:
    """What a person is told of a value that no cell holds."""
    return f"no row holds {value} in {column}; is it spelt as in the list?"


def _cells(table: CatalogueTable, name: str, task_of: TaskOf) -> Cells:
    return Counter((task_of(row), row.cells.get(name, "")) for row in table.rows)


def _unmet(cells: Cells, wording: Wording, tasks: Collection[str]) -> Iterator[str]:
    """Each value given that no cell holds, as TASK:VALUE where it was given so."""
    under = {(task, plain(value)) for task, value in cells}
    anywhere = {("", value) for _, value in under}
    for text in (*wording.positive, *wording.negative):
        whole, *single = parts(text, tasks) or [("", "")]
        if whole not in under | anywhere:
            missing = [one for one in single or [whole] if one not in under | anywhere]
            yield from (f"{task}:{value}" if task else value for task, value in missing if value)


def _all_labels(cells: Cells, labels: Labels) -> bool:
    """Whether each cell that says anything is a label of its row's task, and some are.

    One NO among class names would else leave a queue of negatives alone.
    """
    speaking = [cell for cell in cells if speaks(cell[1])]
    return bool(speaking) and all(labels.label(*cell) is not None for cell in speaking)


def _check(name: str, cells: Cells, labels: Labels, wording: Wording) -> None:
    """Refuse a column that was misunderstood: a slip in --positive makes every row negative."""
    if wording.positive:
        understood = any(labels.is_positive(*cell) for cell in cells)
    else:
        understood = any(labels.label(*cell) is not None for cell in cells)
    if understood or not cells:
        return
    if not (held := _held(cells)):
        raise CatalogueError(f"label column {name}: is blank in every row; name another column")
    given = (
        f"--positive {', '.join(wording.positive)} is none of them"
        if wording.positive
        else ("none is a label of the task; say which are positive with --positive VALUE")
    )
    raise CatalogueError(f"label column {name}: holds {held}; {given}")


def _held(cells: Cells) -> str:
    """The commonest values with their counts, "" where all are blank."""
    counts = Counter[str]()
    for (_, value), rows in cells.items():
        if plain(value):
            counts[value] += rows
    shown = ", ".join(f"{value} ({count})" for value, count in counts.most_common(_SHOWN))
    return shown + (", ..." if len(counts) > _SHOWN else "")
