"""Which column of a list holds the labels, and whether what it says can be understood."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from specreview.catalogues.labels import Labels, Wording, make_labels, parts, plain, speaks
from specreview.catalogues.tables import CatalogueRow, CatalogueTable
from specreview.errors import CatalogueError

_SHOWN = 6
TaskOf = Callable[[CatalogueRow], str]


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


def _cells(table: CatalogueTable, name: str, task_of: TaskOf) -> list[tuple[str, str]]:
    return [(task_of(row), row.cells.get(name, "")) for row in table.rows]


def _unmet(
    cells: Sequence[tuple[str, str]], wording: Wording, tasks: Collection[str]
) -> Iterator[str]:
    """Each value given that no cell holds, as TASK:VALUE where it was given so."""
    under = {(task, plain(value)) for task, value in cells}
    anywhere = {("", value) for _, value in under}
    for text in (*wording.positive, *wording.negative):
        whole, *single = parts(text, tasks) or [("", "")]
        if whole not in under | anywhere:
            missing = [one for one in single or [whole] if one not in under | anywhere]
            yield from (f"{task}:{value}" if task else value for task, value in missing if value)


def _all_labels(cells: Sequence[tuple[str, str]], labels: Labels) -> bool:
    """Whether each cell that says anything is a label of its row's task, and some are.

    One NO among class names would else leave a queue of negatives alone.
    """
    speaking = [cell for cell in cells if speaks(cell[1])]
    return bool(speaking) and all(labels.label(*cell) is not None for cell in speaking)


def _check(name: str, cells: Sequence[tuple[str, str]], labels: Labels, wording: Wording) -> None:
    """Refuse a column that was misunderstood: a slip in --positive makes every row negative."""
    if wording.positive:
        understood = any(labels.is_positive(*cell) for cell in cells)
    else:
        understood = any(labels.label(*cell) is not None for cell in cells)
    if understood or not cells:
        return
    counts = Counter(value for _, value in cells if plain(value))
    if not counts:
        raise CatalogueError(f"label column {name}: is blank in every row; name another column")
    shown = ", ".join(f"{value} ({count})" for value, count in counts.most_common(_SHOWN))
    more = ", ..." if len(counts) > _SHOWN else ""
    given = (
        f"--positive {', '.join(wording.positive)} is none of them"
        if wording.positive
        else ("none is a label of the task; say which are positive with --positive VALUE")
    )
    raise CatalogueError(f"label column {name}: holds {shown}{more}; {given}")
