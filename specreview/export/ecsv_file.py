"""Lists as ECSV: astropy's header, with units, UCDs, descriptions and the provenance.

https://github.com/astropy/astropy-APEs/blob/main/APE6.rst
"""

import csv
import io
from typing import Any, BinaryIO

from specreview.export.sheet import Sheet
from specreview.export.spelled import line_text


def write_ecsv(stream: BinaryIO, sheet: Sheet) -> None:
    """ECSV, comma-separated. An empty cell is masked; odd letters of text are spelled.

    Astropy writes the header. The rows are written here, as astropy would hold all of them, and
    would not read back the line ends and blanks that it wrote.
    """
    from specreview.export.table import empty_table

    header = io.StringIO()
    empty_table(sheet).write(header, format="ascii.ecsv", delimiter=",")
    stream.write(header.getvalue().encode("utf-8", errors="backslashreplace"))
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    for chunk in sheet.chunks():
        writer.writerows(
            zip(*([_cell(value) for value in values] for values in chunk), strict=True)
        )
        stream.write(text.getvalue().encode("utf-8", errors="backslashreplace"))
        text.seek(0)
        text.truncate()


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        # A line that begins with # is a comment to all readers of ECSV.
        spelled = line_text(value)
        return "\\x23" + spelled[1:] if spelled.startswith("#") else spelled
    return repr(value)
