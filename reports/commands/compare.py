"""`tongits compare`: the command, and a comparison in a terminal."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.candidates import WORDS
from reports.commands.hints import refuse_twins
from reports.commands.options import (
    Number,
    check_playing,
    check_report,
    chosen_rules,
    deals_options,
    format_option,
    named_players,
    names_option,
    playing_options,
    report_option,
    rules_options,
    terms_options,
)
from reports.text.console import print_csv, print_json, show, table
from tongits_sim.run.numbers import digits_of, known, p_words, played_words

if TYPE_CHECKING:
    from analyses.answers.comparison import ComparisonAnswer

__all__ = ["compare", "digits_of", "known", "p_words", "print_comparison"]


def _all_players(ctx: click.Context, param: click.Parameter, players: tuple[str, ...]) -> Any:
    """The players, those of files and folders by name; `named_players` gives them the names of `--as`."""
    if ctx.resilient_parsing:
        return players
    from strategies.collection import specs_of
    from tongits_sim.players import split_specs
    from tongits_sim.run.warmup import to_stderr

    words = [word for text in players for word in split_specs(text)]
    return named_players(ctx, param, tuple(spec for word in words for spec in specs_of(word, to_stderr)))


@click.command()
@click.argument(
    "players", nargs=-1, required=True, metavar="A B [C ...]", type=WORDS["A B [C ...]"], callback=_all_players
)
@names_option
@rules_options
@deals_options(
    "Deals per table of three, each played in every seating; the maximum if the run may stop early.", "Games per match."
)
@click.option("--baseline", default=None, type=WORDS["PLAYER"], help="Compare every other player with this one.")
@click.option(
    "--stop-at-width",
    type=Number(0, 10**9),
    default=None,
    metavar="H",
    help="Stop once every difference is known to within H units.",
)
@click.option("--monitor", is_flag=True, help="Stop once every difference is decided.")
@click.option("--confirm", is_flag=True, help="Replicate with a second seed; report only verdicts that both support.")
@click.option("--luck-corrected", is_flag=True, help="Take the luck of draws out of payouts and differences.")
@click.option(
    "--all-triples", is_flag=True, help="Include tables at which one bot plays twice (needed for alpha-rank)."
)
@playing_options
@terms_options
@report_option
@format_option
def compare(
    players: tuple[str, ...],
    rules: str,
    settings: tuple[str, ...],
    report: Path | None,
    form: str,
    **options: Any,
) -> None:
    """Compare bots on the same deals in every seating.

    A file bots/shy.py stands for all bots that it defines, a folder for all bots of its files (they are executed).

    Example: tongits compare greedy caller hunter --rules pagat --deals 20k --baseline greedy
    """
    check_playing(options["out"], options["resume"])
    check_report(report)
    from analyses.matchups import compare as run
    from reports.commands.interrupt import answered, caution, end_stopped, marked, on_ctrl_c, show_caution
    from reports.commands.progress import ProgressBar
    from tongits_sim.players import as_players, split_specs
    from tongits_sim.run.how import How
    from tongits_sim.run.warmup import to_stderr

    bots = as_players([spec for text in players for spec in split_specs(text)])
    refuse_twins(bots)
    halt = None if options["confirm"] else on_ctrl_c()  # what nothing confirmed is no answer to --confirm
    with ProgressBar() as bar:
        how = How(progress=bar, notice=to_stderr, halt=halt)
        chosen = chosen_rules(rules, settings)
        comparison = answered(halt, lambda: run(chosen, bots, how=how, **options))
    if halt is not None and halt.run is not None:
        answer = comparison.answer
        answer = replace(answer, stopping=replace(answer.stopping, words=caution(halt)))
        if form == "json":
            print_json(marked(answer.to_dict(), halt))
        else:
            show_caution(halt, form)
            print_comparison(answer, form)
        end_stopped(halt)
    if report is not None:
        from reports.page.render import write_report

        write_report([comparison.answer], report)
    print_comparison(comparison.answer, form)


def print_comparison(answer: ComparisonAnswer, form: str) -> None:
    """A comparison in one of the formats."""
    from tongits_sim.run.answers import flat

    if form == "json":
        print_json(answer.to_dict())
    elif form == "csv":
        print_csv([flat(row) for row in answer.ranking])
    else:
        _print_tables(answer)


def _print_tables(comparison: ComparisonAnswer) -> None:
    from analyses.comparison_text import answer, asked, baseline_answer, certainty, house_answer, luck_answer

    show()
    show(asked(comparison), style="bold")
    show()
    show(*filter(None, (answer(comparison), baseline_answer(comparison), house_answer(comparison))))
    show(_ranking_table(comparison))
    if 1 < len(comparison.pairs) <= 45:
        show(_pairs_table(comparison))
    show(*filter(None, (luck_answer(comparison), certainty(comparison))))
    if comparison.elapsed_s:
        now = round((comparison.games_per_second or 0) * comparison.elapsed_s)
        show(played_words(comparison.games_played, now, comparison.elapsed_s) + ".")


def _ranking_table(comparison: ComparisonAnswer) -> Any:
    from analyses.comparison_text import RATING, ranking_table, shows_ratings

    headings, rows = ranking_table(comparison)
    grid = table(*headings)
    for row in rows:
        grid.add_row(*row)
    grid.caption = "± is half a 95 % interval. Wins, sunog (burned) and calls: shares of all games." + (
        "" if comparison.baseline else " Challenges won: share of its challenges."
    )
    grid.caption += f" {RATING}" if shows_ratings(comparison) else ""
    grid.caption_justify = "left"
    return grid


def _pairs_table(comparison: ComparisonAnswer) -> Any:
    grid = table("Player", "is", "than", "Units a game", "p (Holm)", left=3)
    for row in comparison.pairs:
        grid.add_row(row.a, row.verdict, row.b, known(row.diff.mean, row.diff.ci95), p_words(row.p_holm))
    return grid
