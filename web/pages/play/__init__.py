"""Pages about plays: the one on the table and earlier ones."""
