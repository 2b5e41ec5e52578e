"""The answer of `tongits review`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analyses.answers.advise import PositionFacts, TableFacts
from analyses.answers.shared import Bot, Versions
from tongits_sim.run.answers import Answer, Document, Estimate

KINDS = ("call", "challenge", "lay", "sapaw", "draw", "discard")
"""Kinds of choices, in the order of tables."""
VERDICTS = ("clear", "likely", "close", "best")
ENOUGH = 20
"""Fewer games are too few to say what a game costs."""


@dataclass(frozen=True)
class CostAtTable(Answer):
    """The cost of a choice at one table."""

    table: str  # its name
    cost: Estimate  # units that the better action is worth more
    is_clear: bool  # the better action is surely better there


@dataclass(frozen=True)
class WeighedAction(Answer):
    """An action that was possible."""

    action: str
    behind: Estimate  # units that it is worth more than the best action, the mean over the tables: 0 or below


@dataclass(frozen=True)
class ReviewedChoice(Answer):
    """A choice and what it cost."""

    # game, move: the game in the file and its event, from 1
    game: int
    move: int
    # seat, player: who chose
    seat: int
    player: str
    decision: str  # one of `KINDS`
    # action, best: the action taken, and the action that looks best; equal if nothing looks better
    action: str
    best: str
    n_actions: int  # how many actions were legal
    had_choice: bool  # more than one action was sensible, or an action was better than the chosen action
    # units that `best` is worth more than `action`, the mean over the tables; 0 if they are equal. `tongits advise
    # --record` gives the same
    cost: Estimate
    at: tuple[CostAtTable, ...]  # the same by table; empty if they are equal
    worlds: int  # number of worlds at each table
    # how sure it is that `best` is better than `action`: `clear`: at every table; `likely`: on the mean; `close`: they
    # are worth the same on the mean; `best`: nothing is better
    verdict: str
    why: str  # why `best` is better, in a few words
    position: PositionFacts  # the knowledge of the seat
    line: int = 0  # line of the text with the move; 0 for a record
    # the player has already missed this action by mistake earlier in the game; totals count the chance once
    repeated: bool = False
    counted_cost: float = 0.0  # units that this choice adds to the totals: `cost` if it is clear or likely, else 0
    actions: tuple[WeighedAction, ...] = ()  # the three best actions, the best first, and the action taken
    book: str = ""  # what the book of the rules says; empty if it says nothing
    next_time: str = ""  # the same as an order for the next time

    @property
    def worse_at(self) -> list[str]:
        """The tables at which the choice is surely worse."""
        return [cost.table for cost in self.at if cost.is_clear]

    @property
    def location(self) -> str:
        """`game 1, move 12`, or the line of the text: `game 1, line 12`."""
        return f"game {self.game}, {f'line {self.line}' if self.line else f'move {self.move}'}"


@dataclass(frozen=True)
class ReviewedDecision(Answer):
    """The choices of a kind."""

    decision: str  # one of `KINDS`
    choices: int  # real choices
    mistakes: int  # clear ones
    cost: float  # units in all


@dataclass(frozen=True)
class ReviewedGame(Answer):
    """A player's result of a game, and how much of it is luck."""

    game: int  # of the file, from 1
    # seat, player: of the row
    seat: int
    player: str
    result: float | None  # units; None if the record lacks it
    cost: float  # units lost by choices
    deal_luck: float  # luck of the own deal, units
    draw_luck: float | None  # luck of the own draws; None if only this seat's cards are known
    opponents_luck: float | None  # luck of the others' deals and draws; None if only this seat's cards are known
    adjusted: float | None  # the result without the luck that is known


@dataclass(frozen=True)
class ReviewedPlayer(Answer):
    """A player, over all reviewed games."""

    player: str  # the name in the records
    games: int  # reviewed games, seats counted
    choices: int  # real choices
    mistakes: int  # clear ones
    accuracy: float | None  # share of the real choices that were not clearly wrong; None without one
    cost: float  # units in all
    per_game: Estimate  # units lost in a game; games are the unit of the interval
    decisions: tuple[ReviewedDecision, ...]  # by kind of choice
    # result, adjusted: units won in a game, and the same without luck, over games with a known result; games are the
    # unit
    result: Estimate
    adjusted: Estimate
    luck: float | None = None  # units that the cards were worth in all; None if no result is known


@dataclass(frozen=True)
class Share(Answer):
    """How often something was done."""

    of: int  # how often it could be
    done: int  # how often it was
    share: Estimate  # `done` of `of`


@dataclass(frozen=True)
class PlayerHabits(Answer):
    """How a person plays, reviewed or not."""

    player: str  # the name in the records
    games: int  # games it sat in
    called: Share  # of its chances to call
    challenged: Share  # of the calls it might challenge
    burned: Share  # of the games with a known end


@dataclass(frozen=True)
class ReviewAnswer(Document):
    """Recorded games reviewed."""

    command: str  # `review`
    file: str  # the file of records
    # rules, knobs: the house rules
    rules: str
    knobs: Mapping[str, Any]
    tables: tuple[TableFacts, ...]  # the tables at which choices are valued
    seed: int  # of the worlds
    games: int  # games read
    margin: float  # units within which two actions are worth the same
    players: tuple[ReviewedPlayer, ...]  # the reviewed players
    choices: tuple[ReviewedChoice, ...]  # every choice with more than one legal action
    reviewed_games: tuple[ReviewedGame, ...]  # results and luck
    luck_factor: float  # variance of a result divided by the variance without luck, on games that fitted nothing
    luck_games: tuple[int, ...]  # games that fitted the values of luck, and games that measured the factor
    failed: int  # choices that could not be valued
    # bots, versions: as everywhere
    bots: tuple[Bot, ...]
    versions: Versions
    luck_players: tuple[str, ...] = ()  # labels of the players of these games
    habits: tuple[PlayerHabits, ...] = ()  # how often everybody in the games called, challenged and was burned

    def mistakes(self) -> list[ReviewedChoice]:
        """The mistakes, the largest first; a chance missed again does not count."""
        mistakes = [choice for choice in self.choices if choice.verdict == "clear" and not choice.repeated]
        return sorted(mistakes, key=lambda choice: -choice.counted_cost)
