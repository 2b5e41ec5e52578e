"""`tongits mahjong`: commands and questions of mahjong, and how reports show its answers."""

from __future__ import annotations

from typing import Any

from analyses.registry import add_questions
from mahjong_sim import questions
from mahjong_sim.mahjong import MAHJONG
from reports.commands.any_game import group_of
from reports.commands.games import GameTools
from reports.questions.presenting import Presentation, Presented


class MahjongPresentation(Presentation):
    words = (
        ("tiles from waiting", "how many tiles a hand lacks until one more would complete it"),
        ("chow, pung, kang", "a run of three; three and four equal tiles"),
        ("bahay", "a meld: five of them and a pair win"),
        ("siete pares", "seven pairs and a pung"),
    )
    rule_words = (
        ("mano", "the dealer, who has the seventeenth tile and begins"),
        ("bunot", "a win by draw: all pay double"),
        ("jai alai", "a pot that the first with enough markers takes"),
    )

    def commands(self) -> dict[str, Presented]:
        from mahjong_sim import words

        return super().commands() | {"simulate": Presented(self.game.answers.BatchAnswer, words)}


class MahjongTools(GameTools):
    @property
    def bench(self) -> Any:
        from mahjong_sim import selfcheck

        return selfcheck

    @property
    def records(self) -> Any:
        from mahjong_sim.records import write

        return write

    @property
    def reading(self) -> Any:
        from mahjong_sim.records import replay

        return replay

    @property
    def playback(self) -> Any:
        from mahjong_sim.records import replay

        return replay

    @property
    def steps(self) -> Any:
        from mahjong_sim.records import steps

        return steps


MahjongPresentation(MAHJONG)
MahjongTools(MAHJONG)
add_questions(MAHJONG, questions)
mahjong = group_of(MAHJONG, "Four players, 144 tiles, money. House rules are data: tongits mahjong rules")
