"""The people of a club."""
