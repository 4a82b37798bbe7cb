"""Settings of a workspace: the folder with the database, settings.json and own tasks."""

import json
import os
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from specreview.errors import SettingsError

DATABASE = "specreview.db"
SETTINGS = "settings.json"


class Settings(BaseModel):
    """What the operator chose; every field has a working default.

    `approval_confidence` is the least confidence (0 to 4) of an approved answer; `workers`
    is how many candidates of a queue are inspected at a time (None: one a core).
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    inspector: str = "rules"
    turn_limit: int = Field(default=8, ge=1, le=50)
    approval_confidence: int = Field(default=3, ge=0, le=4)
    workers: int | None = Field(default=None, ge=1, le=64)


def database_url(workspace: Path, db: str | None = None) -> str:
    """The database to use: `db`, else SPECREVIEW_DB, else specreview.db in the workspace."""
    chosen = db or os.environ.get("SPECREVIEW_DB")
    if not chosen:
        return f"sqlite:///{workspace.resolve() / DATABASE}"
    return chosen if "://" in chosen else f"sqlite:///{Path(chosen).resolve()}"


def load_settings(workspace: Path) -> Settings:
    """The workspace's settings, defaults where it has no settings.json.

    Raises
    ------
    SettingsError
        When settings.json is no JSON, or holds an unknown or impossible value.
    """
    path = workspace / SETTINGS
    if not path.exists():
        return Settings()
    try:
        return Settings.model_validate(json.loads(path.read_text(encoding="utf-8")))
    except (OSError, json.JSONDecodeError) as error:
        raise SettingsError(f"{path}: cannot be read: {error}; mend or delete it") from error
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        raise SettingsError(f"{path}: {field}: {first['msg']}; mend or delete the entry") from error


def save_settings(workspace: Path, settings: Settings) -> None:
    """Write settings.json whole or not at all.

    Raises
    ------
    SettingsError
        When the workspace cannot be written.
    """
    path = workspace / SETTINGS
    draft = path.with_suffix(".json.new")
    try:
        draft.write_text(settings.model_dump_json(indent=2) + "\n", encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise SettingsError(f"{path}: cannot be written: {error.strerror}") from error
