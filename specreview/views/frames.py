"""What was seen at one redshift, on a chart that shows another.

The inspector's pictures are usually not shifted (a pipeline's redshift is not trusted with
stars), while the chart's markers may be. A window is rest-frame vacuum Å of the picture; here it
becomes rest-frame vacuum Å of the chart, so that both show the same pixels.
"""

Interval = tuple[float, float]
Ends = tuple[tuple[float, float], tuple[float, float]]
"""A continuum's end points: (wavelength, flux) each."""


def chart_window(window: Interval, viewed: float | None, charted: float | None) -> Interval:
    """`window` in the rest frame of redshift `viewed`, in that of `charted`; None is no shift."""
    factor = (1.0 + (viewed or 0.0)) / (1.0 + (charted or 0.0))
    return window[0] * factor, window[1] * factor


def chart_continuum(ends: Ends, viewed: float | None, charted: float | None) -> Ends:
    """End points as `chart_window` has their wavelengths; the flux stays."""
    (left, low), (right, high) = ends
    left, right = chart_window((left, right), viewed, charted)
    return (left, low), (right, high)
