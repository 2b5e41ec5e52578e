"""Sessions of several games: each player's final and lowest balance."""
