"""Tests of the positions."""
