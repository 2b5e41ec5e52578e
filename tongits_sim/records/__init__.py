"""Game records: writes games move by move, and reads, replays and verifies them."""
