"""`tongits mahjong`."""
