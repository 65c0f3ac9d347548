"""Events in the database, and what tables report of them."""
