"""Review: one candidate at a time, decided without scrolling."""

from specreview.ui import room
from specreview.ui.show import review

here = room.room()
review.draw(here)
room.leave(here)
