"""Which very model a name stands for: the commit in the Hugging Face cache, or a folder's print.

No torch and no loading: a run must know before it begins which inspections are its own.
"""

import hashlib
import json
import logging
import os
import re
from collections.abc import Iterator
from pathlib import Path

from specreview.errors import InspectorUnusable

_SAMPLE = 4096
"""Bytes read from the middle of each tensor."""
_BLOCKS = 256
"""Evenly spaced samples of a weight file that is not in safetensors form."""
_WEIGHTS = frozenset({".safetensors", ".bin", ".pt", ".pth", ".gguf"})
_SMALL = frozenset({".json", ".txt", ".jinja", ".model"})
_HEADER_LIMIT = 100_000_000
"""The longest header that safetensors itself reads."""
_ASK_SECONDS = 10.0

logger = logging.getLogger("specreview.inspectors.local")
logger.addHandler(logging.NullHandler())


def resolve(model: str, revision: str | None) -> str:
    """The commit, or a folder's fingerprint, that `model` means on this machine.

    What the cache holds counts before what the Hub has by now; the Hub is asked only for a
    model that is not here at all.

    Raises
    ------
    InspectorUnusable
        When there is no such folder, or the model is neither here nor to be had.
    """
    folder = Path(model).expanduser()
    if folder.is_dir():
        if revision:
            raise InspectorUnusable(
                f"local model {model}: a folder has no revision {revision}; leave --revision out"
            )
        return folder_fingerprint(folder)
    if folder.is_file():
        raise InspectorUnusable(
            f"local model {model}: a file; give --model the folder that holds config.json, "
            "tokenizer and weights"
        )
    if not re.fullmatch(r"[\w.-]+(/[\w.-]+)?", model) or model.startswith("."):
        raise InspectorUnusable(
            f"local model {model}: no such folder; give --model a folder with config.json and "
            "weights, or an id such as Maxwell-Jia/spec-o3-3b"
        )
    return cached_commit(model, revision) or _asked(model, revision)


def cached_commit(model: str, revision: str | None) -> str | None:
    """The commit of `revision` (default: main) in the Hugging Face cache; None where it is not.

    The cache's layout: models--OWNER--NAME/refs/REVISION holds a commit, snapshots/COMMIT/ its
    files (huggingface.co/docs/huggingface_hub/guides/manage-cache).
    """
    repository = hub_cache() / f"models--{model.replace('/', '--')}"
    named = revision or "main"
    try:
        commit = (repository / "refs" / named).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        commit = named
    return commit if (repository / "snapshots" / commit / "config.json").is_file() else None


def hub_cache() -> Path:
    """Where huggingface_hub keeps models, by the variables that it reads itself."""
    if chosen := os.environ.get("HF_HUB_CACHE") or os.environ.get("HUGGINGFACE_HUB_CACHE"):
        return Path(chosen).expanduser()
    home = os.environ.get("HF_HOME")
    if home is None:
        general = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
        home = f"{general}/huggingface"
    return Path(home).expanduser() / "hub"


def folder_fingerprint(folder: Path) -> str:
    """SHA-256 (40 hex digits) of what in `folder` decides a model's replies.

    Names and whole contents of the configuration and tokenizer files; name, size, header and
    4 KiB from the middle of every tensor of the weight files. A fine-tune changes every tensor
    it touches, so that 7 GB need not be read; an edit within one tensor elsewhere is not seen.

    Raises
    ------
    InspectorUnusable
        When the folder holds no config.json, or a file cannot be read.
    """
    if not (folder / "config.json").is_file():
        raise InspectorUnusable(
            f"local model {folder}: the folder holds no config.json; give --model the folder that "
            "holds config.json, tokenizer and weights"
        )
    digest = hashlib.sha256()
    try:
        for file in sorted(path for path in folder.iterdir() if path.is_file()):
            for part in _parts(file):
                digest.update(len(part).to_bytes(8, "big") + part)
    except OSError as error:
        raise InspectorUnusable(
            f"local model {folder}: {error.filename}: {error.strerror}; make it readable"
        ) from error
    return digest.hexdigest()[:40]


def _parts(file: Path) -> Iterator[bytes]:
    """What counts of one file; nothing of those that decide no reply (README, pictures)."""
    if file.suffix in _WEIGHTS:
        size = file.stat().st_size
        yield f"{file.name} {size}".encode()
        with file.open("rb") as opened:
            header = _header(opened.read(8), size)
            yield opened.read(header)
            for middle in _tensors(file, header) or _spread(size):
                opened.seek(max(0, middle - _SAMPLE // 2))
                yield opened.read(_SAMPLE)
    elif file.suffix in _SMALL and not file.name.lower().startswith(("readme", "license")):
        yield file.name.encode()
        yield file.read_bytes()


def _header(length: bytes, size: int) -> int:
    """Bytes of a safetensors header by the file's first 8 bytes; 0 where it is none."""
    header = int.from_bytes(length, "little")
    return header if header <= min(size - 8, _HEADER_LIMIT) else 0


def _tensors(file: Path, header: int) -> list[int]:
    """The middle of each tensor in the file; [] where it is no safetensors file."""
    if file.suffix != ".safetensors":
        return []
    with file.open("rb") as opened:
        opened.seek(8)
        try:
            tensors = json.loads(opened.read(header))
            offsets = [
                tensor["data_offsets"]
                for name, tensor in sorted(tensors.items())
                if name != "__metadata__"
            ]
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return []
    return [8 + header + (start + end) // 2 for start, end in offsets]


def _spread(size: int) -> list[int]:
    return [size * step // _BLOCKS for step in range(_BLOCKS)]


def _asked(model: str, revision: str | None) -> str:
    """The commit that the Hub has now; its files are fetched by the model's process."""
    from huggingface_hub import model_info
    from huggingface_hub.errors import RepositoryNotFoundError, RevisionNotFoundError

    named = f"{model} at {revision}" if revision else model
    get = f"hf download {model}" + (f" --revision {revision}" if revision else "")
    try:
        commit = model_info(model, revision=revision, timeout=_ASK_SECONDS).sha
    except (RepositoryNotFoundError, RevisionNotFoundError) as error:
        raise InspectorUnusable(
            f"local model {named}: neither a folder here nor known to the Hugging Face Hub, or it "
            "needs a login (hf auth login); check --model and --revision"
        ) from error
    except Exception as error:
        logger.exception("the Hugging Face Hub could not be asked")
        raise InspectorUnusable(
            f"local model {named}: no folder here, not in {hub_cache()}, and the Hugging Face Hub "
            f"cannot be reached; where there is a network: {get}, then copy the cache and set "
            "HF_HOME, or give --model a folder"
        ) from error
    if commit is None:
        raise InspectorUnusable(f"local model {named}: the Hub names no commit of it; run {get}")
    return str(commit)
