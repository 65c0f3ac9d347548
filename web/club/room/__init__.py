"""The room of a club as it is now, and the screen on its wall."""
