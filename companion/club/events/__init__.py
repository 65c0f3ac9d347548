"""Tournaments as values: who plays, rounds of tables, points, standings, and the seating of the next round."""
