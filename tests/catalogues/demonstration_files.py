"""Makes lists of demonstrations in ShareGPT's JSON, with the defects of the published ones."""

import json
import zlib
from pathlib import Path
from typing import Any

SYSTEM = "You are a helpful assistant.\n\n# Tools\n<tools>\n{}\n</tools>"
QUESTION = "<image>\nIs this spectrum a cataclysmic variable? Answer with \\boxed{YES} or NO."
NAME = "spec-55859-F5902_sp01-{:03d}.fits"
TOOL = "spectral_visualization_tool"


def picture(text: str) -> bytes:
    """A valid PNG of one pixel that differs by `text`."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        check = zlib.crc32(kind + content).to_bytes(4, "big")
        return len(content).to_bytes(4, "big") + kind + content + check

    head = b"\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00"
    pixel = zlib.compress(b"\x00\x80")
    parts = (chunk(b"IHDR", head), chunk(b"tEXt", b"note\x00" + text.encode()))
    return b"\x89PNG\r\n\x1a\n" + b"".join((*parts, chunk(b"IDAT", pixel), chunk(b"IEND", b"")))


def call(lower: float, upper: float, label: str = "H\x03b1") -> str:
    """A reply that zooms; its label has a raw control character for Greek."""
    body = f'{{"name": "{TOOL}", "arguments": {{"wavelength_range": [{lower}, {upper}], '
    return (
        f'<think>Look at {label}.</think>\n<tool_call>\n{body}"label": "{label}"}}}}\n</tool_call>'
    )


def seen(label: str) -> str:
    return f"<tool_response>\n<image>\nThe spectrum around {label} is shown.\n</tool_response>"


def answer(label: str, reason: str = "EW 75 \x00c5.") -> str:
    return f"<think>Broad.</think>\n<answer>\\boxed{{{label}}} {reason}</answer>"


REFUSED = "<tool_response>\nThe window lies outside 3700-9100.\n</tool_response>"


def demonstration(
    number: int, truth: str = "YES", turns: list[tuple[str, str]] | None = None
) -> dict[str, Any]:
    """One row: an overview, a refused window, a zoom, an answer, unless `turns` say otherwise."""
    turns = turns or [
        ("system", SYSTEM),
        ("human", QUESTION),
        ("gpt", call(9500, 9900)),
        ("human", REFUSED),
        ("gpt", call(6480, 6650)),
        ("human", seen("H\x03b1")),
        ("gpt", answer(truth)),
    ]
    images = sum(text.count("<image>") for _, text in turns)
    return {
        "conversations": [{"from": speaker, "value": text} for speaker, text in turns],
        "images": [f"images/{number}_{place}.png" for place in range(images)],
        "sample_index": number,
        "source_name": NAME.format(number),
        "ground_truth": truth,
        "total_iterations": 3,
        "total_tool_calls": 2,
    }


def write_demonstrations(
    folder: Path, rows: list[dict[str, Any]], name: str = "demos.json"
) -> Path:
    """The list with raw control characters in its strings, and its pictures beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    for row in rows:
        for image in row.get("images", ()):
            (folder / image).parent.mkdir(exist_ok=True)
            (folder / image).write_bytes(picture(image))
    text = json.dumps(rows, ensure_ascii=False, indent=1)
    raw = text.replace("\\u0003", "\x03").replace("\\u0000", "\x00")
    (folder / name).write_text(raw, encoding="utf-8")
    return folder / name
