"""Settings of a workspace: the folder with the database, settings.json and own tasks."""

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from specreview.errors import SettingsError
from specreview.outside import ADDRESS, NAME, URL, VARIABLE, FetchSettings, SampSettings
from specreview.whole_files import write_whole

DATABASE = "specreview.db"
SETTINGS = "settings.json"
OWN_TASKS = "tasks"
"""Folder of a workspace with the user's own task files."""


RELEASED_MODEL = "Maxwell-Jia/spec-o3-3b"
CONTEXT = 32_768
"""Tokens of one inspection in Spec-o3's training (max_response_length of its recipe)."""

GIVEN = "SPECREVIEW_OPTIONS"
"""Environment variable by which `specreview serve` hands its options to the served app, as JSON."""

DEVICES = "auto, cpu, mps, cuda or cuda:0, cuda:1, ..."


class LocalSettings(BaseModel):
    """A model that this machine runs: a Hugging Face id or a folder, and how it decodes.

    `temperature` 0 is greedy. `batch` is how many inspections are answered at a time (None:
    as suits the device).
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: str = Field(default=RELEASED_MODEL, min_length=1)
    revision: str | None = None
    device: str = Field(
        default="auto", pattern=r"^(auto|cpu|mps|cuda(:\d+)?)$", description=DEVICES
    )
    dtype: Literal["auto", "float32", "bfloat16", "float16"] = "auto"
    max_new_tokens: int = Field(default=2048, ge=16, le=CONTEXT)
    temperature: float = Field(default=0.0, ge=0.0, le=2.0)
    seed: int = Field(default=0, ge=0)
    batch: int | None = Field(default=None, ge=1, le=256)


class ServerSettings(BaseModel):
    """A model behind an OpenAI-compatible server.

    `api_key_env` names the environment variable that holds the key; the key itself is kept
    nowhere. `timeout` is the longest silence in seconds.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    base_url: str | None = Field(default=None, pattern=URL, description=ADDRESS)
    model: str = Field(default=RELEASED_MODEL, min_length=1)
    profile: Literal["spec-o3", "tools"] = "spec-o3"
    api_key_env: str | None = Field(default=None, pattern=NAME, description=VARIABLE)
    concurrency: int = Field(default=16, ge=1, le=512)
    max_new_tokens: int = Field(default=2048, ge=16, le=CONTEXT)
    temperature: float = Field(default=0.0, ge=0.0, le=2.0)
    seed: int = Field(default=0, ge=0)
    timeout: float = Field(default=120.0, gt=0, le=3600)


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
    local: LocalSettings = LocalSettings()
    server: ServerSettings = ServerSettings()
    fetch: FetchSettings = FetchSettings()
    samp: SampSettings = SampSettings()


def database_url(workspace: Path, db: str | None = None) -> str:
    """The database to use: `db`, else SPECREVIEW_DB, else specreview.db in the workspace."""
    chosen = db or os.environ.get("SPECREVIEW_DB")
    if not chosen:
        return _sqlite_url(workspace / DATABASE)
    return chosen if "://" in chosen else _sqlite_url(Path(chosen))


def _sqlite_url(file: Path) -> str:
    """The URL of a file whose name may hold what means something in a URL."""
    path = str(file.resolve())
    return f"sqlite:///{path.replace('%', '%25').replace('?', '%3F')}"


def open_folder(workspace: Path) -> Path:
    """`workspace` itself; SettingsError when it is no folder."""
    try:
        there = workspace.is_dir()
    except OSError as error:  # a name too long, or a folder that is closed to us
        raise SettingsError(
            f"{workspace}: cannot be opened: {error.strerror}; name another workspace"
        ) from error
    if not there:
        raise SettingsError(
            f"{workspace}: no such folder; a workspace is a folder that exists: make it first"
        )
    return workspace


def own_tasks(workspace: Path, named: Path | None = None) -> Path | None:
    """Folder of the user's own task files: `named`, else SPECREVIEW_TASKS, else tasks/ if it is.

    Raises
    ------
    SettingsError
        When the workspace is no folder.
    """
    beside = open_folder(workspace) / OWN_TASKS
    if chosen := named or os.environ.get("SPECREVIEW_TASKS"):
        return Path(chosen)
    return beside if beside.is_dir() else None


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
        return Settings.model_validate(json.loads(path.read_text(encoding="utf-8-sig")))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise SettingsError(
            f"{path}: cannot be read: {_cause(error)}; mend or delete it"
        ) from error
    except ValidationError as error:
        reason = wrong(error, ".".join)
        known = ", ".join(Settings.model_fields)
        raise SettingsError(
            f"{path}: {reason}; mend or delete the entry (there may be {known})"
        ) from None


def wrong(error: ValidationError, naming: Callable[[tuple[str, ...]], str]) -> str:
    """What the first wrong value is and what is allowed; what may hold a key is not repeated."""
    first = error.errors()[0]
    place = tuple(str(part) for part in first["loc"])
    name = naming(place) if place else "all of it"
    return f"{name}{_repeated(place, first['input'])}: {_allowed(place, first['msg'])}"


_MAY_HOLD_A_KEY = {("api_key_env",), ("lamost_token_env",), ("lamost_url",),
                  ("lamost_search_url",)}  # fmt: skip


def _repeated(place: tuple[str, ...], value: object) -> str:
    if place[-1:] in _MAY_HOLD_A_KEY or isinstance(value, Mapping | list) or "@" in str(value):
        return ""
    return f" {str(value)[:100]!r}"


def _allowed(place: tuple[str, ...], message: str) -> str:
    if message.startswith("String should match pattern"):
        block = type(getattr(Settings(), place[0]))
        return f"allowed is {block.model_fields[place[-1]].description}"
    return message.replace("Input should be", "allowed is").replace("permitted", "known here")


def with_given(
    settings: Settings,
    given: Mapping[str, Any],
    naming: Callable[[tuple[str, ...]], str] = ".".join,
) -> Settings:
    """`settings` with the given ones laid over: {"inspector": "local", "local": {"seed": 3}}.

    `naming` says what a setting is called where it was given: `("local", "seed")` is --seed.

    Raises
    ------
    SettingsError
        When one of them is impossible: names it, its value and what is allowed.
    """
    try:
        return Settings.model_validate(_laid_over(settings.model_dump(), given))
    except ValidationError as error:
        raise SettingsError(wrong(error, naming)) from None


def _laid_over(below: dict[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for name, value in above.items():
        inner = below.get(name)
        nested = isinstance(value, Mapping) and isinstance(inner, dict)
        merged[name] = _laid_over(inner, value) if nested else value  # type: ignore[arg-type]
    return merged


def differences(before: Settings, after: Settings) -> dict[str, Any]:
    """What `after` says otherwise than `before`, in the form of `with_given`."""
    return _differences(before.model_dump(), after.model_dump())


def _differences(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in after.items():
        if value == before[name]:
            continue
        found[name] = _differences(before[name], value) if isinstance(value, dict) else value
    return found


def given_to_app() -> dict[str, Any]:
    """The options that `specreview serve` was given; {} where the app was started otherwise.

    Raises
    ------
    SettingsError
        When the variable holds something else.
    """
    text = os.environ.get(GIVEN, "")
    try:
        given = json.loads(text or "{}")
    except (json.JSONDecodeError, RecursionError):
        given = None
    if not isinstance(given, dict):
        raise SettingsError(f"{GIVEN}: is no JSON object; unset it, `specreview serve` makes it")
    return given


def _cause(error: Exception) -> str:
    if isinstance(error, OSError):
        return str(error.strerror)
    if isinstance(error, RecursionError):
        return "nested too deeply"
    return f"no JSON in UTF-8 ({error})"


def anchored(settings: Settings) -> Settings:
    """The same model's folder from wherever the next command is started: its whole path."""
    folder = Path(settings.local.model).expanduser()
    if not folder.is_dir():
        return settings
    local = settings.local.model_copy(update={"model": str(folder.absolute())})
    return settings.model_copy(update={"local": local})


def save_settings(workspace: Path, settings: Settings) -> None:
    """Write settings.json whole or not at all.

    Raises
    ------
    SettingsError
        When the workspace cannot be written.
    """
    path = workspace / SETTINGS
    try:
        write_whole(path, f"{settings.model_dump_json(indent=2)}\n".encode())
    except OSError as error:
        raise SettingsError(f"{path}: cannot be written: {error.strerror}") from error
