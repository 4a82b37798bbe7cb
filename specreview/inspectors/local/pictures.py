"""A PNG as the patches that the vision tower takes, without torchvision."""

import io
from typing import Any

from specreview.inspectors.local.tokens import Grid


def patches(processor: Any, png: bytes) -> tuple[Any, Grid]:
    """Patches, float32 (patches, values), and the grid they lie on."""
    from PIL import Image

    with Image.open(io.BytesIO(png)) as picture:
        made = processor(images=[picture.convert("RGB")], return_tensors="np")
    times, high, wide = (int(side) for side in made["image_grid_thw"][0])
    return made["pixel_values"], (times, high, wide)
