"""Versions of the companion installed side by side, and games of packages in them."""
