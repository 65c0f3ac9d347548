"""What the table decides together: undo, going on without somebody; who must say yes."""
