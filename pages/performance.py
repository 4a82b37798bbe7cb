"""Performance: how often the inspectors are right, live from the log."""

from specreview.ui import room
from specreview.ui.show import performance

here = room.room()
performance.draw(here)
room.leave(here)
