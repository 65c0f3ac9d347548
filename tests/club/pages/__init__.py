"""The pages of a club, and where its tables report."""
