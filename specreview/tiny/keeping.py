"""A trained tiny checkpoint kept on this machine, for as long as nothing it depends on changes."""

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path

from specreview.agent.prompt import prompt_hash
from specreview.canonical import canonical_json, sha256_hex
from specreview.errors import SettingsError
from specreview.tiny.learning import Progress
from specreview.tiny.practice_spectra import practice_task
from specreview.tiny.writing import write_trained_checkpoint
from specreview.views.rendered import RENDERER_VERSION

_LIBRARIES = ("numpy", "pillow", "tokenizers", "torch", "transformers")


def kept_checkpoint(progress: Progress = lambda _: None) -> Path:
    """The folder of the kept checkpoint, trained now where there is none.

    Processes that ask at the same time wait for one training.

    Raises
    ------
    SettingsError
        When the folder of kept checkpoints belongs to somebody else.
    InspectorError
        When the training fails.
    """
    room = _room()
    folder = room / fingerprint()[:16]
    with _alone(room / "lock"):
        if not folder.is_dir():
            draft = Path(tempfile.mkdtemp(dir=room))
            write_trained_checkpoint(draft, progress)
            draft.rename(folder)
    return folder


def fingerprint() -> str:
    """SHA-256 over all that a trained checkpoint depends on: sources, prompt, view, libraries."""
    sources = sorted(Path(__file__).parent.glob("*.*"))
    parts = [
        *((source.name, sha256_hex(source.read_bytes())) for source in sources),
        ("prompt", prompt_hash(practice_task())),
        ("renderer", RENDERER_VERSION),
        *((library, version(library)) for library in _LIBRARIES),
    ]
    return sha256_hex(canonical_json(parts))


def _room() -> Path:
    """The user's own folder of kept checkpoints in the system's temporary folder."""
    room = Path(tempfile.gettempdir()) / f"specreview-tiny-{os.getuid()}"
    room.mkdir(mode=0o700, exist_ok=True)
    if room.is_symlink() or room.stat().st_uid != os.getuid():
        raise SettingsError(
            f"{room}: belongs to another user, so no model is kept there; remove it, or set "
            "TMPDIR to a folder of your own"
        )
    return room


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    with lock.open("w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield
