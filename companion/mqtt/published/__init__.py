"""What is published: topics, the public state as JSON, events, and what Home Assistant is told about them."""
