"""Filters kept under a name, by queue; see `store.saved_filters` for where they lie."""

from specreview.review.lists import SavedFilter

__all__ = ["SavedFilter"]
