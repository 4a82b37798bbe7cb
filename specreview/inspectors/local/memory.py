"""How much memory a device has left, and what running out of it looks like."""

import os
from pathlib import Path

import torch

_UNLIMITED = 1 << 50


def free_bytes(device: torch.device) -> int:
    """Memory that can still be taken on `device`, in bytes."""
    if device.type == "cuda":
        return int(torch.cuda.mem_get_info(device)[0])
    if device.type == "mps":
        return int(torch.mps.recommended_max_memory() - torch.mps.driver_allocated_memory())
    return _free_of_machine()


def _free_of_machine() -> int:
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        found = next(line for line in lines if line.startswith("MemAvailable"))
        return int(found.split()[1]) * 1024
    except (OSError, StopIteration, ValueError):
        return (
            os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") if _has_pages() else _UNLIMITED
        )


def _has_pages() -> bool:
    return "SC_PHYS_PAGES" in getattr(os, "sysconf_names", {})


def out_of_memory(trouble: BaseException) -> bool:
    """Whether an error says that memory ran out; on CPU and MPS torch has no type for it."""
    if isinstance(trouble, torch.OutOfMemoryError | MemoryError):
        return True
    words = str(trouble)
    return isinstance(trouble, RuntimeError) and (
        "can't allocate memory" in words or "out of memory" in words
    )


def free_unused(device: torch.device) -> None:
    """Give memory that torch holds without need back to the device."""
    if device.type == "cuda":
        torch.cuda.empty_cache()
    elif device.type == "mps":
        torch.mps.empty_cache()


def in_words(size: int) -> str:
    """Bytes as people say them, "7.5 GB" or "42 MB"."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{max(1, round(size / 1e6))} MB"
