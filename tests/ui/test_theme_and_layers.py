"""The options that `serve` passes on, the style sheet, and thin pages."""

import ast
import re
from pathlib import Path

from specreview.ui import figures
from specreview.ui.keymap import meaning
from specreview.ui.keys import script
from specreview.ui.style import style_sheet
from specreview.ui.theme import STREAMLIT_OPTIONS

REPOSITORY = Path(__file__).resolve().parents[2]
SOURCE = REPOSITORY / "specreview" / "ui"


def test_streamlit_knows_each_option():
    from streamlit import config

    known = set(config._config_options_template)
    assert not set(STREAMLIT_OPTIONS) - known


def test_nothing_is_fetched_from_elsewhere_and_nothing_is_reported():
    assert STREAMLIT_OPTIONS["browser.gatherUsageStats"] is False
    assert STREAMLIT_OPTIONS["client.toolbarMode"] == "minimal"
    for path in SOURCE.rglob("*.css"):
        assert "http" not in path.read_text()
        assert "@import" not in path.read_text()
    for path in SOURCE.rglob("*.js"):
        assert "http" not in path.read_text()


def test_style_uses_no_generated_class_and_only_known_colours():
    sheet = style_sheet()
    assert "st-emotion" not in sheet
    used = set(re.findall(r"var\((--sr-[a-z-]+)\)", sheet))
    defined = set(re.findall(r"^\s*(--sr-[a-z-]+):", sheet, re.M)) | {"--sr-work"}
    assert not used - defined


def test_each_letter_of_the_listener_has_a_meaning():
    letters = re.search(r'LETTERS = new Set\(\[\.\.\."([a-z]+)"', script()).group(1)
    for letter in letters:
        assert letter == "t" or meaning(letter) is not None, letter


def test_pages_are_thin_and_make_no_html():
    for path in [REPOSITORY / "app.py", *(REPOSITORY / "pages").glob("*.py")]:
        text = path.read_text()
        assert len(text.splitlines()) <= (40 if path.name == "app.py" else 80)
        assert "<" not in text
        assert ast.get_docstring(ast.parse(text))


def test_case_079_foreign_text_never_goes_through_markdown_or_unsafe_html():
    for path in SOURCE.rglob("*.py"):
        text = path.read_text()
        assert "unsafe_allow_html" not in text
        assert "unsafe_allow_javascript" not in text
        assert not re.search(r"st\.(markdown|write|caption|title|header)\(", text), path


def test_figures_are_drawn_once_and_the_oldest_goes_first():
    shelf, drawn = figures.Figures(2), []

    def draw(name):
        return lambda: drawn.append(name) or name

    for name in "abacab":
        assert shelf.get(name, draw(name)) == name
    assert drawn == ["a", "b", "c", "b"]
    assert shelf.first_time(1)
    assert not shelf.first_time(1)
