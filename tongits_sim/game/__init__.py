"""The engine plays a game by the rules (R1-R15), as a state machine of decisions."""
