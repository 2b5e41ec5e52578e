"""Shows the answer of `mahjong compare`, in which each player in turn plays against the same opponents."""

from __future__ import annotations

from analyses.money import unit_name
from analyses.presentation import (
    Finding,
    Screen,
    Table,
    columns,
    earned,
    earnings,
    join_and,
    moved,
    seated,
    share,
    sure,
)
from mahjong_sim.experiments.answer_types import CompareAnswer, PairRow, WhatIfAnswer
from tongits_sim.run.numbers import p_words, played_words


def screen(answer: CompareAnswer) -> Screen:
    usual = f"Other tables: --others {','.join(['expert'] * len(answer.others))}"
    return Screen(heading(answer), headline(answer), [players(answer)], [f"{usual}   Pairs: --full"])


def heading(answer: CompareAnswer) -> str:
    """The first line of the screen: rules, other players, deals, seed."""
    size = f"{answer.deals:,} deals in four rotations"
    return f"{answer.rules} · against {seated(answer.others)} · {size} · seed {answer.seed}"


def headline(answer: CompareAnswer) -> str:
    """Who is best, if that is sure."""
    first, second = answer.ranking[:2]
    open_ = [row.player for row in answer.ranking[1:] if not is_decided(_pair(answer, first.player, row.player))]
    if open_:
        return f"{join_and([first.player, *open_])} are too close to call after {answer.deals:,} deals."
    lead = earned(_pair(answer, first.player, second.player).diff, False).lstrip("−")
    return f"{first.player} is the best: {lead} {unit_name()} a game ahead of {second.player}."


def _pair(answer: CompareAnswer, first: str, second: str) -> PairRow:
    return next(row for row in answer.pairs if {row.a, row.b} == {first, second})


def is_decided(row: PairRow) -> bool:
    """Return True if a sentence may say which of two players is better."""
    return row.verdict != "undecided" and sure(row.diff)


def players(answer: CompareAnswer) -> Table:
    """A row for each player, the best first."""
    units = dict(zip(answer.players, earnings(row.payout for row in answer.ranking), strict=True))
    cells = {
        "player": lambda row: row.player,
        f"{unit_name()} a game": lambda row: units[row.player],
        "wins": lambda row: share(row.wins),
    }
    return columns("ranking", "What each earns", answer.ranking, cells)


def tables(answer: CompareAnswer) -> list[Table]:
    """The players, and their differences."""
    cells = {
        "player": lambda row: row.a,
        "than": lambda row: row.b,
        "earns more": lambda row: moved(row.diff),
        "p (Holm)": lambda row: p_words(row.p_holm),
    }
    return [players(answer), columns("pairs", "All pairs, on the same deals", answer.pairs, cells, 2)]


def about(answer: CompareAnswer | WhatIfAnswer) -> list[str]:
    now = round((answer.run.games_per_second or 0) * answer.run.elapsed_s)
    played = played_words(answer.games_played, now, answer.run.elapsed_s)
    return [f"± is half a 95 % interval, the deal being the unit; p values are corrected by Holm's method. {played}."]


def findings(_answer: CompareAnswer) -> list[Finding]:
    """No figures."""
    return []
