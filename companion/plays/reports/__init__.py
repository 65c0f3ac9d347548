"""Reports about a play: history, scores over time, exports, the account of its chance."""
