"""A question of one's own: copy this file, change it, and ask it.

tongits analyze docs/examples/my_question.py:shares --games 200k
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from analyses.answers.shared import QuestionAnswer
from analyses.presentation import Finding, Screen, Table, join_and, share
from analyses.question import Inquiry, Option, Question
from tongits_sim.run.answers import Answer, Estimate

Verdict = Literal["more", "fewer", "cannot tell"]


@dataclass(frozen=True)
class ShareRow(Answer):
    """A player's share of games won, and whether the share is surely more than a third."""

    player: str
    games: int
    wins: Estimate
    verdict: Verdict


@dataclass(frozen=True, kw_only=True)
class SharesAnswer(QuestionAnswer):
    """The answer; the fields of `QuestionAnswer` say what was asked."""

    part: float
    cells: tuple[ShareRow, ...]
    method: Mapping[str, str]


def ask(inquiry: Inquiry) -> SharesAnswer:
    """Play the games, and compare each player's share of wins with a part of a third."""
    from tongits_sim.experiments.batch import BatchJob
    from tongits_sim.experiments.simulate import play_job

    part = inquiry.options["part"]
    results = play_job(BatchJob(inquiry.rules, inquiry.players, inquiry.games, inquiry.seed), inquiry.run_options)
    rows = [
        ShareRow(player.player, player.games, player.wins, verdict(player.wins, part))
        for player in results.players_summary
    ]
    return SharesAnswer(
        **inquiry.head(SHARES),
        part=part,
        cells=tuple(rows),
        method={"estimator": "Share of games won, Wilson's interval; each interval holds by itself."},
    )


def verdict(wins: Estimate, part: float) -> Verdict:
    """What the interval says."""
    low, high = wins.ci95 or (0.0, 1.0)
    return "more" if low > part else "fewer" if high < part else "cannot tell"


def screen(answer: SharesAnswer) -> Screen:
    """The first screen: who wins more than that part, and the players."""
    names = join_and([row.player for row in answer.cells if row.verdict == "more"]) or "Nobody for certain"
    says = f"{names} won more than {100 * answer.part:.0f} % of the games."
    return Screen(answer.heading(), says, tables(answer), ["All numbers: --format json"])


def tables(answer: SharesAnswer) -> list[Table]:
    """The players."""
    rows = [[row.player, share(row.wins), row.verdict] for row in answer.cells]
    return [Table("shares", "Share of games won", ["Player", "Wins", "Than its share"], rows)]


def findings(answer: SharesAnswer) -> list[Finding]:
    """The figures: none."""
    return []


SHARES = Question(
    name="shares",
    asks="Who wins more than a third of the games?",
    games=100_000,
    ask=ask,
    answer=SharesAnswer,
    options=(Option("part", "The part of the games to compare with.", "number", 1 / 3, 0.0, 1.0),),
    presenter=sys.modules[__name__],
)
