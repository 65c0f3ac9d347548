"""The pages of whoever organises an event."""
