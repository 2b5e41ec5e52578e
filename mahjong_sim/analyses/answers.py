"""The answers of `tongits mahjong analyze`, as types; keys as in the answers of the other game where they are the same
thing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analyses.answers.cells import Averages, Cell, Extremes
from tongits_sim.run.answers import Answer, Estimate, Limits


@dataclass(frozen=True, kw_only=True)
class QuestionAnswer(Answer):
    """Base of the answers; `Inquiry.head` gives these fields.

    Attributes:
        command: `mahjong analyze`.
        question: its name.
        asks: the question, a sentence.
        rules: name of the house rules.
        players: labels by slot.
        games: games played, branches not counted.
        seed: of the games.
        command_line: the command that asks it again.
        bots: the players with their parameters, as a run's manifest names them.
        knobs: the house rules, every knob.
        method: how the numbers were made, in sentences.
        elapsed_s: seconds of play.
    """

    command: str
    question: str
    asks: str
    rules: str
    players: tuple[str, ...]
    games: int
    seed: int
    command_line: str
    bots: tuple[Mapping[str, Any], ...] = ()
    knobs: Mapping[str, Any] = field(default_factory=dict)
    method: Mapping[str, str] = field(default_factory=dict)
    elapsed_s: float = 0.0

    @property
    def counted(self) -> str:
        """How much was played, in words."""
        return f"{self.games:,} games"


@dataclass(frozen=True, kw_only=True)
class ForksAnswer(QuestionAnswer):
    """What every answer by paired rollouts holds.

    Attributes:
        forks: pairs of rollouts.
        branches: branches played, those that chose extremes included.
        min_forks: cells with fewer are not resolved.
        extremes: by the name of a map, its extreme cells.
    """

    forks: int
    branches: int
    min_forks: int
    extremes: Mapping[str, Extremes] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ClaimCell(Cell):
    """A cell of claims: units that taking the discard brings more than passing (`ev_diff`).

    Attributes:
        share_yes: how often the bot takes it.
        won, won_ci95: how much more often the seat then wins.
    """

    share_yes: float | None = None
    won: float | None = None
    won_ci95: Limits | None = None


@dataclass(frozen=True, kw_only=True)
class ClaimsAnswer(ForksAnswer):
    """When to take a discard.

    Attributes:
        cells: by meld, whether it brings the hand nearer, tiles away from waiting, own turn.
        value: by meld, tiles of the longest suit, own bahay on the table.
        averages: by meld over all decisions, and by what the bot does.
    """

    cells: tuple[ClaimCell, ...]
    value: tuple[ClaimCell, ...]
    averages: Mapping[str, Averages]


@dataclass(frozen=True, kw_only=True)
class DiscardCell(Cell):
    """A tile discarded instead of the bot's own: the difference (`ev_diff`), and what the discard itself gives away.

    Attributes:
        deal_in, deal_in_ci95: how often this discard is won with.
        price, price_ci95: units that it costs at once, over all such discards.
    """

    deal_in: float | None = None
    deal_in_ci95: Limits | None = None
    price: float | None = None
    price_ci95: Limits | None = None


@dataclass(frozen=True, kw_only=True)
class DiscardsAnswer(ForksAnswer):
    """How dangerous a discard is.

    Attributes:
        cells: by kind of tile, own turn, and whether it was discarded before.
        table: by the most bahay that another seat has on the table, and whether it was discarded before.
        seen: by kind of tile and how many of it lie open.
        difference: units that another tile brings more than the bot's own discard.
        deal_in, price: of another tile.
        own_deal_in, own_price: of the bot's own discards at the same decisions.
    """

    cells: tuple[DiscardCell, ...]
    table: tuple[DiscardCell, ...]
    seen: tuple[DiscardCell, ...]
    difference: Estimate
    deal_in: Estimate
    price: Estimate
    own_deal_in: Estimate
    own_price: Estimate


@dataclass(frozen=True, kw_only=True)
class OpenCell(Cell):
    """A first open meld: taken, against staying concealed from there on (`ev_diff`).

    Attributes:
        once, once_ci95: taken, against passing this once.
        won, won_ci95: how much more often the seat wins than concealed.
    """

    once: float | None = None
    once_ci95: Limits | None = None
    won: float | None = None
    won_ci95: Limits | None = None


@dataclass(frozen=True, kw_only=True)
class OpenAnswer(ForksAnswer):
    """Stay concealed or open.

    Attributes:
        cells: by tiles away from waiting and own turn.
        melds: by meld.
        value: by tiles of the longest suit.
        all: over all first melds that the bot takes.
        once: against passing this once.
        won: how much more often the seat wins.
    """

    cells: tuple[OpenCell, ...]
    melds: tuple[OpenCell, ...]
    value: tuple[OpenCell, ...]
    all: Estimate
    once: Estimate
    won: Estimate


@dataclass(frozen=True, kw_only=True)
class GoalCell(Cell):
    """Playing for a goal from the first discard on, against the bot's own way (`ev_diff`).

    Attributes:
        reached, reached_ci95: how often the seat is paid for it.
        own_reached, own_reached_ci95: how often the bot's own way is.
    """

    reached: float | None = None
    reached_ci95: Limits | None = None
    own_reached: float | None = None
    own_reached_ci95: Limits | None = None


@dataclass(frozen=True)
class ItemRow(Answer):
    """What hands are paid for: `share` of all games, and of the games that are won (`share_of_wins`).

    Attributes:
        item: its name.
        units: what it adds to a hand; of what is paid at once, what each other player pays.
        share, share_of_wins: how often; of what is paid at once, the share of a player's games.
        aim: the goal that is paid for it; of what is no goal, why.
    """

    item: str
    units: float
    share: Estimate
    share_of_wins: Estimate
    aim: str = ""


@dataclass(frozen=True, kw_only=True)
class HandsAnswer(ForksAnswer):
    """What paid hands are worth trying for, and how often they come.

    Attributes:
        goals: the bots that try, by goal.
        items: how often hands are paid for each item, at this table, when nobody tries.
        item_games: games that count the items.
        at_once: how often a player is paid at once for each thing, and wins by draw, when nobody tries.
        cells: by goal.
        suits: by goal and tiles of the longest suit at the first discard.
        pairs: by goal and kinds held twice or more.
    """

    goals: Mapping[str, str]
    items: tuple[ItemRow, ...]
    item_games: int
    cells: tuple[GoalCell, ...]
    suits: tuple[GoalCell, ...]
    pairs: tuple[GoalCell, ...]
    at_once: tuple[ItemRow, ...] = ()


@dataclass(frozen=True)
class ManoRow(Answer):
    """Some of the seats: what they bring as mano more than as one of the others.

    Attributes:
        of: which seats.
        n: seats.
        payout: units a game.
        won: share of games.
    """

    of: str
    n: int
    payout: Estimate
    won: Estimate


@dataclass(frozen=True, kw_only=True)
class ManoAnswer(QuestionAnswer):
    """The value of being mano.

    Attributes:
        deals: each played with every seat as mano.
        payout: units a game that a seat brings as mano more than as one of the others, with the same tiles.
        won, bunot: how much more often it wins, and by draw.
        won_mano, won_other: how often it wins as mano, and as one of the others.
        places: mano against the first, second and third seat after mano.
        shanten: by tiles away from waiting of the hand as dealt.
        by_player: by player, where they differ.
    """

    deals: int
    payout: Estimate
    won: Estimate
    bunot: Estimate
    won_mano: Estimate
    won_other: Estimate
    places: tuple[ManoRow, ...]
    shanten: tuple[ManoRow, ...]
    by_player: tuple[ManoRow, ...]

    @property
    def counted(self) -> str:
        """How much was played, in words: deals, each of them played several times."""
        return f"{self.deals:,} deals"


@dataclass(frozen=True)
class VariantRow(Answer):
    """House rules compared with those asked about, on the same walls with the same bots.

    Attributes:
        variant: what differs.
        moved: units that change hands in a game.
        moved_diff: more than under the rules asked about.
        moved_p: p-value of no difference, corrected by Holm over the variants.
        mano: units that mano makes in a game.
        void, bunot: shares of games.
    """

    variant: str
    moved: Estimate
    moved_diff: Estimate | None
    moved_p: float | None
    mano: Estimate
    void: Estimate
    bunot: Estimate


@dataclass(frozen=True)
class SessionRow(Answer):
    """Sessions of a player under some rules.

    Attributes:
        variant: the rules.
        player: the label.
        session_games: games of a session.
        sessions: how many were played.
        payout: units a session.
        swing: standard deviation of the payout of one game.
        session_swing: standard deviation of a session.
        loses: share of sessions that end below 0.
        bankroll: units that 95 % of the sessions never need more than.
        pots: pots of jai alai taken in a session, all players together; None where there is none.
    """

    variant: str
    player: str
    session_games: int
    sessions: int
    payout: Estimate
    swing: float | None
    session_swing: float | None
    loses: Estimate
    bankroll: Estimate
    pots: float | None = None


@dataclass(frozen=True, kw_only=True)
class PayoutsAnswer(QuestionAnswer):
    """What house rules pay, and what a session can cost.

    Attributes:
        deals: walls that every variant was played on.
        variants: the rules asked about first.
        sessions: by variant and player.
        jai_alai: sessions with a pot, by the length of a match.
    """

    deals: int
    variants: tuple[VariantRow, ...]
    sessions: tuple[SessionRow, ...]
    jai_alai: tuple[SessionRow, ...]

    @property
    def counted(self) -> str:
        """How much was played, in words: deals, each of them played several times."""
        return f"{self.deals:,} deals"
