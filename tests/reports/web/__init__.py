"""Tests of `reports/web`."""
