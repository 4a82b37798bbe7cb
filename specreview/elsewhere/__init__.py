"""Seen elsewhere: what stands at the same observed wavelength in other spectra."""
