"""What is played and counted."""
