"""Before a night's run: how an inspector takes noise, look-alikes and idle changes."""
