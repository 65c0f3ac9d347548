"""The running play: half-finished dialogues, its snapshot, previews, bugs in rules."""
