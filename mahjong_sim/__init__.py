"""Visayan mahjong: four players, 144 tiles, money; played by the machinery that plays Tongits."""
