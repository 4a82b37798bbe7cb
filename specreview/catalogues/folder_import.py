"""An import of a folder: each file in it, in the order of names."""

from collections.abc import Iterator

from specreview.catalogues.columns import match_columns
from specreview.catalogues.plan import Import, Planned
from specreview.catalogues.reading import SpectrumLibrary
from specreview.catalogues.rows import CandidateMaker, Located, without_path
from specreview.catalogues.sources import SourceMatcher
from specreview.catalogues.specvi import is_parquet
from specreview.catalogues.tables import CatalogueRow
from specreview.catalogues.walking import Found, readable
from specreview.errors import SpecreviewError
from specreview.review.candidates import Reject


def plan_files(plan: Import, files: list[Found], task: str) -> Iterator[Planned]:
    """Candidates and rejects of `files`, each under `task`."""
    library = SpectrumLibrary(thumbnail=plan.thumbnail)
    maker = CandidateMaker(match_columns([]), SourceMatcher(plan.known))
    for number, found in enumerate(files, start=1):
        if plan.cancelled():
            return
        yield from _read_file(plan, number, found, task, library, maker)
        plan.progress(number, len(files))


def _read_file(
    plan: Import,
    number: int,
    found: Found,
    task: str,
    library: SpectrumLibrary,
    maker: CandidateMaker,
) -> Iterator[Planned]:
    name = readable(found.path.relative_to(plan.source))
    if found.reason:
        yield Reject(number, name, found.reason)
        return
    if is_parquet(found.path):
        yield Reject(number, name, "a Parquet file; import it by its own path, prompts and all")
        return
    located = Located(CatalogueRow(number, {}), None, task, found.path)
    try:
        for facts in library.each(found.path):
            yield maker.make(located, facts)
    except SpecreviewError as error:
        yield Reject(number, name, without_path(error, found.path))
