"""`tongits analyze styles`: how to play against styles of opponents, or the style of one recorded player."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.candidates import WORDS
from reports.commands.options import (
    Whole,
    check_report,
    chosen_rules,
    format_option,
    given,
    match_games_option,
    output_option,
    play_option,
    refuse_options,
    report_option,
    rules_options,
    seed_option,
    workers_option,
)
from reports.questions.printing import print_document
from reports.questions.styles import rows
from reports.text.console import print_answer
from reports.text.fit import csv_rows, show_fit
from strategies.registry import load_player
from tongits_sim.any_game.record_file import read_lines
from tongits_sim.run.how import How
from tongits_sim.run.warmup import to_stderr

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet

_GAMES, _FIT_GAMES = 20_000, 4_000


@click.command(short_help="Find how to play against styles of opponents, or a recorded player's own.")
@click.argument("file", metavar="[FILE]", type=WORDS["[FILE]"], default="")
@click.option("--player", default="", metavar="NAME", help="The player in the FILE whose style is estimated.")
@rules_options
@play_option
@click.option(
    "--games",
    "-n",
    type=Whole(100, 10**9),
    default=None,
    help="Games per round of fitting, or games that each player of the library plays.  "
    f"[default: {_GAMES}; {_FIT_GAMES} with a FILE]",
)
@click.option("--deals", type=Whole(1000, 10**9), default=20_000, show_default=True, help="Deals per measurement.")
@match_games_option
@seed_option("answer")
@output_option("With a FILE: the profile to write; any bot plays it as BOT(file=PROFILE).", folder=True)
@workers_option
@report_option
@format_option
@click.pass_context
def styles(
    ctx: click.Context,
    /,
    file: str,
    player: str,
    rules: str,
    settings: tuple[str, ...],
    output: Path | None,
    report: Path | None,
    form: str,
    **options: Any,
) -> None:
    """Find the best answer to each of nine styles: timid, normal or bold callers; shy, normal or stubborn challengers.

    Two opponents share a style. The map says what the best calls and challenges win if the style is read correctly,
    what they earn if it is misread, and how exploitable they are.

    With a FILE of tongits records or tongits play (- reads standard input), the style of one recorded player is
    estimated: how often it calls and challenges, situation by situation, with intervals. The fewer games there are, the
    more the estimate is shrunk towards the players of the library. The profile that -o writes plays like that player:
    solve --lock, advise --against and compare accept it. With --rules, games of other rules are refused.

    \b
    Examples: tongits analyze styles --rules pagat
              tongits analyze styles games.jsonl --player expert -o lola.profile
    """
    if not file:
        refuse_options(ctx, ("player", "output"), "is for a recorded player; name a FILE of games.")
        if options["games"] is not None:
            games = next(each for each in ctx.command.params if each.name == "games")
            Whole(1000, 10**9).convert(str(options["games"]), games, ctx)
        _best_answers(chosen_rules(rules, settings), report, form, **options)
        return
    if not player:
        raise click.UsageError("name the player in the records: --player NAME.")
    refuse_options(ctx, ("deals", "match_games", "report"), "has no place beside a FILE of games.")
    named = given(ctx, "rules")
    if settings and not named:
        raise click.UsageError("--set changes the rules that --rules names; name them.")
    if output is not None and output.is_dir():
        raise click.UsageError(f"{output} is a folder; name a file for the profile, such as {output / 'mine.profile'}.")
    _fit(file, player, chosen_rules(rules, settings) if named else None, output, form, **options)


def _best_answers(
    rules: RuleSet,
    report: Path | None,
    form: str,
    play: str,
    games: int | None,
    deals: int,
    match_games: int,
    seed: int,
    workers: int | None,
) -> None:
    from analyses.solving.solver import Problem
    from analyses.styles import best_answers
    from reports.page.render import write_report

    check_report(report)
    problem = Problem(rules, load_player(play), seed, match_games=match_games)
    answer = best_answers(problem, How(workers, notice=to_stderr), games or _GAMES, deals)
    if report is not None:
        write_report([answer], report)
    print_document(answer, form, rows)


def _fit(
    file: str, player: str, rules: RuleSet | None, output: Path | None, form: str, play: str, **options: Any
) -> None:
    from analyses.fit import fit
    from tongits_sim.designs.warmup import prepare_board
    from tongits_sim.records.replay import verified_records

    lines = list(read_lines(file))
    prepare_board()
    _, answer = fit(
        verified_records(file, lines),
        player,
        rules,
        source="" if file == "-" else Path(file).name,
        file=output,
        play=play,
        games=options["games"] or _FIT_GAMES,
        seed=options["seed"],
        how=How(options["workers"], notice=to_stderr),
    )
    print_answer(answer, form, csv_rows, show_fit)
