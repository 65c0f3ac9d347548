"""What a play gives to read: history, scores over time, exports, the account of its chance."""
