"""Designs: ways of playing many games and counting their results."""
