"""Versions of the companion installed side by side, and going over from one to another."""
