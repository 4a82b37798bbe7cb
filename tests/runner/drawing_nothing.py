"""A view that is a line of text; by itself, so that a drawing process imports little."""

from specreview.errors import CallError


def draw(spectrum, window, redshift, title) -> bytes:
    if window is not None and window.lower > 9100:
        raise CallError("Nothing there.")
    return f"{title}|{window}|{redshift}|{spectrum.content_hash}".encode()
