"""Pictures as a Qwen2.5-VL takes them: patches of ink, and where they lie."""

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from specreview.tiny.architecture import MERGE, PATCH, preprocessor_config

_OF_OTHERS = ("image_processor_type", "processor_class", "min_pixels", "max_pixels")


@dataclass(frozen=True)
class Pixels:
    """`patches` (n, 1176) float32, and `grid` (1, 3): one image of rows × columns of patches."""

    patches: Any
    grid: Any

    @property
    def tokens(self) -> int:
        """How many tokens the picture is in a conversation."""
        return int(self.grid.prod()) // MERGE**2


def image_processor() -> Any:
    """The processor that `preprocessor_config` describes; needs no torchvision."""
    from transformers import Qwen2VLImageProcessorPil

    settings = preprocessor_config()
    return Qwen2VLImageProcessorPil(
        **{name: value for name, value in settings.items() if name not in _OF_OTHERS}
    )


def read_pictures(pngs: Iterable[bytes]) -> dict[bytes, Pixels]:
    """Each picture once, by its PNG."""
    from PIL import Image

    processor = image_processor()
    read = {}
    for png in set(pngs):
        with Image.open(io.BytesIO(png)) as picture:
            found = processor(images=[picture.convert("RGB")], return_tensors="pt")
        read[png] = Pixels(found["pixel_values"], found["image_grid_thw"])
    return read


def cosines(filters: int) -> Any:
    """(filters, 3, 2, 14, 14) weights of a patch embedding: the slowest cosines of a patch.

    They keep a patch at half its resolution. Random weights would have to find that out first.
    """
    import torch

    per_side = round(filters**0.5)
    assert per_side**2 == filters
    place = (torch.arange(PATCH) + 0.5) * torch.pi / PATCH
    waves = torch.stack([torch.cos(place * order) for order in range(per_side)])
    waves = waves / waves.norm(dim=1, keepdim=True)
    patches = torch.einsum("ui,vj->uvij", waves, waves).reshape(filters, 1, 1, PATCH, PATCH)
    return patches.expand(filters, 3, 2, PATCH, PATCH) / 6.0


def joined(pictures: Sequence[Pixels]) -> tuple[Any, Any]:
    """(patches, grids) of several pictures in one call of the vision tower."""
    import torch

    patches = torch.cat([picture.patches for picture in pictures])
    return patches, torch.cat([picture.grid for picture in pictures])
