"""Events in the club's database, what tables report of them, and what their organisers may do."""
