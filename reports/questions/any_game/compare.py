"""The answer of `compare` in words, for any game."""

from __future__ import annotations

from analyses.words import Finding, Table
from reports.questions.tables import share_cell
from tongits_sim.core.answers import CompareAnswer, WhatIfAnswer
from tongits_sim.core.game import game_of
from tongits_sim.run.numbers import known, number_word, p_words, played_words


def sentences(answer: CompareAnswer) -> list[str]:
    """The games behind it."""
    return [closing(answer)]


def findings(answer: CompareAnswer) -> list[Finding]:
    """No figures."""
    return []


def asked(answer: CompareAnswer) -> str:
    """The deals, players and rules in one line."""
    game = game_of(answer.command)
    return (
        f"{answer.deals:,} deals of {game.name} in {number_word(game.seats)} rotations · with "
        f"{', '.join(answer.others)} · rules {answer.rules} · seed {answer.seed}"
    )


def headline(answer: CompareAnswer) -> str:
    """The player who earns most."""
    first, second = answer.ranking[:2]
    for pair in answer.pairs:
        if {pair.a, pair.b} == {first.player, second.player}:
            if pair.verdict == "undecided":
                return f"Undecided: {first.player} earned most, but its lead over {second.player} is not certain."
            return f"{first.player} earns most; its lead over {second.player} is certain."
    return ""


def tables(answer: CompareAnswer) -> list[Table]:
    """The players, and their differences."""
    ranking = [
        [row.player, known(row.payout.mean, row.payout.ci95), share_cell(row.wins.mean, row.wins.ci95)]
        for row in answer.ranking
    ]
    pairs = [
        [row.a, row.verdict, row.b, known(row.diff.mean, row.diff.ci95), p_words(row.p_holm)] for row in answer.pairs
    ]
    note = "± is half a 95 % interval, the deal being the unit."
    return [
        Table("ranking", "What each earns", ["Player", "Units a game", "Wins, %"], ranking, note=note),
        Table("pairs", "Differences", ["Player", "is", "than", "Units a game", "p (Holm)"], pairs, text=3),
    ]


def closing(answer: CompareAnswer | WhatIfAnswer) -> str:
    """The number of games and their speed."""
    now = round((answer.games_per_second or 0) * answer.elapsed_s)
    return played_words(answer.games_played, now, answer.elapsed_s) + "."
