"""Tests of `tongits_sim.envs`."""
