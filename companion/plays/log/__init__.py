"""The log: its entries, opening it, and what it keeps of finished plays."""
