"""Candidate lists in: a CSV file, a FITS table, or a folder of spectra."""

from specreview.catalogues.columns import Columns
from specreview.catalogues.importing import plan_import, read_catalogue
from specreview.catalogues.labels import Wording
from specreview.catalogues.parsing import import_bytes
from specreview.catalogues.plan import Import
from specreview.catalogues.relinking import Moved, find_again
from specreview.catalogues.report import ImportReport, carry_out
from specreview.catalogues.roles import ROLES
from specreview.catalogues.sources import KnownSource
from specreview.catalogues.tables import CatalogueRow, CatalogueTable

__all__ = [
    "ROLES",
    "CatalogueRow",
    "CatalogueTable",
    "Columns",
    "Import",
    "ImportReport",
    "KnownSource",
    "Moved",
    "Wording",
    "carry_out",
    "find_again",
    "import_bytes",
    "plan_import",
    "read_catalogue",
]
