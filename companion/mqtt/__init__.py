"""What everybody at the table may see, published to an MQTT broker of the same home."""
