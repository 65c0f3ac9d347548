"""Widgets on a small display, a drawing for each kind."""
