"""`tongits mahjong compare`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from mahjong_sim.commands.options import chosen_rules, deals_options, players_option, rules_options
from reports.commands.options import check_playing, format_option, running_options

if TYPE_CHECKING:
    from mahjong_sim.designs.paired.answer import CompareAnswer


@click.command()
@click.argument("players", nargs=-1, required=True, metavar="A B [C ...]")
@players_option("--others", "greedy,greedy,greedy", "The three others at every table")
@rules_options
@deals_options
@running_options
@format_option
def compare(
    players: tuple[str, ...], others: str, rules: str, settings: tuple[str, ...], form: str, **options: Any
) -> None:
    """Compare bots on the same walls in every seat.

    Each bot in turn sits with the same three others.

    Example: tongits mahjong compare greedy random --deals 2k
    """
    check_playing(options["out"], options["resume"])
    from mahjong_sim.designs.paired.compare import compare as run
    from reports.commands.progress import ProgressBar
    from tongits_sim.run.warmup import to_stderr

    chosen = chosen_rules(rules, settings)
    with ProgressBar() as bar:
        answer = run(chosen, players, others=others, **options, progress=bar, notice=to_stderr)
    _print(answer, form)


def _print(answer: CompareAnswer, form: str) -> None:
    from reports.text.console import print_csv, print_json, show

    if form == "json":
        print_json(answer.to_dict())
    elif form == "csv":
        rows = [(row.player, row.payout, row.wins) for row in answer.ranking]
        print_csv([{"player": name, "payout": pay.mean, "wins": wins.mean} for name, pay, wins in rows])
    else:
        show("", asked(answer), "", style="bold")
        show(leading(answer), _ranking_table(answer), _pairs_table(answer), _closing(answer))


def asked(answer: CompareAnswer) -> str:
    """What was played, in one line."""
    return (
        f"{answer.deals:,} deals of mahjong in four rotations · with {', '.join(answer.others)} · rules {answer.rules} "
        f"· seed {answer.seed}"
    )


def leading(answer: CompareAnswer) -> str:
    """Who earns most, in a sentence."""
    first, second = answer.ranking[:2]
    for pair in answer.pairs:
        if {pair.a, pair.b} == {first.player, second.player}:
            if pair.verdict == "undecided":
                return f"Undecided: {first.player} earned most, but its lead over {second.player} is not certain."
            return f"{first.player} earns most; its lead over {second.player} is certain."
    return ""


def _ranking_table(answer: CompareAnswer) -> Any:
    from reports.text.console import table
    from reports.text.numbers import known, percent_known

    grid = table("Player", "Units a game", "Wins")
    for row in answer.ranking:
        grid.add_row(row.player, known(row.payout.mean, row.payout.ci95), percent_known(row.wins.mean, row.wins.ci95))
    grid.caption = "± is half a 95 % interval."
    grid.caption_justify = "left"
    return grid


def _pairs_table(answer: CompareAnswer) -> Any:
    from reports.text.console import table
    from reports.text.numbers import known, p_words

    grid = table("Player", "is", "than", "Units a game", "p (Holm)", left=3)
    for row in answer.pairs:
        grid.add_row(row.a, row.verdict, row.b, known(row.diff.mean, row.diff.ci95), p_words(row.p_holm))
    return grid


def _closing(answer: CompareAnswer) -> str:
    from reports.text.numbers import played_words

    now = round((answer.games_per_second or 0) * answer.elapsed_s)
    return played_words(answer.games_played, now, answer.elapsed_s) + "."
