"""Lists as VOTable 1.4: astropy's header, with units, UCDs, descriptions and the provenance.

https://www.ivoa.net/documents/VOTable/
"""

import io
import warnings
from collections.abc import Sequence
from typing import Any, BinaryIO
from xml.sax.saxutils import escape

from astropy.io.votable.tree import CooSys, Field, Info, Resource, TableElement, VOTableFile
from astropy.units import UnitsWarning

from specreview.export.column import Column, Kind
from specreview.export.provenance import Provenance, told
from specreview.export.sheet import Reach, Sheet
from specreview.export.spelled import line_text

_DATATYPES: dict[Kind, str] = {"real": "double", "whole": "long", "flag": "boolean"}
_END = b"</TABLE>"
_FRAME = "icrs"


def write_votable(stream: BinaryIO, sheet: Sheet, reaches: Sequence[Reach]) -> None:
    """TABLEDATA in UTF-8. An empty cell is not known; odd letters of text are spelled.

    Astropy writes all but the rows, which it would hold in memory all at once.
    """
    before, after = head(sheet, reaches).split(_END)
    stream.write(before + b" <DATA>\n    <TABLEDATA>\n")
    for chunk in sheet.chunks():
        cells = [[_cell(value) for value in values] for values in chunk]
        rows = ("".join(("<TR>", *row, "</TR>\n")) for row in zip(*cells, strict=True))
        stream.write("".join(rows).encode("utf-8", errors="backslashreplace"))
    stream.write(b"    </TABLEDATA>\n   </DATA>\n  " + _END + after)


def head(sheet: Sheet, reaches: Sequence[Reach]) -> bytes:
    """The document without its rows."""
    written = io.BytesIO()
    with warnings.catch_warnings():
        # VOUnit prefers 0.1nm; all that reads tables of spectra knows Angstrom.
        warnings.simplefilter("ignore", UnitsWarning)
        _document(sheet, reaches).to_xml(written)
    return written.getvalue()


def _document(sheet: Sheet, reaches: Sequence[Reach]) -> VOTableFile:
    document = VOTableFile(version="1.4")
    resource = Resource(type="results")
    resource.coordinate_systems.append(CooSys(ID=_FRAME, system="ICRS"))
    table = TableElement(document, ID="rows", name="list")
    table.description = _sentence(sheet.made)
    for column, reach in zip(sheet.columns, reaches, strict=True):
        table.fields.append(_field(document, column, reach))
    for number, (name, value) in enumerate(told(sheet.made), start=1):
        text = line_text(str(value))
        resource.infos.append(Info(ID=f"info_{number}", name=name, value=text))
    resource.tables.append(table)
    document.resources.append(resource)
    return document


def _field(document: VOTableFile, column: Column, reach: Reach) -> Field:
    text = column.kind == "text"
    datatype = _DATATYPES.get(column.kind) or ("char" if reach.ascii else "unicodeChar")
    field = Field(
        document,
        ID=column.name,
        name=column.name,
        datatype=datatype,
        arraysize="*" if text else None,
        unit=column.unit or None,
        ucd=column.ucd or None,
        ref=_FRAME if column.ucd.startswith("pos.eq") else None,
    )
    field.description = line_text(column.description)
    return field


def _sentence(made: Provenance) -> str:
    return line_text(
        f"{made.list} list of queue {made.queue}: {made.rows} rows of {made.candidates} "
        f"candidates, exported {made.exported_at} by {made.app}; columns in docs/exports.md"
    )


def _cell(value: Any) -> str:
    if value is None:
        return "<TD/>"
    if isinstance(value, str):
        return f"<TD>{escape(line_text(value))}</TD>"
    if isinstance(value, bool):
        return "<TD>true</TD>" if value else "<TD>false</TD>"
    return f"<TD>{value!r}</TD>"
