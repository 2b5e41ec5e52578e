"""Sessions of some games: what each player ends with, and how low it stood on the way."""
