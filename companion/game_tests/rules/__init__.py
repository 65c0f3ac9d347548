"""Contract tests of moves, states and numbers."""
