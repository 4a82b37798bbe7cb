"""The demo, built once."""

import csv
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from specreview.demo import build_demo

SEED = 20261


@dataclass(frozen=True)
class Demo:
    """The built demo: folder, catalogue rows, and how long building took in CPU seconds."""

    folder: Path
    rows: list[dict[str, str]]
    seconds: float

    def of_tour(self, beginning: str) -> dict[str, str]:
        """The row whose tour text begins so."""
        return next(row for row in self.rows if row["tour"].startswith(beginning))


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    folder = tmp_path_factory.mktemp("demo")
    began = time.process_time()
    catalogue = build_demo(folder, SEED)
    seconds = time.process_time() - began
    with catalogue.open(encoding="utf-8") as stream:
        return Demo(folder, list(csv.DictReader(stream)), seconds)
