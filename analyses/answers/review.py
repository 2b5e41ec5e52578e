"""The answer of `tongits review`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from analyses.answers.advise import PositionFacts
from analyses.answers.shared import Bot, Versions
from tongits_sim.run.answers import Answer, Estimate

KINDS = ("call", "challenge", "lay or hold", "sapaw", "draw source", "discard")
"""Kinds of choices, in the order of tables."""
VERDICTS = ("clear", "close", "undecided", "best")


@dataclass(frozen=True)
class FieldLoss(Answer):
    """The cost of a choice against other players.

    Attributes:
        field: their name, one of `analyses.review.FIELDS`.
        lost: units, on worlds of its own.
    """

    field: str
    lost: Estimate


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
        lost: units that `best` is worth more than `action`, on worlds that did not select it; 0 where they are one.
        again: whether the same better action was clearly missed before, in this game: a chance that stays open is
            charged once, so that totals leave this choice out.
        worlds: how many of these worlds; 0 where they are the same.
        verdict: `clear`: a mistake, the 99 % interval leaves out 0; `close`: at most `close` units are lost;
            `undecided`; `best`: nothing looks better.
        position: the knowledge of the seat.
        fields: the same against other players, for the largest mistakes.
        every_field: whether it is a mistake against all of them; None where that was not asked.
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
    worlds: int
    verdict: str
    position: PositionFacts
    fields: tuple[FieldLoss, ...] = ()
    every_field: bool | None = None
    line: int = 0
    again: bool = False

    @property
    def charged(self) -> float:
        """Units that this choice adds to the totals."""
        return 0.0 if self.again else self.lost.mean or 0.0

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
        lost: units in all; the interval is that of the rollouts.
    """

    kind: str
    choices: int
    mistakes: int
    lost: Estimate


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
        lost: units in all; the interval is that of the rollouts.
        per_game: units lost in a game, the rating; games are the unit of the interval.
        kinds: by kind of choice.
        result, adjusted: units won in a game, and the same less luck, over games with a known result; games are the
            unit.
    """

    player: str
    games: int
    choices: int
    mistakes: int
    lost: Estimate
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
        against: who plays on in rollouts, by `right`, `left` and `me`.
        seed: of the worlds.
        games: games read.
        close: units within which a choice counts as good.
        players: the reviewed players.
        choices: every choice with more than one legal action.
        largest: numbers of the largest mistakes in `choices`, the largest first.
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
    against: Mapping[str, str]
    seed: int
    games: int
    close: float
    players: tuple[ReviewedPlayer, ...]
    choices: tuple[ReviewedChoice, ...]
    largest: tuple[int, ...]
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
        """The clear mistakes, the largest first."""
        clear = [each for each in self.choices if each.verdict == "clear"]
        return sorted(clear, key=lambda each: -(each.lost.mean or 0.0))
