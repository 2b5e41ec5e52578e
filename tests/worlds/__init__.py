"""Tests of worlds: deals of hidden cards."""
