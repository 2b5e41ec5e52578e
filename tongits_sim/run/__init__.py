"""Plays any job in blocks, on threads, processes or a cluster."""
