"""Figures of the answers: a shape step that makes a small table, a draw step that makes a figure."""
