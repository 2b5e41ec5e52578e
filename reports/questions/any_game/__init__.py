"""How answers of the commands of every game are shown. A game may show its answers in its own way."""
