"""That nothing is lost: copies on a second disk, room, soundness, time, updates. See README.md."""
