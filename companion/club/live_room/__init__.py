"""The room of a club as it is now, from what its tables publish to a broker."""
