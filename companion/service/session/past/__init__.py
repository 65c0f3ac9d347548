"""Earlier plays: what the history page shows, what they add up to, and what is kept of games that may go."""
