"""Settings: reviewer, inspector, limits, and what is in use."""

from specreview.ui import room
from specreview.ui.show import settings

here = room.room()
settings.draw(here)
room.leave(here)
