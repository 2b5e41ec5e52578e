"""Add a card to a meld on the table (sapaw), or keep it?

At every chance to add a card both actions are played to the end. Yes adds the card that the player adds; if the player
adds nothing, it adds a loose card that fits. No adds nothing more in this turn; then the player plays on, and may add
the card in a later turn. The gain is given with and without an open meld.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass

from analyses.question import DECISIONS_TABLE, MIN_FORKS, OF, Inquiry, Question
from analyses.rollouts import chances
from analyses.rollouts.chances import ChancesAnswer, Presenter


@dataclass(frozen=True, kw_only=True)
class SapawsAnswer(ChancesAnswer):
    """The gain of adding a card to a meld."""


PROPOSAL = "strategies.helpers:sapaw_deadwood"
GAMES = 60_000
"""With a third of these games the sentence on keeping a card turned with the seed (casino_x)."""
NOBODY = "nobody could add a card to a meld in {games} games under {rules}; play more games"


def ask(inquiry: Inquiry) -> SapawsAnswer:
    """Raises QuestionError if nobody can add a card."""
    return SapawsAnswer(**chances.ask(inquiry, SAPAWS, "sapaw", PROPOSAL, NOBODY))


_WORDS = Presenter(
    leaving="keeping a card that fits a meld for a turn",
    they_leave="keep it",
    claim="",
    yes="sapaw",
    no="keep",
    doing="adding the card",
    instead="keeping it",
)
screen, short, tables = _WORDS.screen, _WORDS.short, _WORDS.tables
about, findings, csv_rows = _WORDS.about, _WORDS.findings, _WORDS.csv_rows

SAPAWS = Question(
    name="sapaws",
    asks="Add a card to a meld on the table (sapaw), or keep it?",
    games=GAMES,
    ask=ask,
    width=chances.width,
    answer=SapawsAnswer,
    options=(OF, MIN_FORKS, DECISIONS_TABLE),
    players=chances.PLAYERS,
    example="--rules pagat",
    presenter=sys.modules[__name__],
    about=__doc__ or "",
    reader="player",
    page_order=70,
)
