"""What a move costs the people at the table: taps of a phone and presses of keys. See docs/pace.md."""
