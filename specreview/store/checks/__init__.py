"""The checks of `specreview verify`, each a function from a connection to sentences."""
