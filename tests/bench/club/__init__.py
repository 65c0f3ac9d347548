"""A club of many tables, measured."""
