"""Vet survey spectra with a step-by-step inspector at your side; a person decides."""

from importlib import import_module
from typing import Any

from specreview.version import __version__

__all__ = ["Queue", "__version__"]


def __getattr__(name: str) -> Any:
    """`from specreview import Queue`, without its imports for those who do not ask for it."""
    if name == "Queue":
        return import_module("specreview.api").Queue
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
