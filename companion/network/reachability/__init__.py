"""Whether phones reach the table: neighbours, isolation, radio, senders."""
