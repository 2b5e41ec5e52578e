"""Questions about mahjong, one a module."""
