"""Whether device and memory hold the local model; torch is asked in a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from specreview.doctor.check import Check, failure, warning, well
from specreview.doctor.checkpoint_files import in_words, model_folder, parameters
from specreview.inspectors.local.finding import read_json
from specreview.settings import LocalSettings

USUAL_TOKENS = 5_000
"""Tokens of a usual inspection: five pictures of some 490, words, replies."""
_HEADROOM = 1.15
"""Loading needs the weights and some more."""
_DEVICE_SECONDS = 120
_BYTES = {"float32": 4, "bfloat16": 2, "float16": 2}
_ASK_TORCH = """
import json, torch
cuda = torch.cuda.is_available()
seen = [[*torch.cuda.mem_get_info(n), torch.cuda.get_device_name(n)]
        for n in range(torch.cuda.device_count())] if cuda else []
print(json.dumps({"cuda": seen, "mps": torch.backends.mps.is_available()}))
"""


@dataclass(frozen=True)
class Devices:
    """What torch sees: (free bytes, bytes, name) a GPU, and whether there is Apple's."""

    cuda: tuple[tuple[int, int, str], ...] = ()
    mps: bool = False


def cache_bytes(folder: Path) -> int:
    """Bytes of keys and values a token, in numbers of two bytes."""
    config = read_json(folder / "config.json")
    text = config.get("text_config") or config
    try:
        heads = int(text["num_attention_heads"])
        width = int(text.get("head_dim") or int(text["hidden_size"]) // heads)
        kept = int(text.get("num_key_value_heads") or heads)
        return 2 * 2 * int(text["num_hidden_layers"]) * kept * width
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        return 0


def devices() -> Devices:
    """Asked of torch in another process, so that this one stays light and holds no GPU."""
    asked = subprocess.run(
        [sys.executable, "-c", _ASK_TORCH],
        capture_output=True,
        text=True,
        timeout=_DEVICE_SECONDS,
        check=False,
    )
    try:
        seen = json.loads(asked.stdout.strip().splitlines()[-1])
        return Devices(tuple(tuple(one) for one in seen["cuda"]), bool(seen["mps"]))
    except (ValueError, IndexError, KeyError):
        return Devices()


def free_memory() -> int:
    """Bytes of main memory that can be taken; all of it where the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        found = next(line for line in lines if line.startswith("MemAvailable"))
        return int(found.split()[1]) * 1024
    except (OSError, StopIteration, ValueError):
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def check_memory(
    settings: LocalSettings,
    batch: int,
    seen: Callable[[], Devices] = devices,
    free: Callable[[], int] = free_memory,
) -> Iterator[Check]:
    """Whether the device is there, and holds the weights and the caches of `batch` inspections."""
    folder = model_folder(settings)
    if folder is None or not (count := parameters(folder)):
        return
    found = seen()
    gpu, on_mps = _gpu(settings.device, found), _on_mps(settings, found)
    if settings.device not in ("auto", "cpu") and gpu is None and not on_mps:
        yield failure(
            "device",
            f"torch sees no {settings.device} here ({len(found.cuda)} CUDA devices)",
            "use --device auto, or install a torch that supports it",
        )
        return
    left = gpu[0] if gpu else free()
    name = gpu[2] if gpu else "mps" if on_mps else "cpu"
    width = _width(settings.dtype, count, left, on_cpu=name == "cpu")
    weights = count * width
    caches = batch * USUAL_TOKENS * cache_bytes(folder) * width // 2
    said = (
        f"{name}: {in_words(left)} free; {_parameters(count)} parameters need "
        f"{in_words(weights)}, {batch} inspections at a time {in_words(caches)}"
    )
    if weights * _HEADROOM > left:
        cure = "use --dtype bfloat16, another --device or a smaller --model, or free memory"
        yield failure("memory", said, cure)
    elif weights * _HEADROOM + caches > left:
        yield warning("memory", said, "lower --batch, or free memory")
    else:
        yield well("memory", said)


def _parameters(count: int) -> str:
    return f"{count / 1e9:.2f} billion" if count >= 1e8 else f"{count / 1e6:.2f} M"


def _gpu(wanted: str, found: Devices) -> tuple[int, int, str] | None:
    if wanted in ("cpu", "mps") or not found.cuda:
        return None
    number = int(wanted.partition(":")[2] or 0)
    return found.cuda[number] if number < len(found.cuda) else None


def _on_mps(settings: LocalSettings, found: Devices) -> bool:
    return found.mps and settings.device in ("auto", "mps")


def _width(dtype: str, count: int, left: int, *, on_cpu: bool) -> int:
    """Bytes a number: as set, else float32 on a CPU that has room, else bfloat16."""
    if dtype in _BYTES:
        return _BYTES[dtype]
    return 4 if on_cpu and count * 4 * _HEADROOM <= 0.7 * left else 2
