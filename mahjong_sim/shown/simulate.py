"""Shows the answer of `mahjong simulate`."""

from __future__ import annotations

from analyses.money import unit_name
from analyses.presentation import (
    Finding,
    Screen,
    Table,
    bars,
    columns,
    earned,
    join_and,
    paid,
    paid_exactly,
    seated,
    share,
    sure,
)
from mahjong_sim.experiments.answer_types import BatchAnswer
from reports.text.standings import ranked, standings
from tongits_sim.records.schema import LETTERS
from tongits_sim.run.answers import Estimate, mean_of
from tongits_sim.run.numbers import number_word, played_words
from tongits_sim.stats import wilson_interval

ENDING_WORDS = {
    "discard": "won by a discard",
    "bunot": "won by draw (bunot)",
    "robbed": "won by robbing a sagasa",
    "void": "the wall ran out",
}
MAX_ITEMS = 4  # of what hands are paid for, on the screen


def screen(answer: BatchAnswer) -> Screen:
    if answer.games == 0:
        return Screen(heading(answer), "No game was finished.")
    alike = answer.leader is None
    says = f"{number_word(len(answer.players)).capitalize()} alike earn nothing from each other. {edge(answer)}"
    body: list[Table] = [_endings(answer)] if alike else [_players(answer), _endings(answer)]
    items = sorted(_items(answer).items(), key=lambda name_and_units: -name_and_units[1])[:MAX_ITEMS]
    paid_for = ", ".join(f"{item.replace('_', ' ')} ({share(Estimate(part))})" for item, part in items)
    moved = paid_exactly(answer.moved_per_game)
    moves = f"A game moves {moved} {unit_name()} in {answer.discards_per_game:.0f} discards."
    notes = [
        f"Hands won are paid for {paid_for}.",
        moves if alike else f"{edge(answer)} {moves}",
        "All numbers: --full   What is paid to whom: tongits mahjong analyze payouts",
    ]
    return Screen(heading(answer), says if alike else headline(answer), body, notes)


def edge(answer: BatchAnswer) -> str:
    """How much more mano earns than the mean of the other players, in a sentence."""
    dealer = answer.dealer_summary.payout
    seats = len(answer.players)
    factor = seats / (seats - 1)
    limits = None if dealer.ci95 is None else (dealer.ci95[0] * factor, dealer.ci95[1] * factor)
    more = Estimate(mean_of(dealer) * factor, limits)
    if sure(more):
        return f"The dealer's edge (mano's) is {paid(more)} {unit_name()}."
    bound = Estimate(max(map(abs, limits or (0.0,))))
    return f"The dealer's edge (mano's) is under {paid(bound)} {unit_name()} either way."


def tables(answer: BatchAnswer) -> list[Table]:
    """Players, seats, items of hands, endings."""
    return [_players(answer), _seats(answer), _hands(answer), _ending_table(answer)]


def _players(answer: BatchAnswer) -> Table:
    return standings(
        answer,
        {
            "by draw": lambda row: share(Estimate(row.bunot_rate)),
            "gave it": lambda row: share(Estimate(row.discarded_rate)),
            "open": lambda row: share(Estimate(row.opened_rate)),
            "a hand": lambda row: paid_exactly(row.hand_mean),
        },
    )


def _parts(answer: BatchAnswer) -> list[tuple[str, Estimate]]:
    parts = [(ENDING_WORDS[ending], part) for ending, part in answer.endings.items() if part]
    return [(name, Estimate.of(wilson_interval(round(part * answer.games), answer.games))) for name, part in parts]


def _endings(answer: BatchAnswer) -> Table:
    return bars(sorted(_parts(answer), key=lambda part: -(part[1].mean or 0.0)))


def _ending_table(answer: BatchAnswer) -> Table:
    return columns(
        "endings",
        "How games end",
        _parts(answer),
        {"ending": lambda part: part[0], "games": lambda part: share(part[1])},
    )


def _items(answer: BatchAnswer) -> dict[str, float]:
    """Shares of won hands with each item, all players together."""
    rows = [(row, (row.wins.mean or 0.0) * row.games) for row in answer.players_summary]
    wins = sum(weight for _, weight in rows) or 1.0
    items = [item for item in answer.players_summary[0].items if item != "win"]
    return {item: sum((row.items[item] or 0.0) * weight for row, weight in rows) / wins for item in items}


def _hands(answer: BatchAnswer) -> Table:
    """The shares of each player's winning hands with each item."""
    rows = answer.players_summary
    items = [item for item in rows[0].items if item != "win" and any(row.items[item] for row in rows)]
    cells = [[item.replace("_", " "), *(share(Estimate(row.items[item])) for row in rows)] for item in items]
    return Table("items", "What hands won are paid for", ["paid for", *(row.player for row in rows)], cells)


def heading(answer: BatchAnswer) -> str:
    """The first line of the screen: rules, players, games, seed."""
    games = f"{answer.games:,} games" + (f" in matches of {answer.match_games:,}" if answer.match_games > 1 else "")
    fixed = ["fixed seats"] if answer.fixed_seats else []
    return " · ".join([answer.rules, seated(answer.players), games, *fixed, f"seed {answer.seed}"])


def headline(answer: BatchAnswer) -> str:
    """Who earns most, if that is sure."""
    if answer.games == 0:
        return "No game was finished."
    if answer.leader is None:
        return "Equal players earn nothing from each other."
    rows = ranked(answer)
    best, lead = rows[0], answer.leader.lead
    if sure(lead):
        more = f"{paid(lead)} more than {answer.leader.next}"
        return f"{best.player} earns most: {paid(best.payout, True)} {unit_name()} a game, {more}."
    close = [
        row.player for row in rows if mean_of(best.payout) - mean_of(row.payout) <= (row.payout.half_width or 0) * 2
    ]
    return f"{join_and(close)} are too close to call after {answer.games:,} games."


def _seats(answer: BatchAnswer) -> Table:
    cells = {"seat": lambda row: LETTERS[row.seat], f"{unit_name()} a game": lambda row: earned(row.payout)}
    return columns("seats", "What each seat earns", answer.seats_summary, cells)


def about(answer: BatchAnswer) -> list[str]:
    run = answer.run
    played = played_words(answer.games, round((run.games_per_second or 0) * run.elapsed_s), run.elapsed_s)
    return [f"± is half a 95 % interval. Swing: standard deviation of one game. {played}, {run.workers} workers."]


def findings(_answer: BatchAnswer) -> list[Finding]:
    """No figures."""
    return []
