"""Alembic migrations. Log tables change additively only: batch mode would drop their triggers."""
