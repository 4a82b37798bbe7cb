"""Export: the approved and the current list as a file."""

from specreview.ui import room
from specreview.ui.show import export

here = room.room()
export.draw(here)
room.leave(here)
