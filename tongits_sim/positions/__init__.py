"""Positions as one seat sees them: from a board in play, from a game record, or typed."""
