"""The answer about luck and skill: how long luck hides the better bot, by formula and in sessions played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from analyses.answers.flat import FlatRow
from analyses.answers.question import QuestionAnswer
from analyses.answers.shared import Verdict
from tongits_sim.run.answers import Estimate

Agreement = Literal["agrees", "disagrees", "cannot tell"]
"""What sessions say of the formula's probability: within the margin, another, or too few to say."""

_UNKNOWN = Estimate(None)


@dataclass(frozen=True)
class PairRow(FlatRow):
    """A pair of bots, the better one first.

    Attributes:
        a, b: labels.
        edge: units a game by which `a` earns more.
        sd: standard deviation a game of the difference of the two, units.
        games_to_lead: games after which `a` leads with the answer's probability; None where no number is enough.
        games_to_lead_ci95: the same at the limits of the edge.
        p_holm: of no edge, corrected for the pairs; None if too little was played.
        verdict: whether `a` is certainly better.
        sessions: sessions of about that length that were played; None where none were, and so for all that follow.
        session_games: their length, whole matches.
        lead: share in which `a` was ahead.
        level: share in which nobody was.
        formula: the probability that the formula gives, with its values at the limits of the edge.
        difference: share led, a level session counting half, less the formula's probability.
        agreement: what the sessions say of the formula's probability.
        agrees: the same as true and false; None where it cannot be told.
    """

    LEFT_OUT: ClassVar[frozenset[str]] = frozenset({"formula", "difference", "agreement"})

    a: str
    b: str
    edge: Estimate
    sd: float
    games_to_lead: int | None
    games_to_lead_ci95: tuple[int | None, int | None]
    p_holm: float | None
    verdict: Verdict
    sessions: int | None = None
    session_games: int | None = None
    lead: Estimate = _UNKNOWN
    level: float | None = None
    formula: Estimate | None = None
    difference: Estimate | None = None
    agreement: Agreement | None = None
    agrees: bool | None = None


@dataclass(frozen=True)
class SessionRow(FlatRow):
    """Sessions of one length, for one pair; attributes as in `PairRow`.

    Attributes:
        a, b: the pair, the better one first.
        games: length of a session.
        sessions: how many were played.
        lead, level, formula, difference, agreement, agrees: as in `PairRow`.
    """

    LEFT_OUT: ClassVar[frozenset[str]] = frozenset({"difference", "agreement"})

    a: str
    b: str
    games: int
    sessions: int
    lead: Estimate
    level: float
    formula: Estimate
    difference: Estimate | None = None
    agreement: Agreement | None = None
    agrees: bool | None = None


@dataclass(frozen=True)
class FirstRow(FlatRow):
    """How often one of three bots alone has most.

    Attributes:
        games: length of a session.
        player: label.
        first: share of sessions.
    """

    games: int
    player: str
    first: Estimate


@dataclass(frozen=True, kw_only=True)
class LuckAnswer(QuestionAnswer):
    """The answer about luck and skill.

    Attributes:
        probability: of leading that `games_to_lead` is for.
        table: who sits in the slots.
        match_games: games of a match, after which the players change seats.
        matches: matches that the edge is known from, each in every seating.
        games_played: games in all.
        other_seed: of the sessions.
        cells: the pairs.
        sessions: by pair and length.
        first: by length and bot; empty where two bots are the same.
        method: how it was estimated.
        workers: processes that played.
        elapsed_s: seconds.
        turns: of a game, all players together; None in older answers.
    """

    LEFT_OUT: ClassVar[frozenset[str]] = frozenset({"turns"})

    probability: float
    table: tuple[str, ...]
    match_games: int
    matches: int
    games_played: int
    other_seed: int
    cells: tuple[PairRow, ...]
    sessions: tuple[SessionRow, ...]
    first: tuple[FirstRow, ...]
    method: Mapping[str, str]
    workers: int = 1
    elapsed_s: float = 0.0
    turns: float | None = None

    @property
    def certain(self) -> tuple[PairRow, ...]:
        """Pairs in which one bot is certainly better, those that show it first in front."""
        sure = [cell for cell in self.cells if cell.verdict == "better" and cell.games_to_lead]
        return tuple(sorted(sure, key=lambda cell: cell.games_to_lead or 0))

    @property
    def clearest(self) -> PairRow:
        """The pair with the largest edge beside its swing."""
        return max(self.cells, key=lambda cell: (cell.edge.mean or 0) / cell.sd if cell.sd else 0)
