"""The local model's files: are they all there, and whole; no torch needed."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from specreview.doctor.check import Check, failure, warning, well
from specreview.inspectors.local.finding import missing_files, read_json, weight_files
from specreview.inspectors.local.revision import cached_commit, hub_cache
from specreview.settings import LocalSettings

_TEMPLATES = ("chat_template.jinja", "chat_template.json")


def model_folder(settings: LocalSettings) -> Path | None:
    """Where the model's files lie on this machine; None where they do not."""
    folder = Path(settings.model).expanduser()
    if folder.is_dir():
        return folder
    commit = cached_commit(settings.model, settings.revision)
    if commit is None:
        return None
    return hub_cache() / f"models--{settings.model.replace('/', '--')}" / "snapshots" / commit


def check_files(settings: LocalSettings) -> Iterator[Check]:
    """All files of the checkpoint there and whole."""
    folder = model_folder(settings)
    if folder is None:
        yield _absent(settings)
        return
    problems = list(_incomplete(folder))
    for problem in problems:
        yield failure("model files", f"{folder}: {problem}", "fetch or copy the checkpoint anew")
    if problems:
        return
    names = weight_files(folder)
    size = in_words(sum((folder / name).stat().st_size for name in names))
    yield well("model files", f"{folder}: whole, {size} of weights in {_files(len(names))}")
    if not _has_template(folder):
        found = f"{folder}: no chat template that tells on which conversations it was trained"
        yield warning("model files", found, "copy chat_template.jinja from where it was published")


def _files(count: int) -> str:
    return "1 file" if count == 1 else f"{count} files"


def in_words(size: int) -> str:
    """Bytes as people say them, "7.5 GB" or "42.0 MB"."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.1f} MB"


def _absent(settings: LocalSettings) -> Check:
    model = settings.model
    if model.startswith((".", "/", "~")) or model.count("/") > 1:
        return failure("model files", f"{model}: no such folder", "give --model another folder")
    at = f" --revision {settings.revision}" if settings.revision else ""
    return warning(
        "model files",
        f"{model} is not on this machine: the first run fetches it, which needs a network",
        f"fetch it now with `hf download {model}{at}`, or give --model a folder",
    )


def _incomplete(folder: Path) -> Iterator[str]:
    if lacking := missing_files(folder):
        yield f"{lacking} is missing"
    nested = read_json(folder / "processor_config.json").get("image_processor")
    if not nested and not read_json(folder / "preprocessor_config.json"):
        yield "preprocessor_config.json is missing: a bare tokenizer cannot prepare pictures"
    for name in weight_files(folder):
        file = folder / name
        if file.is_file() and (whole := _stated_size(file)) != file.stat().st_size:
            yield f"{name} holds {file.stat().st_size} of {whole or 'unknown many'} bytes"


def _has_template(folder: Path) -> bool:
    if any((folder / name).is_file() for name in _TEMPLATES):
        return True
    return "chat_template" in read_json(folder / "tokenizer_config.json") | read_json(
        folder / "processor_config.json"
    )


def _header(file: Path) -> tuple[int, dict[str, Any]]:
    """A safetensors file's header and its length: 8 bytes of length, then JSON
    (https://huggingface.co/docs/safetensors); (0, {}) where it is none.
    """
    with file.open("rb") as opened:
        length = int.from_bytes(opened.read(8), "little")
        if not 0 < length <= min(file.stat().st_size, 100_000_000):
            return 0, {}
        try:
            header = json.loads(opened.read(length))
        except (ValueError, RecursionError):
            return 0, {}
    return length, {name: one for name, one in header.items() if name != "__metadata__"}


def _stated_size(file: Path) -> int:
    length, header = _header(file)
    ends = [int(one["data_offsets"][1]) for one in header.values()]
    return 8 + length + max(ends) if ends else 0


def parameters(folder: Path) -> int:
    """How many numbers the weights hold, from the headers of their files."""
    count = 0
    for name in weight_files(folder):
        for one in _header(folder / name)[1].values():
            size = 1
            for side in one["shape"]:
                size *= side
            count += size
    return count
