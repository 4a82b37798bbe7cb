"""The demo, built once."""

import csv
from dataclasses import dataclass
from pathlib import Path

import pytest

from specreview.demo import build_demo

SEED = 20261


@dataclass(frozen=True)
class Demo:
    """The built demo: folder and catalogue rows."""

    folder: Path
    rows: list[dict[str, str]]

    def of_tour(self, beginning: str) -> dict[str, str]:
        """The row whose tour text begins so."""
        return next(row for row in self.rows if row["tour"].startswith(beginning))


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    folder = tmp_path_factory.mktemp("demo")
    catalogue = build_demo(folder, SEED)
    with catalogue.open(encoding="utf-8") as stream:
        return Demo(folder, list(csv.DictReader(stream)))
