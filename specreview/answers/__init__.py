"""Other people's work in: what was decided in other programs becomes decisions in the log."""
