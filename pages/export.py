"""Candidates."""
