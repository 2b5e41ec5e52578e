"""What writes the figures of the docs, run by hand: `python -m tools.NAME`. No part of the program, and no tests."""
