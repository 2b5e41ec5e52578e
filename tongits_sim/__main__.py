"""`python -m tongits_sim` is the program `tongits`."""

import signal
import sys

from tongits_sim.errors import TongitsError
from tongits_sim.imports import check_own, load


def main() -> None:
    """Start the command line (reports/cli.py); exit with a one-line error if another project's modules hide it."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        # Until the command line handles signals, for which it must import modules, Ctrl-C ends the process without a
        # traceback.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        check_own()
    except TongitsError as error:
        sys.stderr.write(f"Error: {error}\n")
        sys.exit(2)
    load("reports.cli:main")(prog_name="tongits")


if __name__ == "__main__":
    main()
