"""What is asked of an import, from what was said of its list in the form. No `st.*` here."""

from pathlib import Path

from specreview.catalogues.labels import Wording
from specreview.catalogues.naming import check_name
from specreview.catalogues.places import typed_path
from specreview.errors import SettingsError
from specreview.intake import ImportRequest
from specreview.review.shares import read_share
from specreview.ui.imports import Draft
from specreview.ui.present.importing import default_name

OWN = "each row's own (column task)"
"""Chosen in place of a task."""


def request_of(source: Path, draft: Draft) -> ImportRequest:
    """The request, by the form alone: what a queue remembers was laid into it.

    Raises
    ------
    SpecreviewError
        When a name, a folder or a share is none.
    """
    spectra, task = draft.spectra.strip(), draft.task
    name = draft.name.strip() or default_name(source)
    check_name(name)
    return ImportRequest(
        name=name,
        source=source,
        task=None if task in (None, OWN) else task,
        spectra=typed_path(spectra) if spectra else None,
        mapping=dict(draft.roles),
        wording=Wording(draft.positive, draft.negative),
        expected_share=_share(draft.share.strip()),
        guess=True,
    )


def _share(percent: str) -> float | None:
    """The share that was typed in percent, None for an empty box."""
    bare = percent.removesuffix("%").strip()
    try:
        return read_share(f"{bare}%") if bare else None
    except SettingsError as error:
        raise SettingsError(
            f"expected share {percent}: write a number of percent between 0 and 100, such as 1 for "
            "one spectrum in 100, or leave it empty"
        ) from error
