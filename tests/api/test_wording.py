"""Messages name options; from Python they are said of arguments, and none is left over."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import specreview
from specreview.api.wording import of_arguments

ROOMS = ("answers", "catalogues", "export", "inspectors", "runner", "store", "listing.py")
ELSEWHERE = (
    "--since", "--until",  # of the command `export` alone
    "--parent", "--engine", "models--",  # no message
    "--max-model-len", "--served-model-name", "--limit-mm-per-prompt",  # of another program
    "--enable-auto-tool-choice", "--tool-call-parser",
    "`specreview verify --rebuild`",
)  # fmt: skip


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (
            "name it with --map id=COLUMN or --map path=COLUMN",
            "name it with columns={'id': COLUMN} or columns={'path': COLUMN}",
        ),
        ("--map ra=R. A.: no such column", "columns={'ra': 'R. A.'}: no such column"),
        ("--yes VALUE, or --as NAME", "yes=VALUE, or as_name=NAME"),
        ("leave --as out; use another --db", "leave `as_name` out; use another `db`"),
        ("`specreview verify --db X` tells", "`specreview verify --db X` tells"),
        (
            "serve with --max-model-len 9, or lower --max-new-tokens",
            "serve with --max-model-len 9, or lower `max_new_tokens` "
            "(such settings stand in the workspace's settings.json)",
        ),
    ],
)
def test_options_are_said_as_arguments(message: str, told: str) -> None:
    assert of_arguments(message) == told
    assert of_arguments(told) == told, "said once"


def _texts(file: Path) -> Iterator[str]:
    tree = ast.parse(file.read_text())
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone:
            yield node.value


def test_every_option_in_a_message_has_its_argument() -> None:
    package = Path(specreview.__file__).parent
    files = [file for room in ROOMS for file in (package / room).rglob("*.py")]
    files += [package / room for room in ROOMS if room.endswith(".py")]
    assert len(files) > 100
    for file in files:
        for text in _texts(file):
            told = of_arguments(text)
            for known in ELSEWHERE:
                told = told.replace(known, "")
            assert not re.search(r"--[a-z]", told), f"{file}: {told}; see api/wording.py"
