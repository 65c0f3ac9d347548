"""How plays ended, told to the club."""
