"""What a game says: what people may read of it, and what is not translated."""
