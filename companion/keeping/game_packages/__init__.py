"""Packages with games of other people on an installed table: what a wheel holds, adding them, taking them away."""
