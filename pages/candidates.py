"""Candidates: queues, import, inspection, and the table that leads into Review."""

from specreview.ui import room
from specreview.ui.show import candidates

here = room.room()
candidates.draw(here)
room.leave(here)
