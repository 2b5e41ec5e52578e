"""The card game Tongits: its rules, and the machinery to play it millions of times."""
