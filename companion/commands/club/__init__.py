"""``companion club``: many tables at once."""
