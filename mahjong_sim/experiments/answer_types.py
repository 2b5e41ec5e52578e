"""The answers of mahjong: simulate, compare, whatif."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from analyses.answers.shared import Bot, Stopping, Versions
from tongits_sim.run.answers import Answer, Document, Estimate
from tongits_sim.run.within import Within

if TYPE_CHECKING:
    from mahjong_sim.bots.strategy import Player
    from mahjong_sim.rules import RuleSet

Share = float | None
"""A share or a rate; None if there is nothing to divide by."""


@dataclass(frozen=True, kw_only=True)
class PlayerRow(Answer):
    """A player, who may occupy several slots; amounts in units, shares of games unless said otherwise."""

    player: str  # the label
    slots: tuple[int, ...]  # the slots
    games: int  # seats times games played
    payout: Estimate  # units a game
    payout_sd: float | None  # standard deviation of the payout of one game
    wins: Estimate  # share of games won
    bunot_rate: Share  # share of games won by draw
    discarded_rate: Share  # share of games lost by an own discard
    waiting_rate: Share  # share of games in which the hand at last waited, or had waited, for its last tile
    opened_rate: Share  # share of games with an open meld
    hand_mean: Share  # units that a winning hand is worth
    parts: Mapping[str, Share]  # units a game, by part of the payment
    melds: Mapping[str, Share]  # melds a game, by kind
    items: Mapping[str, Share]  # share of wins with each item of the hand's value


@dataclass(frozen=True)
class SeatRow(Answer):
    """A seat and its payout, units a game."""

    seat: int
    payout: Estimate


@dataclass(frozen=True)
class DealerRow(Answer):
    """The dealer's payout, units a game, and share of games won."""

    payout: Estimate
    wins: Estimate


@dataclass(frozen=True)
class Leader(Answer):
    """The player who earns most, `lead` units per game more than the `next`."""

    player: str
    next: str
    lead: Estimate


@dataclass(frozen=True, kw_only=True)
class PlayedAnswer(Document):
    """The fields that `simulate`, `compare` and `whatif` share."""

    asks: ClassVar[str]  # the question that the answer answers
    # what a page says about the method, besides the games played
    method: ClassVar[Mapping[str, str]] = {}

    command: str  # the command, after the name of the game
    rules: str  # name of the rules
    match_games: int  # games of a match
    seed: int  # of the games
    games_played: int  # in all arms
    stopping: Stopping  # how the run stopped
    broken_off: bool | None = None  # a bot failed; the answer covers the games finished before that
    within: Within | None = None  # what it was asked to be within, and what that took
    command_line: str = ""  # the command that plays the games again; empty if the games were asked for in Python
    rules_option: str = ""  # the options that name the rules on a command line
    knobs: Mapping[str, Any] = field(default_factory=dict)  # the rules, every knob
    bots: tuple[Bot, ...] = ()  # the bots that played
    versions: Versions = field(default_factory=Versions)  # of what the numbers depend on


@dataclass(frozen=True, kw_only=True)
class BatchAnswer(PlayedAnswer):
    """The answer of `mahjong simulate`."""

    asks = "What does each player earn?"

    players: tuple[str, ...]  # labels by slot
    specs: tuple[str, ...]  # the players as `--players` reads them
    # games and matches played
    games: int
    matches: int
    fixed_seats: bool  # players kept their seats
    players_summary: tuple[PlayerRow, ...]  # a row for each player
    seats_summary: tuple[SeatRow, ...]  # a row for each seat
    leader: Leader | None  # who earns most; None if all players are the same
    endings: Mapping[str, float]  # share of games by ending
    # turns_per_game, discards_per_game: all players together
    turns_per_game: float
    discards_per_game: float
    moved_per_game: float  # units that change hands in a game
    dealer_summary: DealerRow  # payout and wins of mano


@dataclass(frozen=True)
class RankingRow(Answer):
    """What a player earns at the table of the others, and the share of games won."""

    player: str
    payout: Estimate
    wins: Estimate


@dataclass(frozen=True)
class PairRow(Answer):
    """The difference of two players on the same deals: `a` earns `diff` units a game more than `b`."""

    # labels
    a: str
    b: str
    diff: Estimate  # units a game
    p: float | None  # p-value of no difference
    p_holm: float | None  # adjusted for all pairs
    verdict: str  # better, worse or undecided, by the adjusted value at 5 %


@dataclass(frozen=True, kw_only=True)
class CompareAnswer(PlayedAnswer):
    """The answer of `mahjong compare`."""

    asks = "Which bot earns more at the same table, on the same deals?"

    players: tuple[str, ...]  # labels of the players compared, best first
    others: tuple[str, ...]  # the other players at the table
    deals: int  # matches played with each player, each in every rotation of the seats
    ranking: tuple[RankingRow, ...]  # the players, best first
    pairs: tuple[PairRow, ...]  # their differences


@dataclass(frozen=True)
class EffectRow(Answer):
    """The effect of a change of the rules on one measure, on the same deals."""

    measure: str  # what is measured
    # under the rules, and under the changed rules
    before: Estimate
    after: Estimate
    diff: Estimate  # after minus before
    p: float | None  # p-value of no difference
    p_holm: float | None  # adjusted for all measures of all changes


@dataclass(frozen=True)
class ChangeRow(Answer):
    """A change of the rules and its effects."""

    change: str
    effects: tuple[EffectRow, ...]


@dataclass(frozen=True, kw_only=True)
class WhatIfAnswer(PlayedAnswer):
    """The answer of `mahjong whatif`."""

    asks = "What does a change of the house rules do?"

    players: tuple[str, ...]  # labels by slot
    deals: int  # matches under every set of rules; in every rotation of the seats, unless all players are the same
    changes: tuple[ChangeRow, ...]  # the effects of each change


def facts(rules: RuleSet, players: Iterable[Player]) -> dict[str, Any]:
    """What every answer says about its rules, its bots and the program: fields by name."""
    return {
        "rules": rules.name,
        "rules_option": f"--rules {shlex.quote(rules.name)}",
        "knobs": rules.knobs(),
        "bots": tuple({player.label: Bot.of(player) for player in players}.values()),
        "versions": Versions.current(),
    }
