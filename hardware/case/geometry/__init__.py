"""Where parts, walls and openings of a case are."""
