"""What the tests of printed facts are made of."""
