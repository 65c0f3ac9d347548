"""A printed fact to be set right: which one, what is proposed, what rests on it. Plain values."""
