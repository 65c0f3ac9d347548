"""What tables report, and the ratings that follow."""
