"""Lists out: tables of candidates, acts, disagreements and steps with units and provenance."""

from specreview.export.column import Column, chosen
from specreview.export.columns import COLUMNS, columns_for
from specreview.export.formats import FORMATS, Format, format_of
from specreview.export.job import ListRequest, ReadyList, prepare_list, ready_list
from specreview.export.provenance import InspectorUsed, Provenance, inspectors_used, provenance
from specreview.export.selection import LeftOut, Selection, period, select_rows
from specreview.export.spelled import plain_text
from specreview.export.writing import Exported, write_list
from specreview.review.lists import ALWAYS, KINDS, ListKind, Period, SavedFilter

__all__ = [
    "ALWAYS",
    "COLUMNS",
    "FORMATS",
    "KINDS",
    "Column",
    "Exported",
    "Format",
    "InspectorUsed",
    "LeftOut",
    "ListKind",
    "ListRequest",
    "Period",
    "Provenance",
    "ReadyList",
    "SavedFilter",
    "Selection",
    "chosen",
    "columns_for",
    "format_of",
    "inspectors_used",
    "period",
    "plain_text",
    "prepare_list",
    "provenance",
    "ready_list",
    "select_rows",
    "write_list",
]
