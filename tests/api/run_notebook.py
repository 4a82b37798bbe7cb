"""Runs a notebook's code cells in this process, as a kernel would, and prints what they show.

One JSON object a code cell: {"stdout": ..., "result": repr of the last expression, or null}.
"""

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any


def shown(source: str, space: dict[str, Any], name: str) -> dict[str, str | None]:
    """What the cell prints, and its last expression's value."""
    tree = ast.parse(source)
    last = tree.body[-1] if tree.body else None
    value, out = None, io.StringIO()
    with contextlib.redirect_stdout(out):
        if isinstance(last, ast.Expr):
            tree.body.pop()
            exec(compile(tree, name, "exec"), space)
            value = eval(compile(ast.Expression(last.value), name, "eval"), space)
        else:
            exec(compile(tree, name, "exec"), space)
    return {"stdout": out.getvalue(), "result": None if value is None else repr(value)}


def main(notebook: str) -> None:
    cells = json.loads(Path(notebook).read_text(encoding="utf-8"))["cells"]
    space: dict[str, Any] = {"__name__": "__main__"}
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    results = [shown(source, space, f"cell {n}") for n, source in enumerate(sources, start=1)]
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
