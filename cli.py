"""The command line: its commands by section. Each is a file of reports/commands, named after it, or in `HOMES`."""

from __future__ import annotations

import click

from reports.commands.shell import CONTEXT, Shell, show_version

SECTIONS = {
    "Play and analyse": {
        "play": "Play against two bots in the terminal.",
        "advise": "Say what to do with a hand.",
        "review": "Review recorded games: what every decision cost.",
        "mahjong": "Play and compare bots in Visayan mahjong.",
    },
    "Run": {
        "simulate": "Play games and show what each player earns.",
        "compare": "Compare bots on the same deals in every seating.",
        "tournament": "Play tournaments, and see how much of the title is luck.",
        "batch": "Run every job of a file and write one report.",
        "status": "Show the progress of a run, or recompute its answer.",
    },
    "Ask": {
        "analyze": "Answer a question about the game or a player.",
        "whatif": "Measure what a change of the house rules does.",
        "report": "Make one page of saved runs, or answer every question now.",
        "web": "Make a page that plays and advises in any browser.",
    },
    "Train": {
        "train": "Grow the trees of the bot trained from games alone.",
        "card": "Make a pocket card for the table.",
    },
    "Rules and bots": {
        "rules": "List, explain and compare house rules.",
        "strategies": "List and explain the bots and their parameters.",
        "tune": "Tune the parameters of a bot, and measure it on held-out deals.",
    },
    "Data": {
        "records": "Write games move by move, one JSON object per line.",
        "replay": "Show and verify recorded games, explain a move, or watch bots.",
    },
    "This installation": {
        "selfcheck": "Compare deals with exact probabilities, or measure speed.",
        "setup": "Compile ahead, complete commands in a shell, write the docs.",
    },
}
"""Commands and their first lines of help, which are listed without importing the commands."""


SETUP = {
    "warmup": "Compile now what the commands need at their first use.",
    "completion": "Print the script that completes commands in a shell.",
    "docs": "Write the documentation and its examples into a folder.",
}
"""The commands of `tongits setup`."""

HOMES = {"mahjong": "mahjong_sim.commands"}
"""The modules of the commands that are not in reports/commands."""

MENU = {
    "tongits play": "Play against two bots.",
    "tongits advise": "Ask what to do with a hand.",
    "tongits analyze": "Ask a question about the game.",
    "tongits simulate": "Run games between bots.",
    "tongits compare A B": "Compare bots on the same deals.",
    "tongits rules": "Read the house rules.",
    "tongits --help": "See every command.",
}
"""What `tongits` alone shows."""


@click.group(
    cls=Shell,
    sections=SECTIONS,
    homes=HOMES,
    context_settings=CONTEXT,
    invoke_without_command=True,
)
@click.option(
    "--version", is_flag=True, callback=show_version, expose_value=False, is_eager=True, help="Show the version."
)
@click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of an internal error.")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Simulate millions of games of Tongits between bots, and see which ways of playing pay.

    Start with: tongits simulate
    """
    if ctx.invoked_subcommand is None:
        formatter = ctx.make_formatter()
        formatter.write_text("Tongits: play millions of games, and see which ways of playing pay.")
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_dl(list(MENU.items()))
        click.echo(formatter.getvalue(), nl=False)


main.add_command(Shell(name="setup", sections={"Commands": SETUP}, help=SECTIONS["This installation"]["setup"]))

if __name__ == "__main__":
    main(prog_name="tongits")
