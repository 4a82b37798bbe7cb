"""Pure functions from records to the words and rows that a page shows."""
