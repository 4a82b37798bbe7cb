"""The command starts light, documents itself, and refuses in one line."""

import subprocess
import sys

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from specreview.cli.main import app

HEAVY = (
    "streamlit", "sqlalchemy", "alembic", "astropy", "matplotlib", "plotly", "numpy", "pandas",
    "pydantic", "pyarrow", "torch", "yaml",
)  # fmt: skip


def test_help_imports_nothing_heavy() -> None:
    script = (
        "import sys; sys.argv = ['specreview', '--help']\n"
        "from specreview.cli.main import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.stderr.strip() == "[]"
    assert "Usage" in done.stdout


def _commands() -> list[str]:
    root = get_command(app)
    names = []
    for name, command in root.commands.items():  # type: ignore[attr-defined]
        children = getattr(command, "commands", None)
        names += [f"{name} {child}" for child in children] if children else [name]
    return names


@pytest.mark.parametrize("command", _commands())
def test_every_command_documents_itself_and_its_options(command: str) -> None:
    result = CliRunner().invoke(app, [*command.split(), "--help"])
    assert result.exit_code == 0
    undocumented = [
        option.name
        for option in _leaf(command).params
        if getattr(option, "help", "") is None and option.name != "help"
    ]
    assert not undocumented, f"{command}: no help for {undocumented}"


def _leaf(command: str):  # type: ignore[no-untyped-def]
    found = get_command(app)
    for part in command.split():
        found = found.commands[part]  # type: ignore[attr-defined]
    return found


def test_every_command_is_in_the_readme(repository) -> None:  # type: ignore[no-untyped-def]
    readme = (repository / "README.md").read_text(encoding="utf-8")
    missing = [name for name in _commands() if f"specreview {name}" not in readme]
    assert not missing
