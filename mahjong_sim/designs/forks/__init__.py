"""Decisions played on in two or three ways, on the same wall."""
