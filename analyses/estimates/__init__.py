"""Estimates: from exact sums to values with intervals."""
