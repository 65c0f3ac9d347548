"""The room of a club as it is now."""
