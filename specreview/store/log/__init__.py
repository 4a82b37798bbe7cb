"""The append-only logs and their hash chains."""
