"""Game records: writing games move by move, and reading, replaying and verifying them."""
