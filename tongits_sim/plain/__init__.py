"""A bot's hook asked again in plain Python: its answer, and the line that gives it or fails."""
