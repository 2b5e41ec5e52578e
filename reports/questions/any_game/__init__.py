"""The words of the commands of every game; a game may have words of its own instead."""
