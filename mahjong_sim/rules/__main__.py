"""Regenerates the rulebook from its text and the knob definitions: `book FILE`."""

import sys
from pathlib import Path

from mahjong_sim.rules.rulebook import BOOK
from tongits_sim.run.files import write_output

match sys.argv[1:]:
    case ["book", name]:
        write_output(Path(name), BOOK.book())
    case _:
        sys.exit("usage: python -m mahjong_sim.rules book FILE")
