"""The model's passes: look at a picture, read a stretch of tokens, say what may come next.

Positions, mask and cache are given to each pass. Nothing of a conversation stays on the model,
so conversations may take turns on it in any order.
"""

import inspect
from functools import cached_property
from typing import Any

import torch

from specreview.inspectors.local.cache import CacheShape, KeyValues
from specreview.inspectors.local.tokens import Grid

_WORK_A_PASS = 2e11
"""Weights times tokens of a pass that takes about half a second on two cores."""


class Network:
    """A Qwen2.5-VL model of `transformers` on its device."""

    def __init__(self, model: Any) -> None:
        self.model = model.eval()
        self._text = model.model.language_model
        # The cache's keyword changed its name in transformers 5.24.
        known = inspect.signature(type(self._text).forward).parameters
        self._keyword = "cache" if "cache" in known else "past_key_values"
        text = model.config.text_config
        weight = self._text.embed_tokens.weight
        self.device, self.dtype = weight.device, weight.dtype
        self.merge: int = model.config.vision_config.spatial_merge_size
        self.rows: int = model.lm_head.weight.shape[0]
        self.shape = CacheShape(
            text.num_hidden_layers,
            text.num_key_value_heads,
            text.hidden_size // text.num_attention_heads,
            self.dtype,
            self.device,
        )

    @property
    def weights(self) -> int:
        """How many numbers the model holds; shared ones count once."""
        return sum(each.numel() for each in self.model.parameters())

    @cached_property
    def stretch(self) -> int:
        """Tokens that are read in one pass, so that a pass on a CPU stays short."""
        if self.device.type != "cpu":
            return 2048
        weights = sum(each.numel() for each in self._text.layers.parameters())
        return int(min(1024, max(64, _WORK_A_PASS / weights)))

    def look(self, pixels: Any, grid: Grid) -> torch.Tensor:
        """A picture's tokens as the vision tower sees them: (tokens, hidden)."""
        patches = torch.as_tensor(pixels).to(self.device, self.model.model.visual.dtype)
        shape = torch.tensor([grid], device=self.device)
        seen = self.model.model.get_image_features(patches, shape, return_dict=True)
        tokens: torch.Tensor = torch.cat(list(seen.pooler_output), dim=0).to(self.dtype)
        return tokens

    def embed(self, ids: list[int]) -> torch.Tensor:
        """Tokens as the text layers take them: (tokens, hidden)."""
        tokens: torch.Tensor = self._text.embed_tokens(torch.tensor(ids, device=self.device))
        return tokens

    def read(self, embedded: torch.Tensor, places: torch.Tensor, cache: KeyValues) -> torch.Tensor:
        """Read (rows, tokens, hidden) at `places` (3, rows, tokens) after what `cache` holds.

        Returns the last token's hidden state, (rows, hidden).
        """
        tokens = embedded.shape[1]
        cache.make_room(tokens)
        read = self._text(
            inputs_embeds=embedded,
            position_ids=places.to(self.device),
            attention_mask={"full_attention": cache.mask(tokens)},
            use_cache=True,
            **{self._keyword: cache},
        )
        cache.advance(tokens)
        last: torch.Tensor = read.last_hidden_state[:, -1]
        return last

    def logits(self, hidden: torch.Tensor) -> torch.Tensor:
        """What may come next, (rows, vocabulary)."""
        found: torch.Tensor = self.model.lm_head(hidden)
        return found
