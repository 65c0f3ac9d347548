"""Tests of the contract, for every game: see ``plugin``."""
