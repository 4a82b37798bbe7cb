"""The model's process with a real engine on a random checkpoint."""

import io

import pytest
from PIL import Image

from specreview.inspectors.local.inspector import LocalInspector
from specreview.settings import LocalSettings
from tests.local.process_room import kill, nobody, pid_of, turn, wordless


@pytest.fixture(scope="module")
def local(random_checkpoint):
    """One loaded model for all tests here."""
    settings = LocalSettings(model=str(random_checkpoint()), max_new_tokens=60)
    made = LocalInspector(settings)
    yield made
    made.close()


@pytest.fixture(scope="module")
def asked():
    """A turn with a picture that can be opened."""
    png = io.BytesIO()
    Image.new("RGB", (800, 480), "white").save(png, "png")
    return turn(png.getvalue())


def test_killed_in_mid_reply_the_same_reply_comes(local, asked) -> None:
    whole = local.reply(asked, wordless, nobody)
    pieces: list[str | None] = []

    def told(piece: str | None) -> None:
        pieces.append(piece)
        if len(pieces) == 3:
            kill(pid_of(local))

    again = local.reply(asked, told, nobody)
    assert pieces.count(None) == 1
    written = "".join(pieces[pieces.index(None) + 1 :])
    assert again.text == whole.text == written
    assert again.tokens == whole.tokens


def test_cancelled_it_returns_before_the_end(local, asked) -> None:
    pieces: list[str | None] = []
    reply = local.reply(asked, pieces.append, lambda: len(pieces) >= 3)
    assert reply.finish_reason == "cancelled"
    assert len(pieces) == 3, "nothing more is heard of it"
    assert local.reply(asked, wordless, nobody).finish_reason in ("stop", "length")


def test_the_facts_name_model_device_and_versions(local) -> None:
    facts = local.facts()
    assert facts["device"]
    assert facts["torch"]
    assert int(facts["process"]) == pid_of(local)
