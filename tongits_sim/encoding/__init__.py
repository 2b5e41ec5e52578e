"""Positions and actions as numbers of a fixed length, for learners: what `tongits_sim.envs` shows and takes.

Nothing here needs the extra `rl`, so a trained policy plays as a bot without it.
"""
