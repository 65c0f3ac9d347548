"""The log: its entries, opening it, and what it stores about finished plays."""
