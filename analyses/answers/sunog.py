"""The answer about sunog: the burn clock, the players by the hand they were dealt, the bots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from analyses.answers.flat import FlatRow
from analyses.answers.question import QuestionAnswer
from tongits_sim.run.answers import Estimate


@dataclass(frozen=True)
class Deal(FlatRow):
    """How many dealt hands of one size hold a meld.

    Attributes:
        cards: of the hand, 12 or 13.
        hands: how many were dealt.
        share: of them with a meld.
        exact: the probability; None where it is not known (jokers, other runs).
        z: standard errors between the two; None where the probability is not known or nothing varied.
    """

    cards: int
    hands: int
    share: Estimate
    exact: float | None
    z: float | None


@dataclass(frozen=True)
class ClockRow(FlatRow):
    """A group of players after one own turn. The first four shares and `waiting` add up to 1.

    Attributes:
        kind: of group: all, bot, melds, deadwood, cards (as dealt), bot melds.
        group: its label; empty for all.
        turn: own turn, 0 as dealt.
        opened: share with an own meld on the table.
        burned: share of those burned so far.
        won: share of those who have won from the hand.
        spared: share of those saved by a secret or a sapaw, or whose game nobody won.
        waiting: share still in the game without a meld.
        without_meld: players without a meld after the turn.
        burned_in_the_end: share of these who end burned; unknown where there are none.
    """

    kind: str
    group: str
    turn: int
    opened: Estimate
    burned: Estimate
    won: Estimate
    spared: Estimate
    waiting: float
    without_meld: int
    burned_in_the_end: Estimate


@dataclass(frozen=True)
class GroupRow(FlatRow):
    """A group of players.

    Attributes:
        kind, group: as in `ClockRow`.
        players: how many, three a game.
        share: of all players.
        burned: share of their games in which they are burned.
        cost: units a game paid for being burned.
        opened_in_first_turn: share with an own meld on the table after one own turn.
        opened_ever: share that ever has one.
    """

    kind: str
    group: str
    players: int
    share: float
    burned: Estimate
    cost: Estimate
    opened_in_first_turn: Estimate
    opened_ever: float


@dataclass(frozen=True)
class BurnedBot(FlatRow):
    """All players ("all"), or one bot.

    Attributes:
        player: label.
        burned: share of games.
        burned_of_losses: share of the games lost.
        paid, received, net: payments for being burned, units a game.
        loss_burned, loss_other: payout, units, of a game lost burned, and of one lost otherwise.
        games: how many the bot played, one for every seat it had.
        losses: games lost.
    """

    player: str
    burned: Estimate
    burned_of_losses: Estimate
    paid: Estimate
    received: Estimate
    net: Estimate
    loss_burned: Estimate
    loss_other: Estimate
    games: int
    losses: int


@dataclass(frozen=True, kw_only=True)
class SunogAnswer(QuestionAnswer):
    """The answer about sunog.

    Attributes:
        games_played: games dealt.
        extra: what a burned loser pays more, units.
        deals: hands with a meld as dealt, beside the exact probability.
        cells: the burn clock, by group and own turn.
        groups: by bot and by the hand as dealt.
        by_bot: all players, then each bot where they differ.
        method: how it was estimated.
        workers: processes that played.
        elapsed_s: seconds.
    """

    games_played: int
    extra: float
    deals: tuple[Deal, ...]
    cells: tuple[ClockRow, ...]
    groups: tuple[GroupRow, ...]
    by_bot: tuple[BurnedBot, ...]
    method: Mapping[str, str]
    workers: int = 1
    elapsed_s: float = 0.0
