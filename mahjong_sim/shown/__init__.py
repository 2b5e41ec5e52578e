"""What mahjong shows on a screen."""
