"""What people decided of a queue: in from other programs, out as tables and files."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from astropy.table import QTable

from specreview.api import arguments
from specreview.api.arguments import Place
from specreview.api.candidates import Candidates
from specreview.api.lists import ready_list
from specreview.api.wording import in_python
from specreview.export import Exported, ListKind

if TYPE_CHECKING:
    from specreview.answers.report import AnswersReport


class Decided(Candidates):
    """The candidates of a queue, with what was decided of them."""

    @in_python()
    def import_answers(
        self,
        file: Place,
        *,
        yes: str | Sequence[str] = (),
        no: str | Sequence[str] = (),
        unsure: str | Sequence[str] = (),
        as_name: str | None = None,
        confidence: int | None = None,
        dry_run: bool = False,
        format: str | None = None,
        task: str | None = None,
        id_column: str | None = None,
        question: str | None = None,
    ) -> "AnswersReport":
        """Log what people decided in prospect, Marz, PyHammer or Zooniverse; see other-work.md.

        Parameters
        ----------
        file
            A VI file of prospect, Marz's .mz, or a CSV of PyHammer or Zooniverse.
        yes, no, unsure
            Values of the file (several in a list), whose meaning they say.
        as_name
            Who answered, where the file does not say.
        confidence
            0 to 4, of answers whose file has none.
        dry_run
            Only say what would be logged.
        format
            "prospect", "marz", "pyhammer" or "zooniverse"; None: as the file looks.
        task
            Answer candidates of this task alone, in a queue of several.
        id_column
            The column (Zooniverse: the subject's key) with the ids, where it has another name.
        question
            Zooniverse: the question that decides.

        Raises
        ------
        AnswersError
            When the file cannot be read, or nothing says what its values mean.
        SettingsError
            When an argument is of another kind.
        """
        from specreview.api.foreign_answers import log_answers, request_of

        meaning = (yes, no, unsure)
        request = request_of(
            file, meaning, as_name, confidence, dry_run, format, task, id_column, question
        )
        return log_answers(self._opened.workspace, self._stored, request)

    @property
    @in_python()
    def people(self) -> tuple[str, ...]:
        """All who ever decided here, in the order of their first decisions."""
        return tuple(self._opened.workspace.store.reviewers_in_turn(self._stored.id))

    @in_python()
    def decisions(
        self,
        kind: ListKind = "current",
        *,
        reviewer: str | None = None,
        names: bool = False,
    ) -> QTable:
        """A list of the queue with units, descriptions, and its provenance in `meta`.

        Parameters
        ----------
        kind
            "current" (answers that stand), "approved", "history" (all acts), "disagreements" or
            "traces"; docs/exports.md has their columns.
        reviewer
            Whose decisions; needed for the first two where several people decided.
        names
            Whether people are called by their names.

        Raises
        ------
        SettingsError
            When there is no such list, or it is not clear whose.
        """
        ready = ready_list(self._opened.workspace, self._stored, kind, reviewer, names)
        return ready.table()

    @in_python()
    def export(
        self,
        file: Place,
        kind: ListKind = "approved",
        *,
        reviewer: str | None = None,
        names: bool = False,
        overwrite: bool = False,
    ) -> Exported:
        """Write a list as .csv, .ecsv, .fits, .vot, .parquet or .jsonl, by the file's ending.

        Raises
        ------
        SettingsError
            As `decisions`; and when the file exists or cannot be written.
        """
        target = arguments.path(file, "file")
        ready = ready_list(self._opened.workspace, self._stored, kind, reviewer, names)
        return ready.write(target, overwrite)
