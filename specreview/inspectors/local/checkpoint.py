"""Loads a Qwen2.5-VL checkpoint for the engine: files, checks, device, number format, weights."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from specreview.errors import InspectorUnusable
from specreview.inspectors.local import start_checks as checks
from specreview.inspectors.local.finding import find_model, read_json, weight_files
from specreview.inspectors.local.memory import free_bytes, in_words, out_of_memory
from specreview.inspectors.local.network import Network
from specreview.inspectors.local.tokens import Vocabulary
from specreview.settings import CONTEXT, LocalSettings

_SHARE_OF_FREE = {"cuda": 0.4, "mps": 0.3, "cpu": 0.2}
"""Of the memory left after loading, what the caches of idle conversations may take."""

_USUAL_BATCH = {"cuda": 16, "mps": 4, "cpu": 4}
_HEADROOM = 1.15
"""Loading needs the weights and some more."""


@dataclass(frozen=True)
class Checkpoint:
    """A loaded model with what belongs to it; `facts` are for people and for the doctor."""

    network: Network
    vocabulary: Vocabulary
    image_processor: Any
    context: int
    room_for_history: int
    usual_batch: int
    facts: Mapping[str, str]


@dataclass(frozen=True)
class _Words:
    """Everything of a checkpoint but its weights, checked."""

    folder: Path
    image_processor: Any
    vocabulary: Vocabulary
    context: int
    picture: int


def load_checkpoint(settings: LocalSettings) -> Checkpoint:
    """Find, check and load the model that `settings` name.

    Raises
    ------
    InspectorUnusable
        When it is not there, does not fit, or is not made for Spec-o3's conversations.
    """
    folder = find_model(settings.model, settings.revision)
    words = _checked(settings, folder)
    device = chosen_device(settings.device)
    weights = int(_read(settings.model, lambda: weights_in(folder)))
    dtype = chosen_dtype(settings.dtype, device, weights)
    bound_threads(device)
    network = Network(_weights(settings, folder, device, dtype))
    return Checkpoint(
        network,
        words.vocabulary,
        words.image_processor,
        words.context,
        int(free_bytes(device) * _SHARE_OF_FREE[device.type]),
        _USUAL_BATCH[device.type],
        _facts(settings, words, network),
    )


def _checked(settings: LocalSettings, folder: Path) -> _Words:
    model = settings.model
    checks.check_kind(model, read_json(folder / "config.json"))
    checks.check_image_processor(model, folder)
    config, tokenizer, processor = _read(model, lambda: _described(folder))
    text, merge = config.text_config, config.vision_config.spatial_merge_size
    checks.check_markers(model, tokenizer)
    vocabulary = Vocabulary(tokenizer, text.vocab_size, merge)
    checks.check_spelling(model, vocabulary)
    template = checks.chat_template(folder, tokenizer)
    checks.check_template(model, template, tokenizer, vocabulary)
    picture = checks.check_picture_budget(model, processor)
    context = min(CONTEXT, text.max_position_embeddings)
    checks.check_context(model, context, picture, settings.max_new_tokens)
    return _Words(folder, processor, vocabulary, context, picture)


def _described(folder: Path) -> tuple[Any, Any, Any]:
    """Config, tokenizer and image processor."""
    # The stock processor wants torchvision for its video half; these two halves are enough.
    from transformers import AutoConfig, AutoTokenizer, Qwen2VLImageProcessorPil

    kinds = (AutoConfig, AutoTokenizer, Qwen2VLImageProcessorPil)
    config, tokenizer, processor = (
        kind.from_pretrained(folder, local_files_only=True) for kind in kinds
    )
    return config, tokenizer, processor


def chosen_device(wanted: str) -> torch.device:
    """The device of a setting; "auto" takes a GPU where there is one.

    Raises
    ------
    InspectorUnusable
        When the machine has no such device.
    """
    cuda, mps = torch.cuda.is_available(), torch.backends.mps.is_available()
    if wanted == "auto":
        return torch.device("cuda" if cuda else "mps" if mps else "cpu")
    device = torch.device(wanted)
    there = {"cuda": cuda, "mps": mps, "cpu": True}[device.type]
    if not there:
        raise InspectorUnusable(
            f"--device {wanted}: torch {torch.__version__} sees none here; install a torch with "
            f"{device.type} support, or use --device auto"
        )
    if device.type == "cuda" and (device.index or 0) >= torch.cuda.device_count():
        raise InspectorUnusable(
            f"--device {wanted}: there are {torch.cuda.device_count()}, counted from cuda:0"
        )
    return device


def chosen_dtype(wanted: str, device: torch.device, weights: int) -> torch.dtype:
    """The number format: as set, else bfloat16 on a GPU and float32 on a CPU where that fits.

    Raises
    ------
    InspectorUnusable
        When the weights do not fit into the memory that is free.
    """
    free = free_bytes(device)
    if wanted != "auto":
        dtype: torch.dtype = getattr(torch, wanted)
    elif device.type != "cpu" or weights * 4 * _HEADROOM > 0.7 * free:
        dtype = torch.bfloat16
    else:
        dtype = torch.float32
    needed = int(weights * dtype.itemsize * _HEADROOM)
    if needed > free:
        raise InspectorUnusable(
            f"the model needs {in_words(needed)} and {device} has {in_words(free)} free; close "
            "other programs, or use --dtype bfloat16, another --device or a smaller --model"
        )
    return dtype


def weights_in(folder: Path) -> int:
    """How many numbers the weights' files hold, from their headers."""
    from safetensors import safe_open

    count = 0
    for name in weight_files(folder):
        with safe_open(folder / name, framework="pt") as file:
            for key in file.keys():  # noqa: SIM118  (no mapping: it has keys() and no iterator)
                size = 1
                for side in file.get_slice(key).get_shape():
                    size *= side
                count += size
    return count


def bound_threads(device: torch.device) -> None:
    """Leave a core to the page where the model computes on the CPU; OMP_NUM_THREADS decides."""
    if device.type != "cpu" or os.environ.get("OMP_NUM_THREADS"):
        return
    cores = os.cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    torch.set_num_threads(max(1, min(torch.get_num_threads(), cores - 1)))


def _weights(
    settings: LocalSettings, folder: Path, device: torch.device, dtype: torch.dtype
) -> Any:
    from transformers import Qwen2_5_VLForConditionalGeneration
    from transformers.utils import logging

    logging.disable_progress_bar()

    def load() -> Any:
        model = Qwen2_5_VLForConditionalGeneration.from_pretrained(
            folder, dtype=dtype, attn_implementation="sdpa", local_files_only=True
        )
        return model.to(device)

    return _read(settings.model, load, device)


def _read(model: str, read: Callable[[], Any], device: torch.device | None = None) -> Any:
    """What `read` gives; its troubles in words."""
    try:
        return read()
    except Exception as error:
        if out_of_memory(error):
            cure = "use --dtype bfloat16, another --device or a smaller --model"
            raise InspectorUnusable(f"{model}: does not fit into {device}; {cure}") from error
        first = (str(error).strip() or "no reason given").splitlines()[0][:200]
        raise InspectorUnusable(
            f"{model}: cannot be loaded ({type(error).__name__}: {first}); fetch it anew, or "
            "choose another --model"
        ) from error


def _facts(settings: LocalSettings, words: _Words, network: Network) -> dict[str, str]:
    import transformers

    weights = network.weights
    dtype = str(network.dtype).removeprefix("torch.")
    return {
        "model": settings.model,
        "revision": settings.revision or revision_of(words.folder),
        "device": _device_name(network.device),
        "dtype": dtype if settings.dtype != "auto" else f"{dtype} (auto)",
        "parameters": f"{weights / 1e9:.2f} billion"
        if weights >= 1e8
        else f"{weights / 1e6:.2f} M",
        "memory": f"{in_words(weights * network.dtype.itemsize)} of weights, "
        f"{in_words(network.shape.bytes_a_token * 5000)} an inspection of 5,000 tokens, "
        f"{in_words(free_bytes(network.device))} free",
        "context": f"{words.context} tokens",
        "picture": f"{words.picture} tokens (800 × 480)",
        "threads": str(torch.get_num_threads()),
        "torch": torch.__version__,
        "transformers": transformers.__version__,
    }


def revision_of(folder: Path) -> str:
    """The commit of a model in the Hugging Face cache, else "folder"."""
    return folder.name if folder.parent.name == "snapshots" else "folder"


def _device_name(device: torch.device) -> str:
    if device.type == "cuda":
        return f"{device} ({torch.cuda.get_device_name(device)})"
    return str(device)
