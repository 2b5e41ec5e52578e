"""Knowing: the gain of a seat that is shown hidden cards and thinks at some of its decisions, on the same deals.

The seat that is shown cards is no player: it has no name, no spec, and stands in no registry, so that it can play
nowhere but here.
"""
