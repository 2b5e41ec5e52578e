"""What is said about Tongits, and what the games say: claims with their sources, questions, numbers and verdicts."""
