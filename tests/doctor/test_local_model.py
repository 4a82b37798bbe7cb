"""The local model: files, memory, start checks in its own process; each fault, line and cure."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from specreview.doctor.answering import check_facts, check_reply
from specreview.doctor.check import Check
from specreview.doctor.checkpoint_files import check_files, parameters
from specreview.doctor.model_memory import Devices, cache_bytes, check_memory
from specreview.inspectors.local.inspector import LocalInspector
from specreview.inspectors.local.scripted_engine import Script
from specreview.settings import LocalSettings, Settings
from specreview.tasks.load import load_tasks

SCRIPTED = "specreview.inspectors.local.scripted_engine:ScriptedEngine"
GB = 1_000_000_000
NO_GPU = Devices


@pytest.fixture
def model(random_checkpoint: Callable[..., Path], tmp_path: Path) -> Path:
    """A whole tiny checkpoint that a test may spoil."""
    return Path(shutil.copytree(random_checkpoint(), tmp_path / "model"))


def one(checks) -> Check:
    (found,) = list(checks)
    return found


def files(model: Path) -> Check:
    return one(check_files(LocalSettings(model=str(model))))


def test_a_whole_checkpoint(model: Path) -> None:
    found = files(model)
    assert found.state == "ok"
    assert "of weights in 1 file" in found.found


@pytest.mark.parametrize("name", ["config.json", "tokenizer.json", "model.safetensors"])
def test_a_missing_file_is_named(model: Path, name: str) -> None:
    (model / name).unlink()
    found = files(model)
    assert found.state == "failure"
    assert f"{name} is missing" in found.found
    assert "anew" in found.cure


def test_a_bare_tokenizer_in_place_of_a_processor(model: Path) -> None:
    for name in ("preprocessor_config.json", "processor_config.json"):
        (model / name).unlink(missing_ok=True)
    found = files(model)
    assert found.state == "failure"
    assert "a bare tokenizer cannot prepare pictures" in found.found


def test_half_a_file_of_weights(model: Path) -> None:
    weights = model / "model.safetensors"
    whole = weights.stat().st_size
    with weights.open("r+b") as opened:
        opened.truncate(whole // 2)
    found = files(model)
    assert found.state == "failure"
    assert f"holds {whole // 2} of {whole} bytes" in found.found


def test_a_shard_that_the_index_names_is_missing(model: Path) -> None:
    index = {"weight_map": {"a": "model.safetensors", "b": "model-2.safetensors"}}
    (model / "model.safetensors.index.json").write_text(json.dumps(index))
    assert "model-2.safetensors is missing" in files(model).found


def test_no_such_folder_and_a_model_that_is_not_here(tmp_path: Path, monkeypatch) -> None:
    found = files(tmp_path / "gone")
    assert (found.state, "no such folder" in found.found) == ("failure", True)
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    found = one(check_files(LocalSettings()))
    assert found.state == "warning"
    assert "Maxwell-Jia/spec-o3-3b is not on this machine" in found.found
    assert "hf download Maxwell-Jia/spec-o3-3b" in found.cure


def big(tmp_path: Path) -> Path:
    """Headers of a checkpoint of Qwen2.5-VL-3B's size: 3.75e9 numbers, 36 layers, 2 of 16 heads."""
    folder = tmp_path / "big"
    folder.mkdir()
    text = {"num_hidden_layers": 36, "num_attention_heads": 16, "num_key_value_heads": 2,
            "hidden_size": 2048}  # fmt: skip
    (folder / "config.json").write_text(json.dumps({"text_config": text}))
    header = json.dumps(
        {"w": {"dtype": "BF16", "shape": [3_750_000, 1000], "data_offsets": [0, 7_500_000_000]}}
    ).encode()
    (folder / "model.safetensors").write_bytes(len(header).to_bytes(8, "little") + header)
    return folder


def test_memory_by_parameters_dtype_and_cache(tmp_path: Path) -> None:
    folder = big(tmp_path)
    settings = LocalSettings(model=str(folder), dtype="bfloat16")
    assert parameters(folder) == 3_750_000_000
    # 2 (keys, values) × 36 layers × 2 heads × 128 × 2 bytes = 36,864 bytes a token
    assert cache_bytes(folder) == 36_864

    def memory(free: float, batch: int = 4, **chosen: object) -> Check:
        asked = settings.model_copy(update=chosen)
        return one(check_memory(asked, batch, NO_GPU, lambda: int(free * GB)))

    fits = memory(16)
    assert (fits.state, fits.cure) == ("ok", "")
    assert "16.0 GB free; 3.75 billion parameters need 7.5 GB, 4 inspections" in fits.found
    tight = memory(9, batch=8)
    assert (tight.state, tight.cure) == ("warning", "lower --batch, or free memory")
    short = memory(8)
    assert short.state == "failure"
    assert "--dtype bfloat16" in short.cure
    assert "need 15.0 GB" in memory(16, dtype="float32").found
    assert memory(16, dtype="float32").state == "failure"
    assert "need 7.5 GB" in memory(16, dtype="auto").found
    assert "need 15.0 GB" in memory(64, dtype="auto").found


def test_a_device_that_is_not_there(tmp_path: Path) -> None:
    settings = LocalSettings(model=str(big(tmp_path)), device="cuda:1")
    one_gpu = Devices(((20 * GB, 24 * GB, "NVIDIA L4"),))
    for seen in (Devices(), one_gpu):
        found = one(check_memory(settings, 1, lambda seen=seen: seen))
        assert (found.name, found.state) == ("device", "failure")
        assert "cuda:1" in found.found
        assert "--device auto" in found.cure
    found = one(check_memory(settings.model_copy(update={"device": "cuda"}), 1, lambda: one_gpu))
    assert found.state == "ok"
    assert found.found.startswith("NVIDIA L4: 20.0 GB free")


def test_the_start_checks_run_in_the_models_process(model: Path) -> None:
    settings = LocalSettings(model=str(model), device="cpu", max_new_tokens=64)
    (model / "chat_template.jinja").write_text(
        "{% for m in messages %}{{ m['role'] }}: {{ m['content'][0]['text'] }}{% endfor %}"
    )
    inspector = LocalInspector(settings)
    try:
        found = one(check_facts("local", inspector))
    finally:
        inspector.close()
    assert (found.name, found.state) == ("model", "failure")
    assert "its chat template drops the pictures" in found.found
    assert "take the template out" in found.cure


def test_a_model_that_loads_tells_its_facts_and_replies(model: Path) -> None:
    settings = LocalSettings(model=str(model), device="cpu", max_new_tokens=24)
    inspector = LocalInspector(settings)
    try:
        facts = one(check_facts("local", inspector))
        reply = one(check_reply(inspector, load_tasks(None), Settings(local=settings)))
    finally:
        inspector.close()
    assert facts.state == "ok"
    assert "device cpu" in facts.found
    assert "context" in facts.found
    # random weights write nonsense, to the end of what they may
    assert reply.state == "warning"
    assert "tokens" in reply.found
    assert reply.cure


def test_a_process_that_dies_is_a_failure_with_its_cure(tmp_path: Path) -> None:
    folder = Script(fault="unloadable", after=0).write(tmp_path / "scripted")
    inspector = LocalInspector(LocalSettings(model=str(folder)), SCRIPTED)
    try:
        found = one(check_facts("local", inspector))
    finally:
        inspector.close()
    assert found.state == "failure"
    assert "unloadable, as scripted" in found.found
    assert found.cure == "give another script"
