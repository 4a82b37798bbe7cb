"""Finds a model's files: in a folder, in the Hugging Face cache, or at the hub."""

import json
from pathlib import Path
from typing import Any

from specreview.errors import InspectorUnusable

FILES = ("*.json", "*.safetensors", "*.txt", "*.jinja")
"""What is fetched of a model's repository; never pickled weights or code."""

INDEX = "model.safetensors.index.json"
WEIGHTS = "model.safetensors"


def find_model(model: str, revision: str | None = None) -> Path:
    """Folder with all files of a model.

    A folder is taken as it is. An id is looked for in the cache first, so that a model that is
    there needs no network and stays the same; only what is not there is fetched.

    Raises
    ------
    InspectorUnusable
        When there is no such folder or model, no network, or a file is missing.
    """
    folder = Path(model).expanduser()
    if folder.is_dir():
        if missing := missing_files(folder):
            raise InspectorUnusable(
                f"{model}: {missing} is missing; --model wants a folder with a whole Qwen2.5-VL "
                "checkpoint in safetensors"
            )
        return folder
    if model.startswith((".", "/", "~", "\\")) or model.count("/") > 1:
        raise InspectorUnusable(f"{model}: no such folder; name a folder or a Hugging Face id")
    return _cached(model, revision) or _fetched(model, revision)


def missing_files(folder: Path) -> str | None:
    """The first file without which a checkpoint is not whole; None when all are there."""
    if not (folder / "config.json").is_file():
        return "config.json"
    if not any((folder / name).is_file() for name in ("tokenizer.json", "vocab.json")):
        return "tokenizer.json"
    return next((name for name in weight_files(folder) if not (folder / name).is_file()), None)


def weight_files(folder: Path) -> list[str]:
    """Names of the weights' files, one or as the index says."""
    index = read_json(folder / INDEX)
    if isinstance(index.get("weight_map"), dict):
        return sorted(set(index["weight_map"].values()))
    return [WEIGHTS]


def read_json(file: Path) -> dict[str, Any]:
    """A JSON file's object; empty when there is none."""
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _cached(model: str, revision: str | None) -> Path | None:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError

    try:
        folder = Path(snapshot_download(model, revision=revision, local_files_only=True))
    except LocalEntryNotFoundError:
        return None
    except HFValidationError as error:
        raise InspectorUnusable(
            f"{model}: neither a folder nor a Hugging Face id (owner/name)"
        ) from error
    return None if missing_files(folder) else folder


def _fetched(model: str, revision: str | None) -> Path:
    from huggingface_hub import snapshot_download

    try:
        fetched = snapshot_download(model, revision=revision, allow_patterns=list(FILES))
    except Exception as error:
        raise InspectorUnusable(_why_not(model, revision, error)) from error
    folder = Path(fetched)
    if missing := missing_files(folder):
        raise InspectorUnusable(
            f"{model}: {missing} is neither in the cache nor to be had from huggingface.co now; "
            "connect and try again, or choose another model"
        )
    return folder


def _why_not(model: str, revision: str | None, error: Exception) -> str:
    from huggingface_hub import errors

    if isinstance(error, errors.GatedRepoError):
        return f"{model}: access must be granted first; accept its terms at huggingface.co/{model}"
    if isinstance(error, errors.RevisionNotFoundError):
        return f"{model}: no revision {revision!r}; leave --revision out, or name one that is there"
    if isinstance(error, errors.RepositoryNotFoundError):
        return (
            f"{model}: no such model at huggingface.co, or not a public one; check --model, "
            "or log in with `hf auth login`"
        )
    if isinstance(error, OSError) and error.errno == 28:
        return f"{model}: the disk is full; make room, or set HF_HOME to a larger disk"
    return (
        f"{model}: not in the cache, and huggingface.co cannot be reached "
        f"({type(error).__name__}); connect once, or copy the model here and name its folder"
    )
