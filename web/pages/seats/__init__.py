"""Sitting down, and what a phone with a seat opens."""
