"""A long CSV is read row by row and says what it says when it is read whole."""

from pathlib import Path

import pytest

from specreview.catalogues import import_bytes, long_text, read_catalogue
from specreview.catalogues.preview import COUNTED_BY_LINES, preview_with_values
from specreview.errors import CatalogueError

LISTS = [
    '\ufeff# made by hand\nid;RA;Dec;note\r\n1;10,5;-2;"a\r\nb"\r\n\r\n2;11\r\n3;12;5;x;;\r\n',
    "sep=;\nid;z;;\n1;0.1;;\n2;0.2;;\n",
    "id,z,,\n1,0.1,,\n2,0.2,7,\n",
    "#id ra dec\n1 10 20\n2 11 21\n3 12\n",
    "_RAJ2000\tid\ndeg\t\n--------\t--\n10.5\t7\n",
    "id,name\n1,Bêta\n",
]


@pytest.fixture
def long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Write a list that counts as long, whose preview ends after the first few bytes."""
    monkeypatch.setattr("specreview.catalogues.parsing.LONG", 1)

    def write(content: bytes, head: int = 1 << 20) -> Path:
        monkeypatch.setattr(long_text, "_HEAD", head)
        path = tmp_path / "long.csv"
        path.write_bytes(content)
        return path

    return write


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
@pytest.mark.parametrize("text", LISTS)
def test_a_long_list_says_what_a_short_one_says(text: str, encoding: str, long) -> None:
    content = text.encode(encoding, errors="ignore")
    whole, path = import_bytes(content, "short.csv"), long(content)
    table = read_catalogue(path)
    assert isinstance(table.rows, long_text.FileRows)
    assert (table.columns, table.rejects, table.notes) == (
        whole.columns, whole.rejects, whole.notes)  # fmt: skip
    assert list(table.rows) == list(table.rows) == list(whole.rows)
    assert len(table.rows) == len(whole.rows)
    assert table.rows[-1] == whole.rows[-1]


def test_a_preview_reads_the_beginning_of_a_long_list(long) -> None:
    path = long(b"id,kind\n" + b"\n".join(b"%d,CV" % n for n in range(500)), head=100)
    preview, values = preview_with_values(path)
    assert (preview.n_rows, values) == (500, {})
    assert [one.role for one in preview.columns] == ["id", None]
    assert preview.notes == (COUNTED_BY_LINES,)


def test_an_open_quote_in_a_long_list_is_refused(long) -> None:
    with pytest.raises(CatalogueError, match="quote that opens in row 3 is never closed"):
        read_catalogue(long(b'id,a\n1,2\n2,"x\n3,4\n'))
    with pytest.raises(CatalogueError, match="is a PDF document"):
        read_catalogue(long(b"%PDF-1.4\n"))
