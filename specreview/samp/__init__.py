"""SAMP: tables, positions and spectra to and from other programs of this machine."""
