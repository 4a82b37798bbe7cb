"""Whole inspections by the trained tiny checkpoint, through the engine that queues run on."""

from dataclasses import replace

import pytest

from specreview.agent.chat import Message, Picture, conversation, picture_hashes, protocol_turns
from specreview.agent.events import InspectorReplied, VerdictReached
from specreview.agent.inspector import InspectorIdentity, Reply
from specreview.agent.protocol import parse_reply
from specreview.inspectors.local.asking import Ask, Done
from specreview.settings import LocalSettings
from specreview.tiny.practice_spectra import practice_spectra, practice_spectrum, practice_task
from specreview.views.rendered import render_view
from tests.builders import begun, played
from tests.local.talks import ends

UNSEEN = 11
"""Seed of spectra that were not trained on."""


class Asked:
    """An inspector that asks an engine in this process."""

    identity = InspectorIdentity("local", "local: in this process", "test")

    def __init__(self, engine):
        self.engine = engine
        self.number = 0

    def ask(self, messages, images):
        self.number += 1
        self.engine.add(Ask(self.number, messages, images))
        done = ends(self.engine)[self.number]
        assert isinstance(done, Done), done
        return done

    def reply(self, turn, on_text, cancelled):
        messages = protocol_turns(conversation(turn.events))
        images = {sha256: turn.images[sha256] for sha256 in picture_hashes(messages)}
        done = self.ask(tuple(replace(m, reply=None) for m in messages), images)
        return Reply(done.text, done.tokens, done.seconds, done.finish_reason)


@pytest.fixture(scope="module")
def asked(tiny_checkpoint):
    from specreview.inspectors.local.engine import Engine

    return Asked(Engine.load(LocalSettings(model=str(tiny_checkpoint), device="cpu")))


def inspect(asked, practice):
    """(events, pictures by SHA-256) of a whole inspection."""
    task = practice_task()
    images = {}
    trace = begun(practice.spectrum, task, asked)
    return played(trace, practice.spectrum, task, asked, render_view, images).events, images


def test_twenty_unseen_spectra_are_vetted_in_the_protocol_s_form(asked):
    right, malformed = 0, []
    for practice in practice_spectra(UNSEEN, 20):
        events, _ = inspect(asked, practice)
        last = events[-1]
        right += isinstance(last, VerdictReached) and last.verdict == practice.label
        replies = [event for event in events if isinstance(event, InspectorReplied)]
        malformed += [reply.text for reply in replies if reply.flags]
    assert right >= 19
    assert malformed == []


def bare(events):
    return [replace(m, reply=None) for m in protocol_turns(conversation(events))]


def with_last_picture(messages, sha256):
    """The conversation up to the answer, its last picture another one."""
    asked_for = messages[:-1]
    parts = tuple(Picture(sha256) if isinstance(p, Picture) else p for p in asked_for[-1].parts)
    return (*asked_for[:-1], Message(asked_for[-1].role, parts))


@pytest.mark.parametrize("number", range(3))
def test_swapped_windows_swap_the_verdicts(asked, number):
    """Same overview, byte for byte; same words; only the last window's picture changes sides."""
    seed = (UNSEEN + 1, number)
    inspections = [
        inspect(asked, practice_spectrum(seed, "swamped", lines)) for lines in ("both", "one")
    ]
    pictures = [picture_hashes(bare(events)) for events, _ in inspections]
    assert pictures[0][:2] == pictures[1][:2], "overview and Hα are the same pictures"
    assert pictures[0][2] != pictures[1][2]
    images = {**inspections[0][1], **inspections[1][1]}
    verdicts = [events[-1].verdict for events, _ in inspections]
    assert verdicts == ["YES", "NO"]
    swapped = []
    for (events, _), other in zip(inspections, reversed(pictures), strict=True):
        messages = with_last_picture(bare(events), other[2])
        shown = {sha256: images[sha256] for sha256 in picture_hashes(messages)}
        swapped.append(parse_reply(asked.ask(messages, shown).text).answer)
    assert swapped == ["NO", "YES"]


@pytest.mark.parametrize("number", range(3))
def test_what_is_asked_next_depends_on_the_first_window(asked, number):
    """With a line at Hα it looks at Hβ; without, it says NO; the overview is the same."""
    seed = (UNSEEN + 2, number)
    counts = []
    for lines in ("one", "none"):
        events, _ = inspect(asked, practice_spectrum(seed, "swamped", lines))
        counts.append(sum(isinstance(event, InspectorReplied) for event in events))
    assert counts == [3, 2]
