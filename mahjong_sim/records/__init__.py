"""Game records: games written down act by act as JSON lines or text, read, replayed and verified."""
