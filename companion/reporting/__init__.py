"""What a table tells its club: the results of plays that have ended."""
