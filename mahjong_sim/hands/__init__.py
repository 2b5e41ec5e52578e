"""Hands: complete or not, worth what, how far from winning, waiting for what (V9, V10); exact, by table."""
