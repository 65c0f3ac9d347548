"""Half-finished dialogues: kept, tried out, and shown as one form."""
