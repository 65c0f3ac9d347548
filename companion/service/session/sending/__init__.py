"""What the table sends away, as far as the keeper lets it: to the room through a broker, results to a club."""
