"""Games at one table."""
