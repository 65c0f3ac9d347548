"""The tables of a club."""
