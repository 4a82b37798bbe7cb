"""SQL tables, append-only logs, images, and work under way."""

from specreview.store.opening import Options
from specreview.store.store import Store, open_store
from specreview.store.work import Lease

__all__ = ["Lease", "Options", "Store", "open_store"]
