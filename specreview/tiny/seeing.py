"""First half of the training: the vision tower learns to tell a line from none.

Without it the text half would have to learn from one word in a hundred that pictures matter, and
takes to whatever else the word goes with. So the tower is first taught alone, through a probe
that is then thrown away, on the pictures of all windows; each token of a picture comes to carry
what is seen there.
"""

import random
from collections.abc import Sequence
from typing import Any

from specreview.tiny.learning import Learner, Progress
from specreview.tiny.lessons import Seen
from specreview.tiny.pixels import Pixels, cosines, joined

SEEN: tuple[Seen, ...] = ("line", "blank", "overview")
_STEPS = 50
_RATE = 4e-3
_SHARES: dict[Seen, int] = {"line": 7, "blank": 7, "overview": 2}
"""Pictures of one step."""


def teach_to_see(model: Any, pictures: Sequence[tuple[Pixels, Seen]], progress: Progress) -> None:
    """Train the vision tower of `model` on pictures and what is to be seen in them."""
    import torch
    from torch.nn.functional import cross_entropy

    tower = model.model.visual
    with torch.no_grad():
        tower.patch_embed.proj.weight.copy_(cosines(tower.config.hidden_size))
    probe = torch.nn.Linear(tower.config.out_hidden_size, len(SEEN))
    weights = [p for n, p in tower.named_parameters() if not n.startswith("patch_embed")]
    learner = Learner([*weights, *probe.parameters()], _RATE, _STEPS)
    kinds = {seen: [p for p, kind in pictures if kind == seen] for seen in SEEN}
    draws = random.Random(0)
    for step in range(_STEPS):
        chosen = [p for seen in SEEN for p in draws.choices(kinds[seen], k=_SHARES[seen])]
        wanted = [place for place, seen in enumerate(SEEN) for _ in range(_SHARES[seen])]
        told = torch.stack([probe(tokens).mean(0) for tokens in look(model, chosen)])
        loss = cross_entropy(told, torch.tensor(wanted))
        learner.step(loss)
        progress(f"learns to see: {step + 1} of {_STEPS}, loss {loss.item():.3f}")


def look(model: Any, pictures: Sequence[Pixels]) -> Sequence[Any]:
    """(tokens, hidden) of each picture."""
    patches, grids = joined(pictures)
    found: Sequence[Any] = model.model.get_image_features(
        patches, grids, return_dict=True
    ).pooler_output
    return found
