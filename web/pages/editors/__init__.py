"""Editors: the components of a box, and score sheets."""
