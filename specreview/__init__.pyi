from specreview.api import Queue as Queue

__version__: str
__all__ = ["Queue", "__version__"]
