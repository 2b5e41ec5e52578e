"""Shows the answers of mahjong: on a screen, and on one page."""
