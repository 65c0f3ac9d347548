"""The pages of results, rankings and people."""
