"""The questions about mahjong, each a file (`analyses.registry`)."""
