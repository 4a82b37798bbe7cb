"""Before a night's run: whether all that is needed is there and works."""
