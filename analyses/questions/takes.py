"""Take the discard for a meld, or draw?

At every chance to take the discard both actions are played to the end. Yes means the take that the player makes; if the
player draws, it means the meld that lowers the count most, if one is possible. No means a draw from the stock; then the
player plays on. The gain is given with and without an open meld, because a player who leaves a discard to stay able to
call already has one.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from analyses.question import DECISIONS_TABLE, MIN_FORKS, OF, Inquiry, Question
from analyses.rollouts import chances
from analyses.rollouts.chances import ChancesAnswer, Presenter


@dataclass(frozen=True, kw_only=True)
class TakesAnswer(ChancesAnswer):
    """The gain of taking the discard."""


PROPOSAL = "strategies.helpers:take_if_lower"
NOBODY = "nobody had a discard to take in {games} games under {rules}; play more games"


def ask(inquiry: Inquiry) -> TakesAnswer:
    """Raises QuestionError if nobody has a discard to take."""
    return TakesAnswer(**chances.ask(inquiry, TAKES, "draw", PROPOSAL, NOBODY))


_WORDS = Presenter(
    leaving="leaving a discard that melds",
    they_leave="leave it",
    claim="leave it, to stay able to call",
    yes="take",
    no="draw",
    doing="taking",
    instead="drawing",
)
screen, short, tables = _WORDS.screen, _WORDS.short, _WORDS.tables
about, findings, csv_rows = _WORDS.about, _WORDS.findings, _WORDS.csv_rows

TAKES = Question(
    name="takes",
    asks="Take the discard for a meld, or draw?",
    games=chances.GAMES,
    ask=ask,
    width=chances.width,
    answer=TakesAnswer,
    options=(OF, MIN_FORKS, DECISIONS_TABLE),
    players=chances.PLAYERS,
    example="--rules pagat",
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="player",
    page_order=60,
)
