"""Where each token stands in Qwen2.5-VL's three-axis rotary embedding.

Text counts up on all three axes alike; an image's tokens share the time of its start and count
rows and columns from there; what follows goes on after the longer side. The same numbers as
transformers' `Qwen2_5_VLModel.get_rope_index`, which wants a whole conversation and leaves an
offset behind on the model.
"""

from collections.abc import Iterable

import torch

from specreview.inspectors.local.tokens import PlacedPicture


def positions(length: int, pictures: Iterable[PlacedPicture], merge: int) -> torch.Tensor:
    """Positions of `length` tokens, int64 (3, length): time, row, column."""
    parts: list[torch.Tensor] = []
    token = place = 0
    for picture in pictures:
        parts.append(_text(place, picture.start - token))
        place += picture.start - token
        parts.append(_image(place, picture, merge))
        place += max(picture.grid[1:]) // merge
        token = picture.end
    parts.append(_text(place, length - token))
    return torch.cat(parts, dim=1)


def _text(place: int, count: int) -> torch.Tensor:
    return torch.arange(place, place + count).expand(3, -1)


def _image(place: int, picture: PlacedPicture, merge: int) -> torch.Tensor:
    times, high, wide = picture.grid
    axes = torch.meshgrid(
        torch.arange(times), torch.arange(high // merge), torch.arange(wide // merge), indexing="ij"
    )
    return torch.stack([axis.reshape(-1) for axis in axes]) + place
