"""How the app's own process is started: by `specreview serve`, from Python, and in the tests."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

LOCALHOST = "127.0.0.1"


def server_command(port: int, address: str = LOCALHOST) -> list[str]:
    """The command line that serves the app with the product's own options."""
    from specreview.resources import served_script
    from specreview.ui.theme import STREAMLIT_OPTIONS

    options = STREAMLIT_OPTIONS | {"server.port": port, "server.address": address}
    flags = [f"--{name}={_flag(value)}" for name, value in options.items()]
    return [sys.executable, "-m", "specreview.ui.asgi", "run", str(served_script()), *flags]


def workspace_environment(
    workspace: Path,
    db: str | None = None,
    tasks: Path | None = None,
    given: Mapping[str, Any] | None = None,
) -> dict[str, str]:
    """The variables by which the served app finds its workspace and the options given."""
    from specreview.settings import GIVEN

    environment = {"SPECREVIEW_WORKSPACE": str(workspace.resolve()), GIVEN: json.dumps(given or {})}
    if db:
        environment["SPECREVIEW_DB"] = db
    if tasks:
        environment["SPECREVIEW_TASKS"] = str(tasks.resolve())
    return environment


def _flag(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
