"""Playthroughs: plays as readable text files, written by hand or recorded, and run again to see what differs.

``docs/playthroughs.md`` describes the files. ``grammar`` reads and writes them, ``record`` makes one of a stored play,
``replay`` runs one.
"""
