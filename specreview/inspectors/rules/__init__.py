"""The built-in inspector: plain rules over measurements, no neural network."""

from specreview.inspectors.rules.inspector import RulesInspector

__all__ = ["RulesInspector"]
