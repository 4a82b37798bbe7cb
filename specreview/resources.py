"""Where app.py, pages/ and data/ lie: beside the package in a checkout, inside it in a wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent
_BUNDLE = _PACKAGE / "bundle"


def root() -> Path:
    """Folder that holds `app.py`, `pages/` and `data/`."""
    return _BUNDLE if _BUNDLE.is_dir() else _PACKAGE.parent


def app_script() -> Path:
    """The Streamlit router."""
    return root() / "app.py"


def served_script() -> Path:
    """The application around the router that `specreview serve` runs."""
    return _PACKAGE / "ui" / "asgi" / "specreview_app.py"


def data(*parts: str) -> Path:
    """A file or folder below `data/`."""
    return root().joinpath("data", *parts)
