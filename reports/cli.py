"""The command line: its commands by section. Each is a file of reports/commands, named after it, or in `HOMES`."""

from __future__ import annotations

import click

from reports.commands.shell import CONTEXT, Shell, show_version

SECTIONS = {
    "Table": {
        "play": "Play against two bots in the terminal.",
        "web": "Make a page that plays and advises in any browser.",
        "advise": "Say what to do with a hand.",
        "card": "Make a pocket card for the table.",
        "review": "Review recorded games: what every choice cost.",
        "replay": "Show and verify recorded games, explain a move, or watch bots.",
        "records": "Write games move by move, one JSON object per line.",
    },
    "Compare": {
        "simulate": "Play games and show what each player earns.",
        "compare": "Compare bots on the same deals in every seating.",
        "try": "Try a claim: does this habit pay?",
        "tournament": "Play tournaments, and see how much of the title is luck.",
        "tune": "Tune the parameters of a bot, and measure it on held-out deals.",
        "strategies": "List and explain the bots and their parameters.",
    },
    "Rules": {
        "rules": "List, explain and compare house rules.",
        "whatif": "Measure what a change of the house rules does.",
        "report": "Make one page of saved runs, or answer every question now.",
    },
    "Questions": {"analyze": "Answer a question about the game or a player."},
    "Runs": {
        "batch": "Run every job of a file and write one report.",
        "status": "Show the progress of a run, or recompute its answer.",
        "selfcheck": "Compare deals with exact probabilities, or measure speed.",
        "setup": "Compile ahead, complete commands in a shell, write the docs.",
    },
    "Mahjong": {"mahjong": "Play and compare bots in Visayan mahjong."},
}
"""Commands and their first lines of help, which are listed without importing the commands."""

INSIDE = {
    "analyze": "calls, challenges, lay, discards, takes, sapaws, sunog, payouts, sessions",
    "mahjong": "simulate, compare, whatif, tune, analyze, score, records, rules",
}
"""What the help names of commands that hold others."""

SETUP = {
    "warmup": "Compile now what the commands need at their first use.",
    "completion": "Print the script that completes commands in a shell.",
    "docs": "Write the documentation and its examples into a folder.",
}
"""The commands of `tongits setup`."""

HOMES = {"mahjong": "mahjong_sim.commands", "try": "reports.commands.trial"}
"""The modules of the commands whose file has another name."""

ABOUT = "Tongits: play, get advice, and see which ways of playing and which rules pay."
MENU = {
    "tongits play": "play against two bots",
    "tongits web": "the same on a phone: one file, no internet",
    "tongits card": "when to call, challenge, lay: for your wallet",
    "tongits advise": "what to do with this hand",
    "tongits review FILE": "what your last evening cost you",
    "tongits report --for operator": "fees, jackpot, dealer: for whoever runs a table",
    "tongits simulate": "play a hundred thousand games between bots",
    "tongits compare A B C": "which bot is better",
    "tongits whatif KNOB=VALUE": "what a house rule changes",
    "tongits rules": "the house rules, and how to write your own",
}
"""What `tongits` alone shows."""
NOTES = """Every command: -h for its options, --full for all numbers, --format json.
Same seed, same numbers. Numbers may be written 20k, 1M, 1e6.
Start with: tongits play        A page of answers: tongits report"""


class Front(Shell):
    """The program, whose help is one screen."""

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the names of all commands by section."""
        rows = [
            (heading, "  ".join(f"{name} {INSIDE[name]}" if name in INSIDE else name for name in commands))
            for heading, commands in self.sections.items()
        ]
        formatter.write_text(ABOUT)
        formatter.write_paragraph()
        formatter.write_dl(rows)
        formatter.write_paragraph()
        for line in NOTES.splitlines():
            formatter.write_text(line)


@click.group(
    cls=Front,
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
    """Play Tongits, get advice, and see which ways of playing and which rules pay."""
    if ctx.invoked_subcommand is None:
        formatter = ctx.make_formatter()
        formatter.write_text(ABOUT)
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_dl(list(MENU.items()))
        formatter.write_paragraph()
        formatter.write_text("Everything: tongits --help   First time: tongits play")
        click.echo(formatter.getvalue(), nl=False)


main.add_command(Shell(name="setup", sections={"Commands": SETUP}, help=SECTIONS["Runs"]["setup"]))
