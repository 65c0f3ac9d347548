"""Steps of the walk: what is asked at a part, and what the answers mean, as generators without clock or device."""
