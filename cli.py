"""The command line: the list of its commands. Each is a file of reports/commands, named after it."""

from __future__ import annotations

import click

from reports.commands.advise import advise
from reports.commands.analyze import analyze
from reports.commands.batch import batch
from reports.commands.bench import bench
from reports.commands.compare import compare
from reports.commands.exploit import exploit
from reports.commands.play import play
from reports.commands.quiz import quiz
from reports.commands.records import records
from reports.commands.replay import replay
from reports.commands.report import report
from reports.commands.rules import rules
from reports.commands.selfcheck import selfcheck
from reports.commands.shell import CONTEXT, Shell, show_version
from reports.commands.simulate import simulate
from reports.commands.solve import solve
from reports.commands.status import status
from reports.commands.strategies import strategies
from reports.commands.verify import verify
from reports.commands.watch import watch
from reports.commands.whatif import whatif

COMMANDS = (
    simulate,
    compare,
    analyze,
    whatif,
    advise,
    solve,
    exploit,
    report,
    batch,
    status,
    verify,
    records,
    replay,
    watch,
    quiz,
    play,
    rules,
    strategies,
    bench,
    selfcheck,
)


@click.group(cls=Shell, context_settings=CONTEXT)
@click.option(
    "--version", is_flag=True, callback=show_version, expose_value=False, is_eager=True, help="Show the version."
)
@click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of an internal error.")
def main() -> None:
    """Simulate millions of games of Tongits between bots, and see which ways of playing pay.

    Start with: tongits simulate
    """


for command in COMMANDS:
    main.add_command(command)


if __name__ == "__main__":
    main(prog_name="tongits")
