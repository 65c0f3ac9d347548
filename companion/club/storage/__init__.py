"""The club's database: SQLite or PostgreSQL, its tables, and how it comes to its present shape."""
