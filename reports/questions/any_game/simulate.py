"""Shows the answer of `simulate` for any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from analyses.money import unit_name
from analyses.words import Finding, Screen, Table, columns, earned, earnings, join_and, paid, seated, share, sure
from tongits_sim.core.answers import BatchAnswer
from tongits_sim.records.schema import LETTERS
from tongits_sim.run.answers import Estimate, mean_of
from tongits_sim.run.numbers import played_words


def screen(answer: BatchAnswer) -> Screen:
    return Screen(heading(answer), headline(answer), [players(answer, {})], ["All numbers: --full"])


def heading(answer: BatchAnswer) -> str:
    games = f"{answer.games:,} games" + (f" in matches of {answer.match_games:,}" if answer.match_games > 1 else "")
    fixed = ["fixed seats"] * answer.fixed_seats
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


def ranked(answer: Any) -> list[Any]:
    """The players, the best first."""
    return sorted(answer.players_summary, key=lambda row: (-(row.payout.mean or 0.0), -(row.wins.mean or 0.0)))


def players(answer: Any, more: Mapping[str, Callable[[Any], str]], money: bool = True) -> Table:
    """A row for each player, the best first; `more` columns by heading; `money`: whether games pay units."""
    rows = ranked(answer)
    units = dict(zip([row.player for row in rows], earnings(row.payout for row in rows), strict=True))
    cells: dict[str, Callable[[Any], str]] = {
        "player": lambda row: row.player if len(row.slots) == 1 else f"{row.player} ×{len(row.slots)}"
    }
    if money:
        cells[f"{unit_name()} a game"] = lambda row: units[row.player]
    cells["wins"] = lambda row: share(row.wins)
    return columns("players", "What each player earns", rows, {**cells, **more})


def tables(answer: BatchAnswer) -> list[Table]:
    """The players, their swing, the seats."""
    swing = {"swing": lambda row: paid(Estimate(row.payout_sd))}
    seats = {
        "seat": lambda row: LETTERS[row.seat],
        f"{unit_name()} a game": lambda row: earned(row.payout),
    }
    return [players(answer, swing), columns("seats", "What each seat earns", answer.seats_summary, seats)]


def findings(answer: BatchAnswer) -> list[Finding]:
    return []


def about(answer: BatchAnswer) -> list[str]:
    now = round((answer.games_per_second or 0) * answer.elapsed_s)
    played = played_words(answer.games, now, answer.elapsed_s)
    return [f"± is half a 95 % interval. Swing: standard deviation of one game. {played}, {answer.workers} workers."]
