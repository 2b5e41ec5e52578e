"""One game by the rules, as a machine of decisions (R1-R15)."""
