"""Which model it is, known without loading it: the cache's commit, a folder's fingerprint."""

import json
import os
from pathlib import Path

import numpy as np
import pytest

from specreview.errors import InspectorError, InspectorUnusable
from specreview.inspectors.local.inspector import LocalInspector, decoding
from specreview.inspectors.local.revision import cached_commit, folder_fingerprint, resolve
from specreview.settings import LocalSettings

COMMIT = "0123456789abcdef0123456789abcdef01234567"
OTHER = "f" * 40


def safetensors(file: Path, **tensors: np.ndarray) -> None:
    """The format of github.com/huggingface/safetensors: length, JSON header, bytes."""
    header, body = {}, b""
    for name, tensor in tensors.items():
        limits = [len(body), len(body) + tensor.nbytes]
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": limits}
        body += tensor.tobytes()
    head = json.dumps(header).encode()
    file.write_bytes(len(head).to_bytes(8, "little") + head + body)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A model's folder with two tensors of 400 kB."""
    made = tmp_path / "spec-o3"
    made.mkdir()
    (made / "config.json").write_text('{"model_type": "qwen2_5_vl"}')
    (made / "tokenizer.json").write_text("{}")
    (made / "README.md").write_text("a model")
    layer = np.arange(100_000, dtype=np.float32)
    safetensors(made / "model.safetensors", first=layer, second=layer + 1)
    return made


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Hugging Face cache with one model, and no way to the Hub."""
    for name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    repository = tmp_path / "hf" / "hub" / "models--Maxwell-Jia--spec-o3-3b"
    for commit in (COMMIT, OTHER):
        (repository / "snapshots" / commit).mkdir(parents=True)
        (repository / "snapshots" / commit / "config.json").write_text("{}")
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text(COMMIT)
    return repository


def test_the_same_files_elsewhere_are_the_same_model(folder: Path, tmp_path: Path) -> None:
    before = folder_fingerprint(folder)
    (folder / "README.md").write_text("other words")
    moved = folder.rename(tmp_path / "elsewhere")
    os.utime(moved / "model.safetensors", (0, 0))
    assert folder_fingerprint(moved) == before


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "chat_template.jinja"])
def test_another_configuration_is_another_model(folder: Path, name: str) -> None:
    before = folder_fingerprint(folder)
    (folder / name).write_text('{"model_type": "other"}')
    assert folder_fingerprint(folder) != before


def test_a_tensor_trained_on_is_another_model(folder: Path) -> None:
    before = folder_fingerprint(folder)
    layer = np.arange(100_000, dtype=np.float32)
    safetensors(folder / "model.safetensors", first=layer, second=layer + 1.01)
    assert folder_fingerprint(folder) != before


def test_only_a_little_of_each_tensor_is_read(folder: Path) -> None:
    """64 GB of weights, hardly on the disk, in no time."""
    before = folder_fingerprint(folder)
    weights = folder / "model.safetensors"
    head = {"big": {"dtype": "F32", "shape": [1 << 34], "data_offsets": [0, 1 << 36]}}
    text = json.dumps(head).encode()
    with weights.open("wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        file.truncate(1 << 36)
    assert folder_fingerprint(folder) != before


@pytest.mark.parametrize("body", [b"", b"\xff" * 100, b"\x02" + b"\0" * 7 + b"[]", b"{}" * 50])
def test_broken_weights_are_only_other_weights(folder: Path, body: bytes) -> None:
    (folder / "model.safetensors").write_bytes(body)
    assert len(folder_fingerprint(folder)) == 40


def test_a_cached_model_is_its_commit(cache: Path) -> None:
    assert cached_commit("Maxwell-Jia/spec-o3-3b", None) == COMMIT
    assert resolve("Maxwell-Jia/spec-o3-3b", None) == COMMIT
    assert resolve("Maxwell-Jia/spec-o3-3b", OTHER) == OTHER
    assert cached_commit("Maxwell-Jia/spec-o3-7b", None) is None


def test_what_is_not_here_names_the_cache_and_the_cure(cache: Path, monkeypatch) -> None:
    pytest.importorskip("huggingface_hub", reason="the extra [local] is not installed")
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9")
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(InspectorUnusable) as refused:
        resolve("Maxwell-Jia/spec-o3-7b", "v2")
    message = str(refused.value)
    assert "no folder here, not in" in message
    assert str(cache.parent) in message
    assert "hf download Maxwell-Jia/spec-o3-7b --revision v2" in message
    assert "HF_HOME" in message
    assert "\n" not in message


@pytest.mark.parametrize("model", ["./spec-o3", "/no/such/folder", "~/no", "a/b/c"])
def test_a_missing_folder_is_never_looked_for_elsewhere(cache: Path, model: str) -> None:
    with pytest.raises(InspectorError, match=r"no such folder; give --model"):
        resolve(model, None)


def test_weights_are_no_folder(folder: Path) -> None:
    weights = folder / "config.json"
    with pytest.raises(InspectorUnusable, match="a file; give --model the folder that holds"):
        resolve(str(weights), None)


def test_a_folder_without_a_model(tmp_path: Path) -> None:
    with pytest.raises(InspectorUnusable, match=r"holds no config\.json"):
        resolve(str(tmp_path), None)


def test_a_folder_has_no_revisions(folder: Path) -> None:
    with pytest.raises(InspectorUnusable, match="leave --revision out"):
        resolve(str(folder), "main")


def test_the_identity_is_complete_before_anything_is_loaded(folder: Path) -> None:
    local = LocalInspector(LocalSettings(model=str(folder), batch=3))
    known = local.identity
    assert (known.name, known.label, known.model) == ("local", "local: spec-o3", "spec-o3")
    assert known.revision == folder_fingerprint(folder)
    assert known.decoding == "greedy, at most 2048 tokens"
    assert local.concurrency == 3
    assert local.preparing == ""


def test_decoding_is_part_of_the_identity() -> None:
    drawn = LocalSettings(temperature=0.6, seed=7, max_new_tokens=512, dtype="bfloat16")
    assert decoding(drawn) == "temperature 0.6, top-p 0.95, seed 7, at most 512 tokens, bfloat16"
    assert decoding(LocalSettings(seed=9)) == decoding(LocalSettings()), "greedy needs no seed"


@pytest.mark.parametrize(("device", "batch"), [("cpu", 4), ("cuda:1", 8), ("mps", 4)])
def test_the_device_says_how_many_at_a_time(folder: Path, device: str, batch: int) -> None:
    assert LocalInspector(LocalSettings(model=str(folder), device=device)).concurrency == batch
