"""The seeded maker of synthetic survey files, for the demo and for tests."""

from specreview.demo.build import CATALOGUE, build_demo

__all__ = ["CATALOGUE", "build_demo"]
