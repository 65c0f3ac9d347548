"""The owners' boxes: what is printed on their components."""
