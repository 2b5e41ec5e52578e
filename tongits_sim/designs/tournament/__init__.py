"""A tournament: bots at every table of three, in every seating, on duplicate deals; `triples` lists tables and
seatings.
"""
