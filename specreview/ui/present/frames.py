"""The inspector's windows on the astronomer's chart, when the two use different redshifts.

The inspector's pictures are usually not shifted (a pipeline's redshift is not trusted with
stars), while the chart's markers may be. A window is rest-frame vacuum Å of the picture; here it
becomes rest-frame vacuum Å of the chart, so that both show the same pixels.
"""

from specreview.agent.traces import Trace

Interval = tuple[float, float]


def chart_window(window: Interval, viewed: float | None, charted: float | None) -> Interval:
    """`window` in the rest frame of redshift `viewed`, in that of `charted`; None is no shift."""
    factor = (1.0 + (viewed or 0.0)) / (1.0 + (charted or 0.0))
    return window[0] * factor, window[1] * factor


def windows_of(trace: Trace | None) -> list[Interval]:
    """The windows drawn for the inspector, rest frame, in order; the overview is none."""
    views = [step.view for step in trace.windowed] if trace is not None else []
    return [view.window for view in views if view is not None and view.window is not None]


def chart_windows(trace: Trace | None, charted: float | None) -> list[Interval]:
    """The windows drawn for the inspector, in order, in the chart's rest frame."""
    if trace is None:
        return []
    viewed = trace.started.redshift
    return [chart_window(window, viewed, charted) for window in windows_of(trace)]
