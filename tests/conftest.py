"""What all tests share: the reference folder, and the rule that on CI nothing is skipped."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
REQUIRE_ALL = os.environ.get("SPECREVIEW_REQUIRE") == "all"


def reference_dir() -> Path:
    """The folder of reference spectra and pictures, which need not exist."""
    return Path(os.environ.get("SPECREVIEW_REFERENCE_DIR", REPOSITORY.parent / "shared"))


@pytest.fixture(scope="session")
def repository() -> Path:
    """The checkout's top folder."""
    return REPOSITORY


@pytest.fixture(scope="session")
def reference() -> Path:
    """The reference folder; the test is skipped with a reason where it is missing."""
    folder = reference_dir()
    if not (folder / "spectra" / "MANIFEST.csv").is_file():
        pytest.skip(f"reference folder {folder} is missing (set SPECREVIEW_REFERENCE_DIR)")
    return folder


@pytest.fixture(scope="session")
def random_checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """`random_checkpoint(seed=0)`: folder of a tiny Qwen2.5-VL with random weights."""
    made: dict[int, Path] = {}

    def checkpoint(seed: int = 0) -> Path:
        from specreview.tiny.writing import write_random_checkpoint

        if seed not in made:
            made[seed] = tmp_path_factory.mktemp(f"random-{seed}-")
            write_random_checkpoint(made[seed], seed)
        return made[seed]

    return checkpoint


@pytest.fixture(scope="session")
def tiny_checkpoint() -> Path:
    """Folder of a tiny Qwen2.5-VL that inspects practice spectra; trained once a machine."""
    from specreview.tiny.keeping import kept_checkpoint

    return kept_checkpoint()


@pytest.hookimpl(tryfirst=True)  # before pytest-xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that ask a checkpoint run in one process, so that it is made and loaded once."""
    for item in items:
        if {"random_checkpoint", "tiny_checkpoint"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.xdist_group("checkpoint"))


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: many tests wait for a browser, a process or a lease."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):  # type: ignore[no-untyped-def]
    """With SPECREVIEW_REQUIRE=all a skip is a failure."""
    report = yield
    if REQUIRE_ALL and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped: {report.longrepr}"
    return report
