"""The command line: the list of its commands. Each is a file of reports/commands, named after it, or in `HOMES`."""

from __future__ import annotations

import click

from reports.commands.shell import CONTEXT, Shell, show_version

COMMANDS = {
    "simulate": "Play games and show what each player earns.",
    "compare": "Compare bots on the same deals in every seating.",
    "analyze": "Answer a question about the game.",
    "whatif": "Measure what a change of the house rules does.",
    "claims": "Test twenty things people say about Tongits.",
    "tournament": "Play tournaments, and see how much of the title is luck.",
    "explore": "Make a page with sliders for payments and fees.",
    "play": "Play against two bots in the terminal.",
    "advise": "Say what to do with a hand.",
    "solve": "Solve when to call and when to challenge.",
    "learn": "Learn to play better than solved, from self-play.",
    "exploit": "Measure how exploitable a player is.",
    "styles": "Find how to play against nine styles of opponents.",
    "fit": "Estimate how a recorded player calls and challenges.",
    "card": "Make a pocket card for the table.",
    "report": "Make one page of saved runs, or answer every question now.",
    "batch": "Run every job of a file and write one report.",
    "status": "Show the progress of a run.",
    "verify": "Recompute the answer of a finished run from its blocks.",
    "records": "Write games move by move, one JSON object per line.",
    "replay": "Show recorded games and verify every move and payment.",
    "watch": "Watch a game between bots, step by step.",
    "review": "Review recorded games: what every decision cost.",
    "quiz": "Train on positions where the choice matters.",
    "explain": "Explain one move of a recorded game, and what its bot answers.",
    "mahjong": "Play and compare bots in Visayan mahjong.",
    "rules": "List, explain and compare house rules.",
    "strategies": "List and explain the bots and their parameters.",
    "bench": "Measure games per second on this machine.",
    "selfcheck": "Compare simulated deals with exact probabilities.",
    "completion": "Print the script that completes commands in a shell.",
}
"""Commands and their first lines of help, which are listed without importing the commands."""


HOMES = {"mahjong": "mahjong_sim.commands.mahjong"}
"""The modules of the commands that are not in reports/commands."""


@click.group(cls=Shell, listing=COMMANDS, homes=HOMES, context_settings=CONTEXT)
@click.option(
    "--version", is_flag=True, callback=show_version, expose_value=False, is_eager=True, help="Show the version."
)
@click.option("--debug", is_flag=True, expose_value=False, help="Show the traceback of an internal error.")
def main() -> None:
    """Simulate millions of games of Tongits between bots, and see which ways of playing pay.

    Start with: tongits simulate
    """


if __name__ == "__main__":
    main(prog_name="tongits")
