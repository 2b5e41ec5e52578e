"""A tournament as a value: rules, players, deals and seed, and how the deals are split into blocks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tongits_sim.any_game.jobs import JobError
from tongits_sim.designs.batch.job import Job
from tongits_sim.designs.tournament.totals import TournamentTotals
from tongits_sim.designs.tournament.triples import Triple, places, seatings, triples
from tongits_sim.designs.work import GameWork
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import largest_payment
from tongits_sim.strategy import Player

MOST_PLAYERS = 40
# A block takes about a second; a small job still has enough blocks for several workers. Interim looks happen between
# blocks, so the split depends on the job alone.
_BLOCK_GAMES = 2**18
_BLOCK_GAMES_OF_A_TABLE = 2**12
_SHARES = 16
_MOST_SUM = 2**62
_WORTHS = 9
_MOST_WORTH = 10**6


@dataclass(frozen=True)
class TournamentJob(GameWork):
    """Bots that play each other at every table of three.

    Attributes:
        rules: the house rules.
        players: two or more; a player listed twice counts as two.
        deals: maximum number of deals (matches, if `match_games` is not 1) that every table plays in every seating.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match, which carries over dealer, jackpot and streak.
        repeats: whether to include tables with the same bot twice; always true for two players.
        draw_worth: the worth, in units, of a draw that is better than the mean: three strengths of a hand
            (`draw_luck.strength`) for oneself, the right and the left, nine numbers; None: luck is not counted.
    """

    rules: RuleSet
    players: tuple[Player, ...]
    deals: int = 20_000
    seed: int = 1
    match_games: int = 1
    repeats: bool = False
    draw_worth: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= MOST_PLAYERS:
            raise JobError(f"a comparison needs 2 to {MOST_PLAYERS} players, not {len(self.players)}")
        self.check_money("there are no payouts to compare")
        worth = self.draw_worth
        if worth is not None and (len(worth) != _WORTHS or not all(abs(each) <= _MOST_WORTH for each in worth)):
            raise JobError(f"the worth of draws is {_WORTHS} numbers of at most {_MOST_WORTH:,} units, not {worth}")
        job = self.table_job(self.tables[0])
        most = (max(1, largest_payment(self.rules)) * self.match_games) ** 2 * 6 * job.games
        if most > _MOST_SUM:
            raise JobError(
                f"{self.deals:,} deals under these rules cannot be summed exactly; play at most "
                f"{max(1, self.deals * _MOST_SUM // most):,}"
            )

    kind = "field"

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The players' labels; a second player with the same label gets a number."""
        labels: list[str] = []
        for player in self.players:
            before = sum(name == player.label or name.startswith(f"{player.label} #") for name in labels)
            labels.append(player.label if not before else f"{player.label} #{before + 1}")
        return tuple(labels)

    @cached_property
    def tables(self) -> tuple[Triple, ...]:
        """The tables: the three bots of each."""
        return triples(len(self.players), self.repeats)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """Places of each player in one deal, over all tables and seatings."""
        return tuple(places(self.tables, len(self.players)))

    @cached_property
    def games_per_deal(self) -> int:
        """Games played for one deal, over all tables and seatings."""
        return self.match_games * sum(len(seatings(table)) for table in self.tables)

    @property
    def games(self) -> int:
        """Total number of games, unless the run stops early."""
        return self.deals * self.games_per_deal

    @property
    def matches(self) -> int:
        """The deals."""
        return self.deals

    @cached_property
    def block_matches(self) -> int:
        """Deals in a block."""
        games = _BLOCK_GAMES + _BLOCK_GAMES_OF_A_TABLE * len(self.tables)
        return max(1, min(games // self.games_per_deal, -(-self.deals // _SHARES)))

    def empty(self) -> TournamentTotals:
        """Totals at zero."""
        return TournamentTotals(len(self.tables), len(self.players), self.draw_worth is not None)

    def manifest(self) -> dict[str, Any]:
        """Everything that determines the results, as JSON."""
        worth = {} if self.draw_worth is None else self.named("draw_worth")
        return self.rules_and_players() | self.named("deals", "seed", "match_games", "repeats") | worth

    def replay(self, seated: tuple[int, ...], match: int, game: int) -> str:
        """The command that replays a game; `seated` is the bot on each seat, which stays fixed."""
        return self.table_job(seated).replay_command(match, game)

    def table_job(self, table: tuple[int, ...]) -> Job:
        """The batch job of one table, which names its players and rules for a replay."""
        a, b, c = (self.players[bot] for bot in table)
        return Job(self.rules, (a, b, c), self.deals * self.match_games, self.seed, self.match_games, True)
