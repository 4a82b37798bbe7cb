"""What all tests share: the reference folder, and the rule that on CI nothing is skipped."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
TOGETHER = {
    "tests/browser/": "browser",
    "tests/local/test_engine": "checkpoint",
    "tests/local/test_golden_chat": "checkpoint",
    "tests/local/test_process_with_engine": "checkpoint",
    "tests/local/test_trajectories": "checkpoint",
    "tests/server/test_same_as_local": "checkpoint",
    "tests/doctor/test_local_model": "checkpoint",
    "tests/cli/test_inspect_local": "checkpoint",
    "tests/tiny/": "checkpoint",
    "tests/demo/": "demo",
    "tests/ground/test_wheel": "wheel",
    "tests/inspectors/test_rules_reference": "judged reference spectra",
    "tests/elsewhere/": "queue with an artefact",
    "tests/measure/claims/test_labelled_sentences": "judged sentences",
    "tests/probe/": "probe",
}
"""Groups of tests by the beginning of their ids: each makes what it shares once."""
for _library in ("OMP", "OPENBLAS"):
    # The models of the tests are tiny: a second thread would only wait, and wait busily.
    os.environ.setdefault(f"{_library}_NUM_THREADS", "1")
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
def new_database(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], str]:
    """`new_database(folder)`: URL of an empty one in the folder, a copy of one made once."""
    from specreview.store import open_store

    empty = tmp_path_factory.mktemp("database") / "specreview.db"
    open_store(f"sqlite:///{empty}").close()
    return lambda folder: f"sqlite:///{shutil.copy(empty, folder / empty.name)}"


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


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: many tests wait for a browser, a process or a lease."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Rooms that share what is dear run whole, first, each in one process; all others one by one.

    By path, as pytest 9.2 no longer tells pytest-xdist 3.8 of `xdist_group`.
    """
    from xdist.scheduler import LoadScopeScheduling

    class Together(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            begins = (group for start, group in TOGETHER.items() if nodeid.startswith(start))
            return next(begins, nodeid)

    return Together(config, log)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):  # type: ignore[no-untyped-def]
    """With SPECREVIEW_REQUIRE=all a skip is a failure."""
    report = yield
    if REQUIRE_ALL and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped: {report.longrepr}"
    return report
