"""Games of four players."""
