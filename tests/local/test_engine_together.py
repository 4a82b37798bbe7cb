"""Many asks on one model: each is answered as if it were alone."""

from dataclasses import replace

import pytest

from specreview.inspectors.local.asking import Done, Piece
from specreview.inspectors.local.checkpoint import Checkpoint
from specreview.inspectors.local.engine import Engine
from specreview.settings import LocalSettings
from tests.local.talks import Talk, answers, ends, inspect

DECODING = pytest.mark.parametrize("temperature", [0.0, 1.2])


def engine(checkpoint: Checkpoint, batch: int = 8, temperature: float = 0.0) -> Engine:
    settings = LocalSettings(
        device="cpu", max_new_tokens=24, batch=batch, temperature=temperature, seed=7
    )
    return Engine(checkpoint, settings)


def begin(number: int) -> Talk:
    return Talk.begin(number, "Is it? " * number)


def texts(talks: list[Talk]) -> list[list[str]]:
    return [[done.text for done in talk.replies] for talk in talks]


@pytest.fixture
def checkpoint(loaded) -> Checkpoint:
    return loaded(1)


def alone(checkpoint: Checkpoint, number: int, turns: int, temperature: float) -> Talk:
    talk = begin(number)
    inspect(engine(checkpoint, temperature=temperature), [talk], turns)
    return talk


@DECODING
def test_interleaved_inspections_do_not_disturb_each_other(checkpoint, temperature) -> None:
    talks = [begin(number) for number in range(1, 4)]
    one = engine(checkpoint, batch=1, temperature=temperature)
    inspect(one, talks, 3)
    assert texts(talks) == texts([alone(checkpoint, each.number, 3, temperature) for each in talks])
    assert all(talk.replies[-1].prefilled < talk.replies[-1].prompt for talk in talks)


@DECODING
def test_case_103_a_batch_of_unequal_prompts_equals_singles(checkpoint, temperature) -> None:
    """Different lengths, and from one to five pictures, in one batch."""
    talks = [begin(number) for number in range(1, 6)]
    together = engine(checkpoint, temperature=temperature)
    for place, talk in enumerate(talks):
        inspect(together, [talk], place)
    inspect(together, talks, 1)
    expected = [
        alone(checkpoint, talk.number, place + 1, temperature) for place, talk in enumerate(talks)
    ]
    assert texts(talks) == texts(expected)


def test_a_batch_writes_all_its_replies_with_one_pass_a_token(checkpoint) -> None:
    rows: list[int] = []
    hook = checkpoint.network.model.lm_head.register_forward_pre_hook(
        lambda _, given: rows.append(given[0].shape[0])
    )
    together = engine(checkpoint)
    for number in range(1, 9):
        together.add(begin(number).ask())
    found = ends(together)
    hook.remove()
    assert max(rows) == 8
    assert sum(rows) == sum(end.tokens for end in found.values())
    assert len(rows) < sum(rows) / 2


@DECODING
def test_asks_join_and_leave_in_the_middle(checkpoint, temperature) -> None:
    together = engine(checkpoint, batch=3, temperature=temperature)
    talks = {number: begin(number) for number in range(1, 8)}
    found: dict[int, Done] = {}
    joining = iter(talks.values())
    for step in range(1000):
        if step % 5 == 0 and (talk := next(joining, None)) is not None:
            together.add(talk.ask())
        for answer in together.step():
            if isinstance(answer, Done):
                found[answer.number] = answer
    for number in talks:
        expected = alone(checkpoint, number, 1, temperature).replies[0]
        assert replace(found[number], seconds=0) == replace(expected, seconds=0)


def test_case_104_a_second_conversation_is_as_on_a_fresh_model(loaded, random_checkpoint) -> None:
    used = engine(loaded(2))
    inspect(used, [begin(4), begin(6)], 2)
    talk = begin(5)
    inspect(used, [talk], 2)
    fresh = begin(5)
    inspect(
        Engine.load(
            LocalSettings(model=str(random_checkpoint(2)), device="cpu", max_new_tokens=24)
        ),
        [fresh],
        2,
    )
    assert texts([talk]) == texts([fresh])


def test_case_106_three_asks_at_once_come_back_to_their_own_numbers(checkpoint) -> None:
    serial = engine(checkpoint, batch=1)
    for number in (1, 2, 3):
        serial.add(begin(number).ask())
    found = ends(serial)
    assert {number: end.text for number, end in found.items()} == {
        number: alone(checkpoint, number, 1, 0.0).replies[0].text for number in (1, 2, 3)
    }


def test_case_107_cancel_takes_effect_at_the_next_step(checkpoint) -> None:
    both = engine(checkpoint, temperature=1.2)
    talks = [begin(1), begin(2)]
    for talk in talks:
        both.add(talk.ask())
    written = 0
    while written < 5:
        written += sum(isinstance(each, Piece) and each.number == 1 for each in both.step())
    both.cancel(1)
    cut = both.step()[-1]
    assert isinstance(cut, Done)
    assert (cut.number, cut.finish_reason) == (1, "cancelled")
    assert 0 < cut.tokens < 24
    (other,) = [each for each in answers(both) if isinstance(each, Done)]
    assert other.number == 2
    assert other.text == alone(checkpoint, 2, 1, 1.2).replies[0].text


def test_an_ask_that_was_cancelled_is_answered_the_same_when_asked_again(checkpoint) -> None:
    one = engine(checkpoint, temperature=1.2)
    talk = begin(1)
    one.add(talk.ask())
    for _ in range(8):
        one.step()
    one.cancel(1)
    one.step()
    inspect(one, [talk], 2)
    assert talk.replies[0].prefilled == 1
    assert texts([talk]) == texts([alone(checkpoint, 1, 2, 1.2)])


def test_a_conversation_goes_on_from_a_cancelled_reply(checkpoint) -> None:
    """Its text so far is closed and read on, without its tokens being made anew."""
    one = engine(checkpoint, temperature=1.2)
    talk = begin(1)
    one.add(talk.ask())
    for _ in range(8):
        one.step()
    one.cancel(1)
    cut = one.step()[-1]
    assert isinstance(cut, Done)
    talk.go_on(cut)
    inspect(one, [talk], 1)
    new = talk.replies[1].prompt - cut.prompt - cut.tokens
    assert talk.replies[1].prefilled == new + 1


@pytest.mark.parametrize("step", range(4))
def test_cancel_before_and_while_the_prompt_is_read(checkpoint, step) -> None:
    one = engine(checkpoint)
    talk = begin(1)
    one.add(talk.ask())
    for _ in range(step):
        one.step()
    one.cancel(1)
    assert one.step()[-1].finish_reason == "cancelled"
    assert not one.busy
    inspect(one, [talk], 2)
    assert texts([talk]) == texts([alone(checkpoint, 1, 2, 0.0)])


def test_unknown_numbers_are_not_cancelled(checkpoint) -> None:
    one = engine(checkpoint)
    one.cancel(99)
    one.add(begin(99).ask())
    one.step()
    assert ends(one)[99].finish_reason != "cancelled"
