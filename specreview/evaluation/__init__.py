"""Scores of an inspector against labels: counts, rates with intervals, tables."""
