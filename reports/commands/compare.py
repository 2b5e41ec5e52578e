"""`tongits compare`: the command, and a comparison in words and in a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from reports.commands.hints import refuse_twins
from reports.commands.options import (
    Number,
    Whole,
    check_playing,
    chosen_rules,
    format_option,
    playing_options,
    rules_options,
)
from reports.text.console import print_csv, print_json, show, table
from reports.text.numbers import amount, between, decimals, half_width, percent, played_words

Document = Mapping[str, Any]


@click.command()
@click.argument("players", nargs=-1, required=True, metavar="A B [C ...]")
@rules_options
@click.option(
    "--games",
    "-n",
    type=Whole(1, 10**9),
    default=20_000,
    show_default=True,
    help="Deals per table of three, each played in every seating; the maximum if the run may stop early.",
)
@click.option(
    "--seed",
    type=Whole(0, 2**64 - 1),
    default=1,
    show_default=True,
    help="Random seed: the same seed gives the same deals.",
)
@click.option("--match-games", type=Whole(1, 10**6), default=1, show_default=True, help="Games per match.")
@click.option("--baseline", default=None, metavar="PLAYER", help="Compare every other player with this one.")
@click.option(
    "--stop-at-width",
    type=Number(0, 10**9),
    default=None,
    metavar="H",
    help="Stop once every difference is known to within H units.",
)
@click.option("--monitor", is_flag=True, help="Stop once every difference is decided.")
@click.option("--confirm", is_flag=True, help="Replicate with a second seed; report only verdicts that both support.")
@click.option(
    "--all-triples", is_flag=True, help="Include tables at which one bot plays twice (needed for alpha-rank)."
)
@playing_options
@click.option(
    "--report",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="Write a report: .html, .md or .json; NAME.csv writes a folder NAME of CSV tables.",
)
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

    Example: tongits compare greedy caller hunter --rules pagat --games 20k --baseline greedy
    """
    check_playing(options["out"], options["resume"])
    from analyses.matchups import compare as run
    from reports.commands.progress import ProgressBar
    from strategies import load_players

    named = [player for text in players for player in load_players(text, None)]
    refuse_twins(named)
    with ProgressBar() as bar:
        found = run(chosen_rules(rules, settings), named, progress=bar, **options)
    if report is not None:
        from reports.page.render import write_report

        write_report([found.to_dict()], report)
    print_comparison(found.to_dict(), form)


def print_comparison(document: Document, form: str) -> None:
    """A comparison in one of the formats."""
    from tongits_sim.designs.batch.results import flat

    if form == "json":
        print_json(document)
    elif form == "csv":
        print_csv([flat(row) for row in document["ranking"]])
    else:
        _print_tables(document)


def asked(document: Document) -> str:
    """What was compared, in a line."""
    unit = "deals" if document["match_games"] == 1 else f"matches of {document['match_games']:,} games"
    return (
        f"{len(document['players'])} players · {document['games']:,} {unit}, each at every table in every seating · "
        f"rules {document['rules']} · seed {document['seed']}"
    )


def answer(document: Document) -> str:
    """Who wins, by how much, and whether it is luck."""
    best, *others = document["ranking"]
    digits = digits_of(best["payout_ci95"])
    earns = f"{amount(best['payout_mean'], digits)} units a game (95 % interval {between(best['payout_ci95'], digits)})"
    mine = [row for row in document["pairs"] if best["player"] in (row["a"], row["b"])]
    doubtful = [
        row["b"] if row["a"] == best["player"] else row["a"] for row in mine if row["verdict"] == "inconclusive"
    ]
    if doubtful:
        names = f"{doubtful[0]}" if len(doubtful) == 1 else f"{', '.join(doubtful[:-1])} and {doubtful[-1]}"
        return (
            f"Undecided: {best['player']} earned most, {earns}, but whether it is better than {names} is not certain."
        )
    closest = next(row for row in mine if others[0]["player"] in (row["a"], row["b"]))
    width = digits_of(closest["ci95"])
    lead = f"{amount(abs(closest['diff']), width, sign=False)} more than {others[0]['player']}"
    return f"{best['player']} earns most, {earns}: {lead} (95 % interval {between(closest['ci95'], width)})."


def baseline_answer(document: Document) -> str:
    """How the others do against the baseline; empty without one."""
    name = document["baseline"]
    if name is None:
        return ""
    said: dict[str, list[str]] = {"better": [], "worse": [], "inconclusive": []}
    for row in document["ranking"]:
        if row["verdict_vs_baseline"] is not None:
            said[row["verdict_vs_baseline"]].append(row["player"])
    parts = [f"{word}: {', '.join(players)}" for word, players in said.items() if players]
    return f"Against the baseline {name}, {'; '.join(parts)}."


def certainty(document: Document) -> str:
    """How the run stopped, what was corrected, and what pairing was worth."""
    compared = len(document["pairs"])
    told = [document["stopping"]["words"]]
    word = "comparison is" if compared == 1 else "comparisons are"
    told.append(f'{compared} {word} corrected by Holm\'s method; "inconclusive" does not mean equal.')
    if document["variance_reduction"] is not None:
        factor = document["variance_reduction"]
        told.append(f"Without duplicate deals it would have taken {factor:.1f} times as many games (median of pairs).")
    if document["confirm"]:
        other = document["confirm"]
        rest = "" if other["agreed"] == other["of"] else "; the others do not stand"
        told.append(f"Seed {other['seed']} agreed in {other['agreed']} of {other['of']} verdicts{rest}.")
    return " ".join(told)


def _print_tables(document: Document) -> None:
    show()
    show(asked(document), style="bold")
    show()
    show(*filter(None, (answer(document), baseline_answer(document))))
    show(_ranking_table(document))
    if 1 < len(document["pairs"]) <= 45:
        show(_pairs_table(document))
    show(certainty(document))
    if document["elapsed_s"]:
        now = round((document["games_per_second"] or 0) * document["elapsed_s"])
        show(played_words(document["games_played"], now, document["elapsed_s"]) + ".")


def known(value: float | None, limits: list[float] | None) -> str:
    """An amount with half the width of its interval: `+0.368 ± 0.055`.

    >>> known(0.36821, [0.313, 0.4234]), known(1.0, None), known(None, None)
    ('+0.368 ± 0.055', '+1.00', '')
    """
    width = half_width(limits)
    digits = digits_of(limits)
    return amount(value, digits) + (f" ± {width:.{digits}f}" if width else "")


def digits_of(limits: list[float] | None) -> int:
    """Decimals for an amount: two figures of its half-width."""
    width = half_width(limits)
    return decimals(width / 10, most=6) if width else 2


def p_words(p: float | None) -> str:
    """A p-value.

    >>> p_words(0.3044), p_words(1e-9)
    ('0.3044', '< 0.0001')
    """
    return "" if p is None else "< 0.0001" if p < 1e-4 else f"{p:.4f}"


def _ranking_table(document: Document) -> Any:
    against = document["baseline"]
    columns = ["Player", "Units a game", "To the best", "Wins", "Sunog", "Calls"]
    shown = table(*columns, "To baseline" if against else "Fights won")
    for row in document["ranking"]:
        cells = [
            row["player"],
            known(row["payout_mean"], row["payout_ci95"]),
            known(row["diff_to_best"], row["diff_to_best_ci95"]) if row["rank"] > 1 else "best",
            *(percent(row[name]) for name in ("win_rate", "sunog_rate", "call_rate")),
        ]
        shown.add_row(*cells, (row["verdict_vs_baseline"] or "baseline") if against else percent(row["challenges_won"]))
    shown.caption = "± is half a 95 % interval. Wins, sunog (burned) and calls: shares of all games." + (
        "" if against else " Fights won: of its challenges."
    )
    shown.caption_justify = "left"
    return shown


def _pairs_table(document: Document) -> Any:
    shown = table("Player", "is", "than", "Units a game", "p (Holm)", left=3)
    for row in document["pairs"]:
        shown.add_row(row["a"], row["verdict"], row["b"], known(row["diff"], row["ci95"]), p_words(row["p_holm"]))
    return shown
