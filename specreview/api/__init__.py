"""The public Python API: queues from notebooks and scripts. See docs/python.md.

What is named here stays as it is within a major version; all else may change.
"""

from specreview.api.candidate import Answer, Candidate
from specreview.api.inspecting import Inspected
from specreview.api.served import Served
from specreview.api.spectrum import Spectrum
from specreview.api.traces import Picture, Trace
from specreview.api.vetting_queue import Counts, Queue

__all__ = [
    "Answer",
    "Candidate",
    "Counts",
    "Inspected",
    "Picture",
    "Queue",
    "Served",
    "Spectrum",
    "Trace",
]
