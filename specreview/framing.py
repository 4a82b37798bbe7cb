"""Pickled objects over a pipe between this program and the processes that it starts itself.

Such a process is started by `python -m` and not by multiprocessing, whose children would run the
caller's main script again (under Streamlit that is the app).
"""

import os
import pickle
import sys
from typing import IO, Any


def write_frame(stream: IO[bytes], content: Any) -> None:
    """One pickle with its length before it."""
    payload = pickle.dumps(content, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(len(payload).to_bytes(8, "big"))
    stream.write(payload)
    stream.flush()


def read_frame(stream: IO[bytes]) -> Any:
    """The next frame; EOFError when the other side is gone."""
    header = stream.read(8)
    if len(header) < 8:
        raise EOFError
    length = int.from_bytes(header, "big")
    payload = stream.read(length)
    if len(payload) < length:
        raise EOFError
    return pickle.loads(payload)


def child_environment() -> dict[str, str]:
    """The environment of a child: ours, and it finds the modules that are found here."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
