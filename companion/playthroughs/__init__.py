"""Playthroughs: plays as readable text files, written by hand or recorded, replayed to find differences.

``docs/playthroughs.md`` describes the format. ``grammar`` reads and writes it, ``record`` exports a stored play,
``replay`` runs a file.
"""
