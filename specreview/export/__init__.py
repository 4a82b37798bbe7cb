"""Lists out: tables of decided candidates with units, meaning and provenance."""

from specreview.export.columns import COLUMNS, Column, columns_for
from specreview.export.job import ListRequest, ReadyList, prepare_list
from specreview.export.provenance import InspectorUsed, Provenance, inspectors_used, provenance
from specreview.export.selection import LeftOut, ListKind, Selection, select_rows
from specreview.export.tables import ENDINGS, Exported, write_list

__all__ = [
    "COLUMNS",
    "ENDINGS",
    "Column",
    "Exported",
    "InspectorUsed",
    "LeftOut",
    "ListKind",
    "ListRequest",
    "Provenance",
    "ReadyList",
    "Selection",
    "columns_for",
    "inspectors_used",
    "prepare_list",
    "provenance",
    "select_rows",
    "write_list",
]
