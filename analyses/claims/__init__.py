"""Common claims about Tongits, tested by games: claims with their sources, questions, numbers and verdicts."""
