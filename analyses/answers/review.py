"""The answer of `tongits review`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analyses.answers.advise import PositionFacts, TableFacts
from analyses.answers.shared import Bot, Versions
from tongits_sim.run.answers import Answer, Estimate

KINDS = ("call", "challenge", "lay", "sapaw", "draw", "discard")
"""Kinds of choices, in the order of tables."""
VERDICTS = ("mistake", "slight", "close", "best")
ENOUGH = 20
"""Games from which a review says what a game costs; fewer are too few."""


@dataclass(frozen=True)
class LossAtTable(Answer):
    """The cost of a choice at one table.

    Attributes:
        table: its name.
        lost: units that the better action is worth more there.
        sure: whether it is better there for sure.
    """

    table: str
    lost: Estimate
    sure: bool


@dataclass(frozen=True)
class ReviewedChoice(Answer):
    """A choice and what it cost.

    Attributes:
        game, move: the game in the file and its event, from 1.
        line: of the text where the move is written; 0 for a record.
        seat, player: who chose.
        kind: one of `KINDS`.
        action, best: the action taken, and the one that looks best; the same where nothing looks better.
        options: how many actions were legal.
        real: whether more than one action was sensible, or one was better than the chosen one.
        lost: units that `best` is worth more than `action`, the mean over the tables, on worlds that did not select it;
            0 where they are one.
        at: the same by table; none where they are one.
        worlds: how many of these worlds at each table; 0 where they are the same.
        verdict: `mistake`: worse on the mean, for sure and by more than the margin; `slight`: worse by more than the
            margin, not for sure; `close`: worth the same; `best`: nothing looks better.
        why: why `best` is better, in a few words.
        position: the knowledge of the seat.
        again: whether missing the same better action was a mistake before, in this game: a chance that stays open is
            charged once, so that totals leave this choice out.
        charged: units that this choice adds to the totals: `lost` as far as it is likely, never below 0.
    """

    game: int
    move: int
    seat: int
    player: str
    kind: str
    action: str
    best: str
    options: int
    real: bool
    lost: Estimate
    at: tuple[LossAtTable, ...]
    worlds: int
    verdict: str
    why: str
    position: PositionFacts
    line: int = 0
    again: bool = False
    charged: float = 0.0

    @property
    def worse_at(self) -> list[str]:
        """The tables at which it is worse for sure."""
        return [each.table for each in self.at if each.sure]

    @property
    def place(self) -> str:
        """`game 1, move 12`, or the line of the text: `game 1, line 12`."""
        return f"game {self.game}, {f'line {self.line}' if self.line else f'move {self.move}'}"


@dataclass(frozen=True)
class ReviewedKind(Answer):
    """The choices of a kind.

    Attributes:
        kind: one of `KINDS`.
        choices: real choices.
        mistakes: clear ones.
        lost: units in all.
    """

    kind: str
    choices: int
    mistakes: int
    lost: float


@dataclass(frozen=True)
class ReviewedGame(Answer):
    """A player's result of a game, and how much of it is luck.

    Attributes:
        game: of the file, from 1.
        seat, player: of the row.
        result: units; None if not recorded.
        lost: units lost by choices.
        deal: luck of the own deal, units.
        stock: luck of the own draws; None where only this seat's cards are known.
        others: luck of the others' deals and draws; likewise.
        adjusted: the result less the known ones of these three.
    """

    game: int
    seat: int
    player: str
    result: float | None
    lost: float
    deal: float
    stock: float | None
    others: float | None
    adjusted: float | None


@dataclass(frozen=True)
class ReviewedPlayer(Answer):
    """A player, over all reviewed games.

    Attributes:
        player: the name in the records.
        games: reviewed games, seats counted.
        choices: real choices.
        mistakes: clear ones.
        lost: units in all.
        per_game: units lost in a game; games are the unit of the interval.
        kinds: by kind of choice.
        result, adjusted: units won in a game, and the same less luck, over games with a known result; games are the
            unit.
    """

    player: str
    games: int
    choices: int
    mistakes: int
    lost: float
    per_game: Estimate
    kinds: tuple[ReviewedKind, ...]
    result: Estimate
    adjusted: Estimate


@dataclass(frozen=True)
class Share(Answer):
    """How often something was done.

    Attributes:
        of: how often it could be.
        done: how often it was.
        share: `done` of `of`.
    """

    of: int
    done: int
    share: Estimate


@dataclass(frozen=True)
class PlayerHabits(Answer):
    """How a person plays, reviewed or not.

    Attributes:
        player: the name in the records.
        games: games it sat in.
        called: of its chances to call.
        challenged: of the calls it might challenge.
        burned: of the games with a known end.
    """

    player: str
    games: int
    called: Share
    challenged: Share
    burned: Share


@dataclass(frozen=True)
class ReviewAnswer(Answer):
    """Recorded games reviewed.

    Attributes:
        command: `review`.
        file: the file of records.
        rules, knobs: the house rules.
        tables: the tables at which choices are valued.
        seed: of the worlds.
        games: games read.
        margin: units within which two actions are worth the same.
        players: the reviewed players.
        choices: every choice with more than one legal action.
        reviewed_games: results and luck.
        luck_factor: variance of a result divided by that of the luck-adjusted one, on games that fitted nothing.
        luck_games: games that fitted the values of luck, and games that measured the factor.
        luck_players: labels of the players of these games.
        habits: how often everybody in the games called, challenged and was burned.
        failed: choices that could not be valued.
        elapsed_s, bots, versions: as everywhere.
    """

    command: str
    file: str
    rules: str
    knobs: Mapping[str, Any]
    tables: tuple[TableFacts, ...]
    seed: int
    games: int
    margin: float
    players: tuple[ReviewedPlayer, ...]
    choices: tuple[ReviewedChoice, ...]
    reviewed_games: tuple[ReviewedGame, ...]
    luck_factor: float
    luck_games: tuple[int, ...]
    failed: int
    elapsed_s: float
    bots: tuple[Bot, ...]
    versions: Versions
    luck_players: tuple[str, ...] = ()
    habits: tuple[PlayerHabits, ...] = ()

    def mistakes(self) -> list[ReviewedChoice]:
        """The mistakes, the largest first; a chance missed again is none."""
        mistakes = [each for each in self.choices if each.verdict == "mistake" and not each.again]
        return sorted(mistakes, key=lambda each: -each.charged)
