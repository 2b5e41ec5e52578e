"""Bots at every table of three, in every seating, on the same deals; `triples` says who sits together, and how."""
