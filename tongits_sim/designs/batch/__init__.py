"""A batch: games of three players, counted."""
