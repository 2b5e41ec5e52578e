"""Hands: melds, jokers, and the best arrangement of the cards held (R3, R16)."""
