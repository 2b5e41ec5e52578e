"""Hands: whether they are complete, their value, distance and waits (V9, V10); exact, by table."""
