"""A wheel carries the app, its pages and its data inside the package, and nothing beside it."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

SHORT_DEMO = """
import specreview.demo
whole = specreview.demo.build_demo
def six(folder, seed):
    catalogue = whole(folder, seed)
    lines = catalogue.read_text(encoding="utf-8").splitlines(keepends=True)
    catalogue.write_text("".join(lines[:7]), encoding="utf-8")
    return catalogue
specreview.demo.build_demo = six
"""
"""The demo's first six rows, to save the time of inspecting the others."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory, repository: Path) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--quiet", "-w", str(folder)]
    subprocess.run([*command, str(repository)], check=True, capture_output=True)
    return next(folder.glob("specreview-*.whl"))


def test_wheel_holds_app_pages_data_and_migrations(wheel: Path, repository: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = [repository / "app.py", *(repository / "pages").glob("*.py")]
    wanted += [path for path in (repository / "data").rglob("*") if path.is_file()]
    for path in wanted:
        assert f"specreview/bundle/{path.relative_to(repository)}" in names
    package = [p for p in (repository / "specreview").rglob("*") if p.is_file()]
    missing = {
        str(path.relative_to(repository)) for path in package if "__pycache__" not in path.parts
    } - names
    assert not missing


def test_wheel_puts_nothing_beside_the_package(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert all(top.startswith("specreview") for top in tops)


def test_installed_wheel_builds_the_demo(wheel: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    command = [sys.executable, "-m", "pip", "install", "--no-deps", "--quiet"]
    subprocess.run([*command, "--target", str(site), str(wheel)], check=True)
    script = (
        "import specreview, specreview.resources as r; from specreview.cli.main import main; "
        f"assert specreview.__file__.startswith({str(site)!r}); "
        f"assert str(r.app_script()).startswith({str(site)!r}); "
        f"assert str(r.served_script()).startswith({str(site)!r}); "
        "assert r.app_script().is_file() and r.served_script().is_file(); main()"
    )
    (tmp_path / "run.py").write_text(SHORT_DEMO + script)
    done = subprocess.run(
        [sys.executable, "run.py", "demo", "--dir", str(tmp_path / "demo"), "--no-serve"],
        env={"PYTHONPATH": str(site), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert "6 inspected by the rules" in done.stdout
    assert (tmp_path / "demo" / "specreview.db").is_file()
