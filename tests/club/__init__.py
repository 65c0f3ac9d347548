"""A club of many tables."""
