"""`app.py` and `pages/` lie outside the package: what they may import is checked here."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = [ROOT / "app.py", *sorted((ROOT / "pages").glob("*.py"))]
ALLOWED = ("streamlit", "specreview.ui", "specreview.review", "specreview.errors")


def _imports(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(node.module or "")
    return names


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_import_only_the_ui(script: Path) -> None:
    import sys

    foreign = {
        name
        for name in _imports(script)
        if name.split(".")[0] not in sys.stdlib_module_names and not name.startswith(ALLOWED)
    }
    assert not foreign


@pytest.mark.parametrize(
    ("script", "limit"), [(s, 40 if s.name == "app.py" else 80) for s in SCRIPTS]
)
def test_scripts_stay_thin(script: Path, limit: int) -> None:
    assert len(script.read_text(encoding="utf-8").splitlines()) <= limit


def test_no_module_is_named_after_the_standard_library() -> None:
    import sys

    modules = {path.stem for path in (ROOT / "specreview").rglob("*.py")} - {"__init__"}
    assert not modules & set(sys.stdlib_module_names)


def test_no_source_uses_pyplot_or_mocks() -> None:
    offenders = [
        path
        for folder in ("specreview", "pages", "tests", "benchmarks")
        for path in (ROOT / folder).rglob("*.py")
        if _imports(path) & {"matplotlib.pyplot", "unittest.mock"}
    ]
    assert not offenders
