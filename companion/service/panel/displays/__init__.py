"""What each small display shows, and the threads that draw it."""
