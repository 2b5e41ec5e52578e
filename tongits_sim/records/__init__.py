"""Game records: games written down move by move, read, replayed and verified."""
