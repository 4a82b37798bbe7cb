"""`python -m specreview.ui.asgi run ...`: `streamlit run`, which Ctrl-C ends in good order.

The web server repeats the signal that ended it when all is closed, which would kill the process
(SIGTERM) or be taken for an accident (Ctrl-C).
"""

import runpy
import signal
import sys
from types import FrameType


def _end(_number: int, _frame: FrameType | None) -> None:
    sys.exit(0)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, _end)
    signal.signal(signal.SIGTERM, _end)
    runpy.run_module("streamlit", run_name="__main__", alter_sys=True)
