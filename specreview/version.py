"""Which version this is; apart from the package's front door, so that the core need not open it."""

__version__ = "0.1.0"
