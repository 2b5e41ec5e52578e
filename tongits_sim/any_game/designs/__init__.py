"""Designs that any game can be played by: a batch, and paired arms.

A game brings a `playing` room (`PlayingRoom` in any_game/game.py): its records, its `TableKernels` and its `Counts`.
"""
