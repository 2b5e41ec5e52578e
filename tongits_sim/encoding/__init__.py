"""Observations and actions of `tongits_sim.envs` as numbers, arrays of fixed length for learners.

Nothing here needs the extra `rl`, so a trained policy plays as a bot without it.
"""
