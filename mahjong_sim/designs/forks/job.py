"""A job of forks as a value: rules, players, seed, games, the kind of forks and their bins; and the estimates."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from mahjong_sim.bots.strategy import Player
from mahjong_sim.designs.forks import layout
from mahjong_sim.game.state import DECISIONS, SEATS
from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.rules import RuleSet
from tongits_sim.any_game.designs import binned
from tongits_sim.any_game.designs.binned import Binning as Binning
from tongits_sim.any_game.designs.binned import moment_names
from tongits_sim.any_game.designs.work import GameWork
from tongits_sim.any_game.jobs import MOST_GAMES, MOST_SEED, JobError, check_whole, players_option
from tongits_sim.run.totals import Axis, Totals
from tongits_sim.run.work import described

ASKED_AT = {"claims": "claim", "discards": "discard", "open": "claim", "tries": "discard"}
"""The decision at which each kind of fork arises."""
MOST_CELLS = 2**16


@dataclass(frozen=True)
class Bins(binned.Bins):
    """A feature of a fork, divided into bins.

    Attributes:
        feature, edges: see `binned.Bins`.
        names: names of the bins, where numbers are not enough.
    """

    FEATURES = layout.FEATURES
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.names and len(self.names) != len(self.edges):
            raise JobError(f"{self.feature} has {len(self.edges)} bins and {len(self.names)} names")

    def coordinate(self, place: int) -> dict[str, int | str | None]:
        """The coordinate of a bin: its name; or its lowest value and, under `NAME_to`, its last (None: no end)."""
        if self.names:
            return {self.feature: self.names[place]}
        where: dict[str, int | str | None] = {self.feature: self.edges[place]}
        if place + 1 == len(self.edges):
            where[f"{self.feature}_to"] = None
        elif any(high - low > 1 for low, high in zip(self.edges, self.edges[1:], strict=False)):
            where[f"{self.feature}_to"] = self.edges[place + 1] - 1
        return where


@dataclass(frozen=True)
class ForkJob(GameWork):
    """Games between four players with forks.

    Attributes:
        rules, players, games, seed: as of a batch in matches of one game.
        forked: one of `layout.KINDS_OF_FORK`.
        binnings: each sorts all forks into its cells.
        one_in: one decision in `one_in`, drawn by chance, is forked.
        slots: the slots with forked decisions.
        others: players that play branches on: for `open` a player that stays concealed, for `tries` one for each goal.
        goals: for `tries`, by goal, the bits of the items that reach it (hands/values.py, `EXTRA`).
        placebo: every arm takes the bot's own action: all differences must be 0.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    forked: str
    binnings: tuple[Binning, ...]
    games: int = 20_000
    seed: int = 1
    one_in: int = 1
    slots: tuple[int, ...] = (0, 1, 2, 3)
    others: tuple[Player, ...] = ()
    goals: tuple[int, ...] = ()
    placebo: bool = False

    game = MAHJONG
    kind = "mahjong-forks"

    def __post_init__(self) -> None:
        self.check_players(self.players)
        if self.forked not in layout.KINDS_OF_FORK:
            raise JobError(f"forked must be one of {', '.join(layout.KINDS_OF_FORK)}, not {self.forked!r}")
        check_whole("the number of games", self.games, 1, MOST_GAMES)
        check_whole("the seed", self.seed, 0, MOST_SEED)
        check_whole("the number of decisions for each fork", self.one_in, 1, 10**6)
        check_whole("the number of cells", self.cells, 1, MOST_CELLS)
        needed = {"open": 1, "tries": max(1, len(self.goals))}.get(self.forked, 0)
        if len(self.others) != needed or needed > layout.MOST_OTHERS:
            raise JobError(f"forks of {self.forked} need {needed} other players, not {len(self.others)}")

    @cached_property
    def cells(self) -> int:
        """Cells of all binnings."""
        return sum(each.cells for each in self.binnings)

    @property
    def matches(self) -> int:
        """The games: a match has one."""
        return self.games

    @property
    def decision(self) -> int:
        """DECISION_* at which forks arise."""
        return DECISIONS.index(ASKED_AT[self.forked])

    @property
    def axes(self) -> dict[str, tuple[int | Axis, ...]]:
        """Sums over games (clusters) of the forks in each cell.

        `cells`: the moments of all cells, forks weighted. `naive`: forks and payouts of the bot's own arm, where it is
        arm a, and elsewhere; and the ten products of these four sums.
        """
        return {
            **dict.fromkeys(("games", "branches"), (1,)),
            "forks": (Axis("slot", SEATS),),
            "cells": (Axis("cell", self.cells), Axis("moment", moment_names(layout.VALUES))),
            "naive": (layout.N_NAIVE,),
        }

    def manifest(self) -> dict[str, Any]:
        """Everything that decides the results, as JSON."""
        binnings = {
            each.name: [[axis.feature, list(axis.edges), list(axis.names)] for axis in each.axes]
            for each in self.binnings
        }
        own = {"others": described(self.others), "maps": binnings}
        names = ("slots", "goals", "forked", "games", "seed", "one_in", "placebo")
        return self.rules_and_players() | own | self.named(*names)

    def replay(self, match: int, game: int) -> str:
        """The command that plays a match again and writes its record."""
        options = f"--rules {shlex.quote(self.rules.name)} {players_option(player.spec for player in self.players)}"
        return f"tongits mahjong records {options} --seed {self.seed} --from-match {match + 1} --games 1"


@dataclass(frozen=True)
class ForkEstimates(binned.Binned):
    """Means per fork from the totals of a job, with intervals by games; `elapsed`: seconds of play."""

    VALUES: ClassVar[tuple[str, ...]] = layout.VALUES
    SHARES: ClassVar[tuple[str, ...]] = layout.SHARES
    CLUSTERS: ClassVar[str] = "games"
    job: ForkJob
    totals: Totals
    elapsed: float = 0.0

    @property
    def forks(self) -> int:
        """The number of forks, not weighted."""
        return int(self.totals["forks"].sum())

    @property
    def branches(self) -> int:
        """The number of branches."""
        return int(self.totals["branches"][0])
