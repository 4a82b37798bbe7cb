"""Positions, caches, text and draws, each against another way to the same."""

import random

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from specreview.agent.chat import Message, Picture
from specreview.inspectors.local.cache import SLACK, CacheShape, KeyValues, alone, merged
from specreview.inspectors.local.history import History, Spoken, message_keys
from specreview.inspectors.local.positions import positions
from specreview.inspectors.local.sampling import Choice, seed_of, share
from specreview.inspectors.local.stable_text import StableText
from specreview.inspectors.local.tokens import IMAGE, PlacedPicture, Transcript

SHAPE = CacheShape(3, 2, 4, torch.float32, torch.device("cpu"))


@given(
    gaps=st.lists(st.integers(1, 9), min_size=1, max_size=5),
    sides=st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), min_size=4, max_size=4),
)
@settings(max_examples=50, deadline=None)
def test_positions_are_those_of_the_stock_model(loaded, gaps, sides) -> None:
    checkpoint = loaded(0)
    image = checkpoint.vocabulary.ids[IMAGE]
    ids: list[int] = []
    pictures = []
    for gap, (high, wide) in zip(gaps[:-1], sides, strict=False):
        ids += [5] * gap
        pictures.append(PlacedPicture("", len(ids), high * wide, (1, 2 * high, 2 * wide)))
        ids += [image] * (high * wide)
    ids += [5] * gaps[-1]
    row = torch.tensor([ids])
    grids = torch.tensor([picture.grid for picture in pictures]) if pictures else None
    kinds = (row == image).int()
    stock, offset = checkpoint.network.model.model.get_rope_index(row, kinds, grids)
    ours = positions(len(ids), pictures, checkpoint.network.merge)
    assert torch.equal(ours, stock[:, 0])
    assert int(ours[0, -1]) + 1 == len(ids) + int(offset)


def filled(lengths: list[int], seed: int) -> list[KeyValues]:
    """Caches of one row each, with random numbers in them."""
    found = []
    for place, length in enumerate(lengths):
        cache = KeyValues.empty(SHAPE, length + place)
        numbers = torch.Generator().manual_seed(seed + place)
        cache.tensor[..., :length, :] = torch.rand(3, 2, 1, 2, length, 4, generator=numbers)
        cache.advance(length)
        found.append(cache)
    return found


def held(cache: KeyValues) -> torch.Tensor:
    return cache.tensor[..., : cache.length, :]


@given(lengths=st.lists(st.integers(1, 30), min_size=1, max_size=5), seed=st.integers(0, 99))
@settings(max_examples=50, deadline=None)
def test_rows_come_out_of_a_batch_as_they_went_in(lengths, seed) -> None:
    caches = filled(lengths, seed)
    batch = merged([(cache, 0) for cache in caches])
    assert batch.length == max(lengths)
    assert min(batch.pads) == 0
    for row, cache in enumerate(caches):
        assert torch.equal(held(alone((batch, row))), held(cache))
    # A batch of some of its rows, in another order.
    some = list(range(len(lengths)))[::2][::-1]
    smaller = merged([(batch, row) for row in some])
    assert smaller.length == max(lengths[row] for row in some)
    for place, row in enumerate(some):
        assert torch.equal(held(alone((smaller, place))), held(caches[row]))


def test_an_unchanged_batch_and_a_cache_alone_are_not_copied() -> None:
    one, other = filled([5, 7], 0)
    assert merged([(one, 0)]) is one
    batch = merged([(one, 0), (other, 0)])
    assert merged([(batch, 0), (batch, 1)]) is batch
    assert merged([(batch, 1), (batch, 0)]) is not batch
    assert alone((batch, 0)) is not batch


def test_padding_is_zero_so_that_masked_numbers_stay_numbers() -> None:
    short, long = filled([2, 9], 0)
    batch = merged([(short, 0), (long, 0)])
    assert (batch.tensor[:, :, 0, :, : batch.pads[0]] == 0).all()


def test_masks_show_what_came_before_and_no_padding() -> None:
    short, long = filled([2, 4], 0)
    batch = merged([(short, 0), (long, 0)])
    assert batch.mask(1).tolist() == [
        [[[False, False, True, True, True]]],
        [[[True, True, True, True, True]]],
    ]
    assert batch.mask(2)[0, 0].tolist() == [
        [False, False, True, True, True, False],
        [False, False, True, True, True, True],
    ]
    assert long.mask(1) is None
    assert KeyValues.empty(SHAPE, 4).mask(3) is None
    assert long.mask(2)[0, 0].tolist() == [[True] * 5 + [False], [True] * 6]


def test_a_cache_grows_seldom_and_keeps_what_it_holds() -> None:
    (cache,) = filled([5], 1)
    before = held(cache).clone()
    grown = 0
    for _ in range(2000):
        tensor = cache.tensor
        cache.make_room(1)
        grown += cache.tensor is not tensor
        cache.advance(1)
    assert torch.equal(cache.tensor[..., :5, :], before)
    assert grown <= 2000 / SLACK + 1


def test_a_pass_that_failed_leaves_the_cache_as_it_was() -> None:
    (cache,) = filled([5], 1)
    before = held(cache).clone()
    cache.make_room(2)
    cache.update(torch.ones(1, 2, 2, 4), torch.ones(1, 2, 2, 4), 0)
    assert torch.equal(held(cache), before)


@given(st.text(max_size=60), st.randoms(use_true_random=False))
def test_text_comes_out_whole_however_its_bytes_are_cut(text: str, cuts: random.Random) -> None:
    content = text.encode()
    pieces: list[bytes] = []
    while content:
        size = cuts.randint(1, 4)
        pieces.append(content[:size])
        content = content[size:]
    stable = StableText(pieces.__getitem__)
    given_out = [stable.add(token) for token in range(len(pieces))]
    assert stable.end() == ""
    assert "".join(given_out) == stable.text == text


def test_half_characters_are_held_back_and_broken_ones_marked() -> None:
    spelled = {0: b"H", 1: "α".encode()[:1], 2: "α".encode()[1:], 3: b"\xf0\x9f", 4: b"!"}
    stable = StableText(spelled.__getitem__)
    assert [stable.add(token) for token in (0, 1, 2, 3, 4, 3)] == ["H", "", "α", "", "\ufffd!", ""]
    assert stable.end() == "\ufffd"
    assert stable.text == "Hα\ufffd!\ufffd"


def test_greedy_takes_the_likeliest_that_is_allowed() -> None:
    logits = torch.tensor([[0.0, 3.0, 2.0, 1.0], [9.0, 0.0, 0.0, 0.5]])
    assert Choice(0.0, (1,), 4, "cpu").pick(logits, [0.0, 0.0]) == [2, 0]
    bad = torch.tensor([[float("nan")] * 4, [1.0, 2.0, 3.0, 4.0]])
    assert Choice(0.0, (), 4, "cpu").pick(bad, [0.0, 0.0]) == [None, 3]
    assert Choice(1.0, (), 4, "cpu").pick(bad, [0.0, 0.0])[0] is None


def test_draws_follow_the_chances_within_the_first_95_percent() -> None:
    """Chances 0.6, 0.3, 0.06, 0.04: the first three reach 0.95, the last is never drawn."""
    chances = torch.tensor([[0.3, 0.6, 0.04, 0.06]])
    choice = Choice(1.0, (), 4, "cpu")
    shares = [(place + 0.5) / 9600 for place in range(9600)]
    drawn = choice.pick(chances.log().expand(9600, -1), shares)
    assert [drawn.count(token) / 9600 for token in range(4)] == pytest.approx(
        [0.3 / 0.96, 0.6 / 0.96, 0.0, 0.06 / 0.96], abs=2e-4
    )


def test_shares_are_even_and_belong_to_seed_prompt_and_token() -> None:
    drawn = [share(seed_of(1, [1, 2, 3]), token) for token in range(2000)]
    assert 0 <= min(drawn) < max(drawn) < 1
    assert sum(drawn) / 2000 == pytest.approx(0.5, abs=0.03)
    assert len({share(seed_of(seed, ids), 0) for seed in (1, 2) for ids in ([1], [2], [])}) == 6


def spoken(key: bytes, tokens: int = 4) -> Spoken:
    (cache,) = filled([tokens], 0)
    return Spoken(Transcript(list(range(tokens))), {key: tokens}, cache)


def test_history_finds_the_longest_beginning_and_gives_it_once() -> None:
    messages = [Message("user", (f"{place}",)) for place in range(4)]
    keys = message_keys(messages)
    history = History(10**9)
    for count in (1, 3):
        history.keep(spoken(keys[count - 1], 4 * count))
    found = history.take(keys)
    assert found is not None
    assert (len(found[0].transcript.ids), found[1]) == (12, 3)
    again = history.take(keys)
    assert again is not None
    assert again[1] == 1
    assert history.take(keys) is None


def test_keys_tell_roles_texts_and_pictures_apart() -> None:
    several = [
        Message("user", ("a", "b")),
        Message("user", ("ab",)),
        Message("assistant", ("ab",)),
        Message("user", (Picture("ab"),)),
        Message("user", ("a", Picture("b"))),
        Message("user", ("1:at1:b",)),
    ]
    assert len({message_keys([each])[0] for each in several}) == len(several)
    head, both = message_keys(several[:1]), message_keys(several[:2])
    assert both[0] == head[0]
    assert message_keys(several[1:2], after=head[0])[0] == both[1]


def test_history_holds_ids_longer_than_caches() -> None:
    history = History(room=spoken(b"").cache.size)
    for key in (b"1", b"2"):
        history.keep(spoken(key))
    first, second = history.take([b"1"]), history.take([b"2"])
    assert first is not None
    assert second is not None
    assert first[0].cache is None
    assert second[0].cache is not None
    assert first[0].transcript.ids == [0, 1, 2, 3]
