"""The answer of `tongits explore`: sums from which payouts and answers under any payments follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analyses.answers.shared import Bot, Versions
from tongits_sim.run.answers import Answer


@dataclass(frozen=True, kw_only=True)
class Amount(Answer):
    """A part of a payout that is in proportion to one amount (`analyses.exploring.parts.Part`).

    Attributes:
        name, title, booked, fee, amount, unit, knobs: as there.
        moves: the evidence that these players play otherwise when it changes; empty if they do not.
    """

    name: str
    title: str
    booked: str
    fee: str
    amount: float
    unit: float
    knobs: Mapping[str, float]
    moves: str = ""


@dataclass(frozen=True, kw_only=True)
class Switch(Answer):
    """A rule of play with the values that were played, the first being the base's; `texts`: a sentence of each."""

    knob: str
    title: str
    values: tuple[str, ...]
    texts: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class AnswerGrid(Answer):
    """The values of yes and no at one decision, in cells of a grid.

    Attributes:
        question: calls or challenges.
        games, matches: played for it.
        critical: the t quantile of intervals.
        axes: name and lower ends of the bins of each axis.
        cells: those with enough forks: number, forks, sum of the squares of the forks of a match.
        parts: numbers of the parts with products.
        yes, no, nd, dd: for each cell and feature (`nd` and `dd` only for features of `parts`), as
            `analyses.exploring.sums.AnswerSums` has them, `dd` as an upper triangle.
        command_line: the command that prints the same figures.
    """

    question: str
    games: int
    matches: int
    critical: float
    axes: tuple[tuple[str, tuple[int, ...]], ...]
    cells: tuple[tuple[int, int, int], ...]
    parts: tuple[int, ...]
    yes: tuple[tuple[int, ...], ...]
    no: tuple[tuple[int, ...], ...]
    nd: tuple[tuple[int, ...], ...]
    dd: tuple[tuple[int, ...], ...]
    command_line: str


@dataclass(frozen=True, kw_only=True)
class Variant(Answer):
    """One way of playing: the base, or with switches thrown.

    Attributes:
        settings: the value of each switch.
        games, matches, games_sq: played; the sum of the squares of the games of a match.
        critical, seat_critical: the t quantiles of intervals.
        sums: flat lists of whole numbers by the names of `analyses.exploring.sums.PayoutSums.sums`, matrices as upper
            triangles.
        players: for each player `player`, `slots` and rates that no payment changes.
        endings: share of games by ending.
        turns: of a game.
        grids: the answers at calls and challenges.
        rules_option: the options that name the rules.
    """

    settings: Mapping[str, str]
    games: int
    matches: int
    games_sq: int
    critical: float
    seat_critical: float
    sums: Mapping[str, Any]
    players: tuple[Mapping[str, Any], ...]
    endings: Mapping[str, float]
    turns: float
    grids: tuple[AnswerGrid, ...]
    rules_option: str


@dataclass(frozen=True, kw_only=True)
class SolvedGrid(Answer):
    """The answers of solved players at one decision, in cells of a grid.

    Attributes:
        question: calls or challenges.
        axes: the lower ends of the bins of each axis.
        cells: numbers of the cells that arise.
        yes, ev_yes, ev_no: for each the probability of yes, and what yes and no are worth, in thousandths.
    """

    question: str
    axes: tuple[tuple[int, ...], ...]
    cells: tuple[int, ...]
    yes: tuple[int, ...]
    ev_yes: tuple[int, ...]
    ev_no: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class SolvedAnswer(Answer):
    """A solved profile of rules that the page can show.

    Attributes:
        rules: name of the rules it was solved for.
        settings, amounts, fees: the same rules as the page sets them.
        gain: the upper limit of the gain found for a deviating seat, units a game; None if unknown.
        grids: its answers.
    """

    rules: str
    settings: Mapping[str, str]
    amounts: Mapping[str, float]
    fees: Mapping[str, float]
    gain: float | None
    grids: tuple[SolvedGrid, ...]


@dataclass(frozen=True, kw_only=True)
class ExploreAnswer(Answer):
    """Everything a page needs to recompute payouts and answers under other payments.

    Attributes:
        command: `explore`.
        rules, rules_option, knobs, players, bots, games, seed, match_games, fixed_seats: the batch.
        amounts: the parts of a payout, in the order of the sums.
        features: for each feature of the sums the number of its part and its side (won, lost, both).
        fees: the house's shares under the rules that are played.
        left_out: sentences about amounts that cannot be changed.
        switches, variants: rules of play that can be switched, and all their combinations; the first is the base.
        solved: profiles for rules that the page can be set to.
        command_line: the command that makes the same answer again.
        versions, elapsed_s: as everywhere.
    """

    command: str = "explore"
    rules: str
    rules_option: str
    knobs: Mapping[str, Any] = field(default_factory=dict)
    players: tuple[str, ...]
    bots: tuple[Bot, ...] = ()
    games: int
    seed: int
    match_games: int
    fixed_seats: bool
    amounts: tuple[Amount, ...]
    features: tuple[tuple[int, str], ...]
    fees: Mapping[str, float]
    left_out: tuple[str, ...]
    switches: tuple[Switch, ...]
    variants: tuple[Variant, ...]
    solved: tuple[SolvedAnswer, ...] = ()
    command_line: str
    versions: Versions = field(default_factory=Versions)
    elapsed_s: float = 0.0
