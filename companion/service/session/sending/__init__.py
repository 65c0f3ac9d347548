"""What the table sends away, as far as the admin lets it: to the room through a broker, results to a club."""
