"""Commands on stored plays and playthroughs: back up, verify, replay, count."""
