"""Duplicate deals played by several arms, which differ in rules or bots, and exact sums of paired moments."""
