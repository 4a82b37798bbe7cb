"""Results to hand on: one object as one HTML file, many as a sheet for a paper's appendix.

Both take values, not the store, and make bytes.
"""
