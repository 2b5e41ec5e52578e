"""Designs of experiments: what is played, and what is counted of it."""
