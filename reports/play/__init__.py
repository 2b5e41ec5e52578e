"""A person at the keyboard: playing, stepping through games, training."""
