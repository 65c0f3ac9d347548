"""Parts that every game is made of: questions, secrets, chance, scoring, boxes. See README.md."""
