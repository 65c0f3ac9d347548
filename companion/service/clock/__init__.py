"""The turn clock and the quiet hours."""
