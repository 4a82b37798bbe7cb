"""The one place that wires real parts together."""
