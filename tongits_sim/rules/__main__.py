"""Prints the module `codes.py` as the knobs define it: `python -m tongits_sim.rules codes`."""

import sys

from tongits_sim.rules.generated import codes_module

if sys.argv[1:] != ["codes"]:
    sys.exit("usage: python -m tongits_sim.rules codes")
sys.stdout.write(codes_module())
