"""Lists out: tables of decided candidates with units, meaning and provenance."""

from specreview.export.columns import COLUMNS, Column, columns_for
from specreview.export.job import ListRequest, ReadyList, prepare_list
from specreview.export.provenance import InspectorUsed, Provenance, inspectors_used, provenance
from specreview.export.selection import (
    ALWAYS,
    LeftOut,
    ListKind,
    Period,
    Selection,
    period,
    select_rows,
)
from specreview.export.tables import ENDINGS, Exported, write_list

__all__ = [
    "ALWAYS",
    "COLUMNS",
    "ENDINGS",
    "Column",
    "Exported",
    "InspectorUsed",
    "LeftOut",
    "ListKind",
    "ListRequest",
    "Period",
    "Provenance",
    "ReadyList",
    "Selection",
    "columns_for",
    "inspectors_used",
    "period",
    "prepare_list",
    "provenance",
    "select_rows",
    "write_list",
]
