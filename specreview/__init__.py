"""Vet survey spectra with a step-by-step inspector at your side; a person decides."""

__version__ = "0.1.0"
