"""Tests of tournaments: sizes of tables, points, standings, changes, and the seating of rounds."""
