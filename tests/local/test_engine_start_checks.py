"""Checkpoints that would answer nonsense are refused before their weights are read."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from transformers import AutoTokenizer, Qwen2VLImageProcessorPil

from specreview.errors import InspectorUnusable
from specreview.inspectors.local import checkpoint as loading
from specreview.inspectors.local import start_checks
from specreview.inspectors.local.checkpoint import load_checkpoint
from specreview.inspectors.local.engine import Engine
from specreview.inspectors.local.finding import find_model
from specreview.inspectors.local.tokens import MARKERS, Vocabulary
from specreview.settings import LocalSettings
from tests.local.talks import Talk, inspect

STOCK_TEMPLATE = (
    "{% for m in messages %}{% if loop.first and m.role != 'system' %}<|im_start|>system\n"
    "You are a helpful assistant.<|im_end|>\n{% endif %}<|im_start|>{{ m.role }}\n"
    "{% if m.content is string %}{{ m.content }}<|im_end|>\n{% else %}{% for part in m.content %}"
    "{% if part.type == 'image' %}<|vision_start|><|image_pad|><|vision_end|>"
    "{% elif 'text' in part %}{{ part.text }}{% endif %}{% endfor %}<|im_end|>\n{% endif %}"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
"""By the rules of the template that Qwen2.5-VL-Instruct ships: no section for tools."""

TEXT_ONLY = STOCK_TEMPLATE.replace("<|vision_start|><|image_pad|><|vision_end|>", "")
NO_SYSTEM = STOCK_TEMPLATE.replace("{% for m in messages %}", "{% for m in messages[1:] %}")
OTHER_TURNS = STOCK_TEMPLATE.replace("{{ m.role }}\n", "{{ m.role }}: ")
DROPS_TOOLS = "{% if tools %}<|im_start|>system\nOh.<|im_end|>\n{% endif %}" + STOCK_TEMPLATE


@pytest.fixture
def folder(random_checkpoint: Callable[[int], Path], tmp_path: Path) -> Path:
    copy = tmp_path / "model"
    shutil.copytree(random_checkpoint(0), copy)
    return copy


def change(file: Path, **fields: object) -> None:
    file.write_text(json.dumps(json.loads(file.read_text()) | fields))


def refusal(folder: Path, **settings: object) -> str:
    with pytest.raises(InspectorUnusable) as refused:
        Engine.load(LocalSettings(model=str(folder), **{"device": "cpu", **settings}))
    message = str(refused.value)
    assert "\n" not in message
    return message


def test_a_whole_checkpoint_loads_and_says_what_it_is(folder: Path) -> None:
    facts = load_checkpoint(LocalSettings(model=str(folder), device="cpu")).facts
    assert facts["device"] == "cpu"
    assert facts["dtype"] == "float32 (auto)"
    assert re.match(r"\d+ tokens", facts["picture"])
    assert facts["context"] == "32768 tokens"
    assert facts["torch"] == torch.__version__


def test_a_config_in_the_flat_form_of_the_first_releases(folder: Path, loaded) -> None:
    """As Qwen2.5-VL-3B-Instruct has it: the text model's fields beside `vision_config`."""
    config = json.loads((folder / "config.json").read_text())
    text = config.pop("text_config")
    rope = text.pop("rope_parameters")
    flat = (
        text
        | config
        | {
            "model_type": "qwen2_5_vl",
            "rope_theta": rope["rope_theta"],
            "rope_scaling": {"type": "mrope", "mrope_section": rope["mrope_section"]},
            "sliding_window": 32768,
            "use_sliding_window": False,
            "max_window_layers": 70,
        }
    )
    flat.pop("layer_types", None)
    (folder / "config.json").write_text(json.dumps(flat))
    settings = LocalSettings(model=str(folder), device="cpu", max_new_tokens=16)
    talk, same = Talk.begin(1), Talk.begin(1)
    inspect(Engine.load(settings), [talk], 2)
    inspect(Engine(loaded(0), settings), [same], 2)
    assert [done.text for done in talk.replies] == [done.text for done in same.replies]


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_half_the_numbers_width_works_in_a_batch(folder: Path, dtype: str) -> None:
    settings = LocalSettings(model=str(folder), device="cpu", dtype=dtype, max_new_tokens=16)
    engine = Engine.load(settings)
    assert engine.facts["dtype"] == dtype
    talks = [Talk.begin(1), Talk.begin(2, "Is it? " * 9)]
    inspect(engine, talks, 2)
    assert all(done.tokens for talk in talks for done in talk.replies)


def test_another_kind_of_model(folder: Path) -> None:
    change(folder / "config.json", model_type="qwen3_vl")
    assert "a qwen3_vl checkpoint, not Qwen2.5-VL" in refusal(folder)


def test_sliding_attention(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text())
    change(folder / "config.json", text_config=config["text_config"] | {"use_sliding_window": True})
    assert "use_sliding_window" in refusal(folder)


@pytest.mark.parametrize("marker", MARKERS)
def test_a_tokenizer_without_the_markup(folder: Path, marker: str) -> None:
    for name in ("tokenizer.json", "tokenizer_config.json"):
        file = folder / name
        file.write_text(file.read_text().replace(marker, "<|other|>"))
    assert marker in refusal(folder)


def test_markup_that_is_plain_text(folder: Path) -> None:
    """Not special: a model's own words could end a turn."""
    file = folder / "tokenizer.json"
    words = json.loads(file.read_text())
    for token in words["added_tokens"]:
        token["special"] = token["special"] and token["content"] != "<|im_end|>"
    tokenizer = AutoTokenizer.from_pretrained(folder)
    backend = type(tokenizer.backend_tokenizer).from_str(json.dumps(words))
    tokenizer._tokenizer = backend
    with pytest.raises(InspectorUnusable, match=r"<\|im_end\|>"):
        start_checks.check_markers("m", tokenizer)


def test_case_109_no_image_processor(folder: Path) -> None:
    (folder / "preprocessor_config.json").unlink()
    message = refusal(folder)
    assert "only a tokenizer" in message
    assert "preprocessor_config.json" in message


def test_case_97_a_template_that_drops_the_tool(folder: Path) -> None:
    (folder / "chat_template.jinja").write_text(NO_SYSTEM)
    assert "drops the tool's description" in refusal(folder)
    (folder / "chat_template.jinja").write_text(DROPS_TOOLS)
    assert "section for tools and drops ours" in refusal(folder)


def test_a_template_that_drops_pictures(folder: Path) -> None:
    (folder / "chat_template.jinja").write_text(TEXT_ONLY)
    assert "drops the pictures" in refusal(folder)


def test_a_template_with_other_turns_is_refused_with_the_place(folder: Path) -> None:
    (folder / "chat_template.jinja").write_text(OTHER_TURNS)
    message = refusal(folder)
    assert "'<|im_start|>system: " in message
    assert "'<|im_start|>system\\n" in message


def test_a_template_that_cannot_be_rendered(folder: Path) -> None:
    (folder / "chat_template.jinja").write_text("{{ raise_exception('no system turn') }}")
    assert "cannot write our turns" in refusal(folder)


@pytest.mark.parametrize("template", [None, STOCK_TEMPLATE])
def test_no_template_and_the_base_models_are_fine(folder: Path, template: str | None) -> None:
    """Neither says anything against ours."""
    (folder / "chat_template.jinja").unlink()
    if template is not None:
        (folder / "chat_template.json").write_text(json.dumps({"chat_template": template}))
    assert load_checkpoint(LocalSettings(model=str(folder), device="cpu")).facts


def test_the_processors_template_goes_before_the_tokenizers(folder: Path) -> None:
    change(folder / "tokenizer_config.json", chat_template=STOCK_TEMPLATE)
    (folder / "chat_template.jinja").unlink()
    (folder / "chat_template.json").write_text(json.dumps({"chat_template": TEXT_ONLY}))
    assert "drops the pictures" in refusal(folder)


@pytest.mark.parametrize("name", ["max_pixels", "size"])
def test_case_101_max_pixels_takes_effect_under_either_name(name: str) -> None:
    most = 602_112
    given = {"size": {"shortest_edge": 3136, "longest_edge": most}, "max_pixels": most}[name]
    processor = Qwen2VLImageProcessorPil(**{name: given})
    _, high, wide = start_checks.measured_grid(processor, 1200, 1600)
    assert 0.8 * most < high * wide * 196 <= most * 1.01
    assert start_checks.check_picture_budget("m", processor) == 17 * 29


def test_case_101_a_processor_that_ignores_its_limit_is_refused() -> None:
    class Ignoring(Qwen2VLImageProcessorPil):
        def resize(self, image, size, **other):
            free = type(size)(shortest_edge=size.shortest_edge, longest_edge=10**9)
            return super().resize(image, free, **other)

    processor = Ignoring(max_pixels=602_112)
    with pytest.raises(InspectorUnusable, match="max_pixels is 602112"):
        start_checks.check_picture_budget("m", processor)


def test_a_context_too_small_for_the_turns(folder: Path) -> None:
    config = json.loads((folder / "config.json").read_text())
    smaller = config["text_config"] | {"max_position_embeddings": 8192}
    change(folder / "config.json", text_config=smaller)
    message = refusal(folder)
    assert "8192" in message
    fits = int(message.rsplit(maxsplit=1)[1])
    settings = {"model": str(folder), "device": "cpu"}
    assert load_checkpoint(LocalSettings(max_new_tokens=fits, **settings)).context == 8192
    with pytest.raises(InspectorUnusable):
        load_checkpoint(LocalSettings(max_new_tokens=fits + 1, **settings))


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "tokenizer.json"])
def test_a_folder_with_a_file_missing(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert f"{name} is missing" in refusal(folder)


def test_a_shard_missing(folder: Path) -> None:
    index = {"weight_map": {"a": "model-1-of-2.safetensors", "b": "model-2-of-2.safetensors"}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    (folder / "model-1-of-2.safetensors").touch()
    assert "model-2-of-2.safetensors is missing" in refusal(folder)


def test_broken_weights(folder: Path) -> None:
    whole = (folder / "model.safetensors").read_bytes()
    (folder / "model.safetensors").write_bytes(whole[: len(whole) // 2])
    assert "cannot be loaded" in refusal(folder)


def test_no_such_folder_or_id(tmp_path: Path) -> None:
    for name in (str(tmp_path / "none"), "./none", "~/none-at-all"):
        with pytest.raises(InspectorUnusable, match="no such folder"):
            find_model(name)
    with pytest.raises(InspectorUnusable, match="neither a folder nor"):
        find_model("not an id")


def test_without_network_and_without_a_copy(tmp_path: Path, monkeypatch) -> None:
    import huggingface_hub.constants as hub

    monkeypatch.setattr(hub, "HF_HUB_OFFLINE", True)
    monkeypatch.setattr(hub, "HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(InspectorUnusable, match="name its folder") as refused:
        find_model("Maxwell-Jia/spec-o3-3b")
    assert "\n" not in str(refused.value)


def test_a_model_in_the_cache_is_found_without_network(
    folder: Path, tmp_path: Path, monkeypatch
) -> None:
    import huggingface_hub.constants as hub

    monkeypatch.setattr(hub, "HF_HUB_OFFLINE", True)
    monkeypatch.setattr(hub, "HF_HUB_CACHE", str(tmp_path / "hub"))
    commit = "0123456789abcdef0123456789abcdef01234567"
    repository = tmp_path / "hub" / "models--a--b"
    (repository / "refs").mkdir(parents=True)
    (repository / "refs" / "main").write_text(commit)
    shutil.copytree(folder, repository / "snapshots" / commit)
    found = find_model("a/b")
    assert loading.revision_of(found) == commit
    (found / "model.safetensors").unlink()
    with pytest.raises(InspectorUnusable, match=r"model\.safetensors is neither in the cache"):
        find_model("a/b")


def test_a_device_that_is_not_there(folder: Path) -> None:
    if torch.cuda.is_available():
        pytest.skip("this machine has a GPU")
    message = refusal(folder, device="cuda:0")
    assert "--device cuda:0" in message
    assert "--device auto" in message


def test_the_number_format_follows_the_memory(monkeypatch) -> None:
    cpu, gigabyte = torch.device("cpu"), 10**9

    def chosen(weights: float, free: float, wanted: str = "auto", device: str = "cpu"):
        monkeypatch.setattr(loading, "free_bytes", lambda _: int(free * gigabyte))
        return loading.chosen_dtype(wanted, torch.device(device), int(weights * gigabyte))

    assert chosen(3.75, 64) == torch.float32
    assert chosen(3.75, 16) == torch.bfloat16
    assert chosen(3.75, 16, device="cuda") == torch.bfloat16
    assert chosen(3.75, 64, "float16") == torch.float16
    with pytest.raises(InspectorUnusable, match=r"needs 8\.6 GB and cpu has 4\.0 GB"):
        chosen(3.75, 4)
    with pytest.raises(InspectorUnusable, match="--dtype bfloat16"):
        chosen(3.75, 16, "float32")
    assert cpu.type == "cpu"


def test_a_vocabulary_spells_what_it_encodes(loaded) -> None:
    vocabulary = loaded(0).vocabulary
    assert isinstance(vocabulary, Vocabulary)
    start_checks.check_spelling("m", vocabulary)

    class Lossy(Vocabulary):
        def spelled(self, token: int) -> bytes:
            return super().spelled(token).lower()

    lossy = object.__new__(Lossy)
    lossy.__dict__ = vocabulary.__dict__
    with pytest.raises(InspectorUnusable, match="does not give back"):
        start_checks.check_spelling("m", lossy)
