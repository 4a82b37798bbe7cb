"""Spectra from the surveys' own services: asked for politely, kept whole or not at all."""
