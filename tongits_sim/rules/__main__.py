"""Regenerates text from the knob definitions: `codes`, `docs FILE`, or `book FILE`."""

import sys
from pathlib import Path

from tongits_sim.rules.rulebook import BOOK
from tongits_sim.rules.tables import codes_module, renewed
from tongits_sim.run.files import write_output

match sys.argv[1:]:
    case ["codes"]:
        sys.stdout.write(codes_module())
    case ["docs", name]:
        write_output(Path(name), renewed(Path(name).read_text(encoding="utf-8")))
    case ["book", name]:
        write_output(Path(name), BOOK.book())
    case _:
        sys.exit("usage: python -m tongits_sim.rules codes | docs FILE | book FILE")
