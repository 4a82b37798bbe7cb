"""Readers of spectrum files: one survey a module, one registry that opens a file once."""

from specreview.spectra.readers.registry import Listing, list_objects, read_all, read_spectrum

__all__ = ["Listing", "list_objects", "read_all", "read_spectrum"]
