"""Joins to a game how reports show it: the types of its answers, their presenters, and its words for readers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from strategies.tongits import TONGITS

if TYPE_CHECKING:
    from tongits_sim.core.game import Game
    from tongits_sim.run.answers import Answer


class Presented(NamedTuple):
    """How answers of a command are read and shown."""

    answer: type[Answer]  # their type
    words: Any  # their presenter, see reports/questions


class Presentation:
    """How reports show a game. A game with more commands has a subclass.

    Attributes:
        game: the game.
        words: words of the game with their meanings, for players.
        rule_words: words with their meanings, for people who set the rules.
    """

    words: Sequence[tuple[str, str]] = ()
    rule_words: Sequence[tuple[str, str]] = ()

    def __init__(self, game: Game) -> None:
        self.game = game
        _PRESENTATIONS[game] = self

    def commands(self) -> dict[str, Presented]:
        """How answers are presented, by command."""
        from reports.questions.any_game import compare, simulate, whatif
        from tongits_sim.core import answers

        return {
            "simulate": Presented(answers.BatchAnswer, simulate),
            "compare": Presented(answers.CompareAnswer, compare),
            "whatif": Presented(answers.WhatIfAnswer, whatif),
        }


class TongitsPresentation(Presentation):
    words = (
        ("count", "points of the cards in your hand that are in no meld"),
        ("meld", "three or more cards of one rank, or a run of one suit"),
        ("stock", "the cards still to be drawn"),
        ("call", "to end the game by a draw: the lowest count wins"),
        ("challenge, fold", "to compare counts with the caller, or to give in and pay less"),
        ("sunog", "burned: the game ends and you have laid no meld of your own"),
        ("sapaw", "to add a card to a meld on the table"),
    )
    rule_words = (
        ("dealer", "the mano: has 13 cards and begins; often the winner of the last game"),
        ("jackpot", "a pot beside the game, for several wins in a row"),
    )

    def commands(self) -> dict[str, Presented]:
        """The commands of any game with columns of Tongits, and tournaments."""
        from analyses.answers.comparison import ComparisonAnswer
        from analyses.answers.tournament import TournamentAnswer
        from analyses.answers.whatif import WhatIfAnswer
        from reports.questions import compare, simulate, tournament, whatif
        from reports.questions.simulate import BatchReport

        return {
            "simulate": Presented(BatchReport, simulate),
            "compare": Presented(ComparisonAnswer, compare),
            "whatif": Presented(WhatIfAnswer, whatif),
            "tournament": Presented(TournamentAnswer, tournament),
        }


_PRESENTATIONS: dict[Game, Presentation] = {}


def presentation_of(game: Game) -> Presentation:
    return _PRESENTATIONS.get(game) or Presentation(game)


TongitsPresentation(TONGITS)
