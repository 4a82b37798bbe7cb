"""Packages, clock, disk and port: each fault produced, its line and cure asserted."""

import socket
import sys
from datetime import UTC, datetime, timedelta

import pytest

from specreview.doctor import packages
from specreview.doctor.check import Check, guarded
from specreview.doctor.machine import PICTURE_BYTES, check_clock, check_disk, check_port
from specreview.doctor.packages import check_extra, check_packages, check_python, installed
from specreview.errors import StoreError

GB = 1_000_000_000


def one(checks) -> Check:
    (found,) = list(checks)
    return found


def test_what_is_installed_here_fits() -> None:
    assert one(check_python()).state == "ok"
    found = one(check_packages())
    assert found.state == "ok"
    assert "matplotlib 3.11.2" in found.found


def test_an_older_python_is_refused() -> None:
    found = one(check_python("3.10.4"))
    assert (found.state, found.found) == ("failure", "3.10.4, wanted >=3.11")
    assert "install a Python" in found.cure


@pytest.mark.parametrize(
    ("inspector", "module"), [("local", "torch"), ("local", "transformers"), ("server", "openai")]
)
def test_a_missing_extra_names_what_and_how(monkeypatch, inspector: str, module: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)  # as if it could not be imported
    found = one(check_extra(inspector))
    assert (found.state, found.name) == ("failure", f"extra {inspector}")
    assert found.found == f"{module} not installed"
    assert found.cure == f"pip install 'specreview[{inspector}]'"


def test_the_rules_need_no_extra() -> None:
    assert list(check_extra("rules")) == []


def test_a_version_out_of_range_is_named_with_the_range() -> None:
    def versions(package: str) -> str | None:
        return "5.22.0" if package == "transformers" else installed(package)

    found = one(check_extra("local", versions))
    assert found.found == "transformers 5.22.0, wanted <6,>=5.23"
    assert found.cure == 'pip install "transformers<6,>=5.23"'


def test_too_little_disk_for_the_pictures_is_a_warning_and_none_a_failure(tmp_path) -> None:
    # 100,000 candidates of five pictures of 45 KB: 22.5 GB
    assert 100_000 * 5 * PICTURE_BYTES == 22.5 * GB
    fits = one(check_disk(tmp_path, 100_000, free=lambda _: 40 * GB))
    assert (fits.state, fits.cure) == ("ok", "")
    short = one(check_disk(tmp_path, 100_000, free=lambda _: 10 * GB))
    assert short.state == "warning"
    assert "10.0 GB free, 22.5 GB for the pictures of 100000 candidates left" in short.found
    assert "free 12.7 GB" in short.cure
    full = one(check_disk(tmp_path, 0, free=lambda _: 3_000_000))
    assert (full.state, full.found) == ("failure", "3.0 MB free")
    assert str(tmp_path) in full.cure
    by_threshold = one(check_disk(tmp_path, 0, reserve=10**18))
    assert by_threshold.state == "failure"


def test_a_clock_behind_the_newest_record_warns() -> None:
    newest = (datetime.now(UTC) + timedelta(days=3)).isoformat()
    found = one(check_clock(newest))
    assert found.state == "warning"
    assert "3 days behind the newest record" in found.found
    assert "dated before earlier ones" in found.cure
    assert one(check_clock((datetime.now(UTC) - timedelta(days=3)).isoformat())).state == "ok"
    assert one(check_clock("no time")).state == "ok"


def test_a_clock_of_another_age_fails() -> None:
    found = one(check_clock(now=lambda: datetime(1970, 1, 1, tzinfo=UTC), monotonic=lambda: 0.0))
    assert found.state == "failure"
    assert "no year to work in" in found.found
    assert "set the clock" in found.cure


def test_a_clock_that_jumps_warns() -> None:
    times = iter([datetime(2026, 12, 1, tzinfo=UTC), datetime(2026, 12, 1, 1, tzinfo=UTC)])
    elapsed = iter([0.0, 0.2])
    found = one(check_clock(now=lambda: next(times), monotonic=lambda: next(elapsed)))
    assert found.state == "warning"
    assert "jumped by +3599.8 s" in found.found
    assert "time service" in found.cure


def test_a_taken_port_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        found = one(check_port(port))
    assert found.state == "warning"
    assert f"127.0.0.1:{port}" in found.found
    assert "--port" in found.cure
    assert one(check_port(port)).state == "ok"


def test_a_check_that_breaks_is_a_line_and_not_a_traceback() -> None:
    def broken():
        yield Check("first", "ok", "fine")
        raise ZeroDivisionError("as it may be")

    first, second = guarded("disk", broken)
    assert (first.state, second.state) == ("ok", "failure")
    assert "ZeroDivisionError: as it may be" in second.found

    def refused():
        yield from ()
        raise StoreError("db: is gone; bring it back")

    found = one(guarded("database", refused))
    assert (found.found, found.cure) == ("db: is gone", "bring it back")


def test_a_wheel_tells_its_ranges_itself(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(packages, "root", lambda: tmp_path)  # no pyproject.toml beside it
    monkeypatch.setattr(
        packages.metadata,
        "requires",
        lambda name: ["numpy>=2.2", 'torch>=99; extra == "local"', 'ruff>=0.14; extra == "dev"'],
    )
    assert one(check_python()).state == "ok"
    assert one(check_packages()).found.startswith("numpy ")
    found = one(check_extra("local"))
    assert found.found.endswith("wanted >=99")
    assert one(check_extra("server")).found.startswith("openai ")
