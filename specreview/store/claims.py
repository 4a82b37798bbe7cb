"""How the claims of each inspection stand against the flux: counts, kept beside the logs."""

from collections.abc import Sequence
from dataclasses import asdict, fields

from sqlalchemy import delete, insert, or_, select

from specreview.errors import NotFound
from specreview.review.rows import ClaimTally
from specreview.store.database import Database
from specreview.store.schema import candidate, claim_count, inspection

_TALLY = [claim_count.c[field.name] for field in fields(ClaimTally)]


class Claims:
    """Counts that the spectra and traces give; whoever has both puts them here."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, tallies: Sequence[ClaimTally]) -> None:
        """Keep counts in place of any kept before for these inspections, in one transaction.

        Raises
        ------
        NotFound
            When there is no such inspection; nothing is kept then.
        """
        if not tallies:
            return
        ids = [tally.inspection_id for tally in tallies]
        with self._database.write() as connection:
            known = select(inspection.c.id).where(inspection.c.id.in_(ids))
            missing = set(ids) - set(connection.execute(known).scalars())
            if missing:
                raise NotFound(f"no inspection {min(missing)}; open the candidate again")
            connection.execute(delete(claim_count).where(claim_count.c.inspection_id.in_(ids)))
            connection.execute(insert(claim_count), [asdict(tally) for tally in tallies])

    def of_queue(self, queue_id: int) -> dict[str, ClaimTally]:
        """The counts kept for inspections of a queue's candidates, by inspection."""
        query = (
            select(*_TALLY)
            .join(inspection, inspection.c.id == claim_count.c.inspection_id)
            .join(candidate, candidate.c.id == inspection.c.candidate_id)
            .where(candidate.c.queue_id == int(queue_id))
        )
        with self._database.read() as connection:
            return {
                row.inspection_id: ClaimTally(**row._mapping) for row in connection.execute(query)
            }

    def due(self, queue_id: int, checker: int, task_hashes: Sequence[str]) -> list[tuple[int, str]]:
        """(candidate, inspection) of the queue's finished inspections without counts of this
        checker and one of these tasks, in the order of the queue.
        """
        current = claim_count.c.task_hash.in_(task_hashes) & (claim_count.c.checker == checker)
        query = (
            select(candidate.c.id, inspection.c.id.label("inspection_id"))
            .join(inspection, inspection.c.candidate_id == candidate.c.id)
            .outerjoin(claim_count, claim_count.c.inspection_id == inspection.c.id)
            .where(
                candidate.c.queue_id == int(queue_id),
                inspection.c.status == "inspected",
                or_(claim_count.c.inspection_id.is_(None), ~current),
            )
            .order_by(candidate.c.position, inspection.c.id)
        )
        with self._database.read() as connection:
            return [(row.id, row.inspection_id) for row in connection.execute(query)]
