"""The inspector's windows, in the frame of its pictures and in that of the astronomer's chart."""

from specreview.agent.traces import Trace
from specreview.views.frames import Interval, chart_window


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
