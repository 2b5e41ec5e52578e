"""Tests of `tongits_sim.encoding`."""
