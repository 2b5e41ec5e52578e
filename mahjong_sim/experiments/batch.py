"""A batch of mahjong: its job, the worker that plays it and its answer."""

from __future__ import annotations

import math
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Unpack

import numpy as np

from analyses.answers.shared import Stopping
from mahjong_sim.bots.registry import USUAL_PLAYERS, load_players
from mahjong_sim.bots.strategy import Player
from mahjong_sim.experiments.answer_types import BatchAnswer, DealerRow, Leader, PlayerRow, SeatRow, facts
from mahjong_sim.experiments.batch_kernel import TALLY_DTYPE, play_batch
from mahjong_sim.experiments.playing import C_DISCARDS, C_MANO, C_MANO_WINS, C_MOVED, COUNTS
from mahjong_sim.experiments.worker import JobWorker, MahjongJob
from mahjong_sim.game.state import ENDINGS, PARTS, SEATS
from mahjong_sim.hands.value import ITEMS
from mahjong_sim.rules import RuleSet, rules_of
from mahjong_sim.tiles import MELDS
from tongits_sim.run.answers import Estimate, RunFacts
from tongits_sim.run.arguments import public
from tongits_sim.run.base_job import BaseBatchJob, block_length, players_option
from tongits_sim.run.estimates import UNIT, Moments, estimate, over, pooled, slots_of, spread
from tongits_sim.run.faults import BotFault, Fault
from tongits_sim.run.job import Block, Run
from tongits_sim.run.numbers import parse_count
from tongits_sim.run.run import run_job
from tongits_sim.run.run_options import Playing, RunOptions, with_overrides
from tongits_sim.run.totals import Counts as Arrays
from tongits_sim.run.totals import Totals
from tongits_sim.run.within import MOST, ask_until, widest


class BatchTotals(Totals):
    """The merged counts of a batch, arrays of `COUNTS.axes`."""

    def __init__(self) -> None:
        super().__init__(COUNTS.axes)

    def games_of(self, counts: Arrays) -> int:
        """The number of games: every slot plays in each, so slot 0 counts them."""
        return int(counts["fields"][0, COUNTS.fields.index("games")])

    def field(self, name: str, *slots: int) -> int:
        """The sum of a field over slots; without slots, over all."""
        column = self["fields"][:, COUNTS.fields.index(name)]
        return sum(int(column[slot]) for slot in (slots or range(SEATS)))

    @property
    def moments(self) -> Moments:
        """Moments over matches."""
        return Moments(self["clusters"], [self[name] for name in ("x", "nx", "xx")], self["cross"].tolist())


GAMES = 100_000
"""Games of a batch if nobody says how many."""


@dataclass(frozen=True)
class BatchJob(BaseBatchJob, MahjongJob):
    """Games of four players: what `mahjong simulate` plays."""

    rules: RuleSet
    players: tuple[Player, ...]  # one for each seat; player i is *slot* i
    games: int = GAMES  # how many games to play
    seed: int = 1  # 0 .. 2**64 - 1.
    match_games: int = 1  # games of a match; the last match is shorter if `games` is not a multiple
    fixed_seats: bool = False  # slot i sits on seat i in every match; else seats rotate with the match number
    rules_option: str = ""  # the command-line option that names the rules

    job_type = "mahjong-simulate"

    def __post_init__(self) -> None:
        self.check_players(self.players)
        self.check_numbers()

    @property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        return super().seatings[:1] if self.fixed_seats else super().seatings

    @property
    def block_matches(self) -> int:
        return block_length(self.games // self.match_games, self.match_games, self.players)

    def empty(self) -> BatchTotals:
        return BatchTotals()

    def options(self) -> str:
        """The command-line options that name the rules and players."""
        players = players_option(player.spec for player in self.players)
        return f"{self.rules_option or f'--rules {shlex.quote(self.rules.name)}'} {players}"

    def told_again(self) -> dict[str, str]:
        """How to name the rules, and to play the games, on a command line: fields of the answer by name."""
        line = f"tongits mahjong simulate {self.options()} --games {self.games} --seed {self.seed}"
        line += f" --match-games {self.match_games}" if self.match_games > 1 else ""
        line += " --fixed-seats" if self.fixed_seats else ""
        return {"command_line": line, "rules_option": self.rules_option or f"--rules {shlex.quote(self.rules.name)}"}

    def replay(self, match: int, game: int) -> str:
        """The command that plays a match up to a game and records it."""
        return f"tongits mahjong records {self.options()} {self.replay_options(match, game)}"

    def worker(self) -> BatchWorker:
        return BatchWorker(self)


class BatchWorker(JobWorker[BatchJob]):
    """Plays blocks of games."""

    def count(self, block: Block) -> Arrays:
        tally = np.zeros(1, TALLY_DTYPE).view(np.recarray)
        play_batch(self.records, tally[0], self.deals(block), self.seatings, True)
        return {name: np.array(tally[name][0]) for name in COUNTS.axes}


class BatchFault(BotFault):
    """A batch stopped by a bot.

    Attributes:
        fault: where the bot failed.
        run: the finished games.
        answer: the answer from the finished games; None if no game was finished.
    """

    def __init__(self, fault: Fault, run: Run[BatchTotals] | None, answer: BatchAnswer | None) -> None:
        super().__init__(fault, run)
        self.answer = answer


@public
def simulate(
    rules: RuleSet | str = "visayan",
    players: str | Sequence[Player] = USUAL_PLAYERS,
    games: int | float | str | None = None,
    seed: int = 1,
    *,
    match_games: int = 1,
    fixed_seats: bool = False,
    within: float | None = None,
    run_options: RunOptions | None = None,
    **playing: Unpack[Playing],
) -> BatchAnswer:
    """Play a batch of games at one table and count what happens.

    Rules, players, games, seed and match length determine every digit; the other arguments change none.

    Args:
        players: a player for each seat, or their specs.
        games: how many games, also as "1M" or 1e6; 100,000 if not given. The most, if `within` is given.
        match_games: games of a match.
        fixed_seats: the first player always sits on seat 0; else seats rotate from match to match.
        within: play until what every player earns is known to within this half-width, units a game.
        run_options, playing: where and how to play, see `RunOptions`.

    Raises TongitsError: the arguments are invalid; `BatchFault` if a bot breaks the rules or fails.
    """
    usual = GAMES if within is None else MOST
    most = parse_count(usual if games is None else games)
    job = BatchJob(rules_of(rules), tuple(load_players(players)), most, seed, match_games, fixed_seats)
    way = with_overrides(run_options, playing)
    return play_job(job, way) if within is None else play_within(job, within, way)


def play_job(job: BatchJob, run_options: RunOptions | None = None) -> BatchAnswer:
    """Play a job. Raises BatchFault: a bot broke the rules or failed; carries the answer so far."""
    try:
        run = run_job(job, run_options, answer=lambda run: answer_of(job, run).to_dict())
    except BotFault as stop:
        partly = None if stop.run is None else answer_of(job, stop.run)
        raise BatchFault(stop.fault, stop.run, partly) from None
    return answer_of(job, run)


def play_within(job: BatchJob, within: float, run_options: RunOptions | None = None) -> BatchAnswer:
    """Play until the earnings of every player are known to within a half-width, with at most the job's games.

    Raises BatchFault, WithinError: the half-width is not positive.
    """

    def ask(games: int, way: RunOptions) -> BatchAnswer:
        return play_job(replace(job, games=games), way)

    def width(answer: BatchAnswer) -> float | None:
        return widest(row.payout for row in answer.players_summary)

    answer, known = ask_until(within, ask, width, most=job.games, run_options=run_options)
    return replace(answer, within=known, stopping=Stopping.at_width(known))


def answer_of(job: BatchJob, run: Run[BatchTotals]) -> BatchAnswer:
    """The answer of a batch that was played."""
    sums = run.totals
    moments = run.totals.moments
    groups = slots_of(job.labels)
    lead = moments.leading(groups)
    games = max(sums.games, 1)
    moment_games = max(moments.games, 1)
    return BatchAnswer(
        command="mahjong simulate",
        **(facts(job.rules, job.players) | job.told_again()),
        players=job.labels,
        specs=tuple(player.spec for player in job.players),
        games=sums.games,
        games_played=sums.games,
        stopping=Stopping.planned(sums.games, "games"),
        matches=moments.count,
        match_games=job.match_games,
        fixed_seats=job.fixed_seats,
        seed=job.seed,
        players_summary=tuple(player_row(sums, moments, label, slots) for label, slots in groups.items()),
        seats_summary=tuple(SeatRow(s, estimate(moments.column(2 * SEATS + s), 1 / UNIT)) for s in range(SEATS)),
        leader=lead and Leader(*lead[:2], estimate(lead[2], 1 / UNIT)),
        run=RunFacts(
            run.workers,
            run.elapsed,
            run.games_now / run.elapsed if run.games_now and run.elapsed > 0 else None,
            run.folder or None,
        ),
        endings={ending: int(number) / games for ending, number in zip(ENDINGS, sums["endings"], strict=True)},
        turns_per_game=int(sums["turns"][0]) / games,
        discards_per_game=moments.x(C_DISCARDS) / moment_games,
        moved_per_game=moments.x(C_MOVED) / moment_games / UNIT,
        dealer_summary=DealerRow(estimate(moments.column(C_MANO), 1 / UNIT), estimate(moments.share(C_MANO_WINS))),
    )


def player_row(sums: BatchTotals, moments: Moments, label: str, slots: tuple[int, ...]) -> PlayerRow:
    """The row of a player, who may occupy several slots."""

    def count(name: str) -> int:
        return sums.field(name, *slots)

    games, total, squares, wins = map(count, ("games", "payout", "payout_sq", "wins"))
    deviation = spread(games, total, squares)
    shares = [moments.share(SEATS + slot) for slot in slots]
    mean = math.fsum(float(share.estimate) for share in shares) / len(shares)
    return PlayerRow(
        player=label,
        slots=slots,
        games=games,
        payout=estimate(moments.payout(dict.fromkeys(slots, 1), len(slots)), 1 / UNIT),
        payout_sd=None if deviation is None else deviation / UNIT,
        wins=Estimate(mean, pooled(shares)) if math.isfinite(mean) else Estimate(None),
        bunot_rate=over(count("ends_bunot"), games),
        discarded_rate=over(count("discarded"), games),
        waiting_rate=over(count("waiting"), games),
        opened_rate=over(count("opened"), games),
        hand_mean=over(count("value"), wins * UNIT),
        parts={part: over(count(f"part_{part}"), games * UNIT) for part in PARTS},
        melds={meld: over(count(f"meld_{meld}"), games) for meld in MELDS[1:]},
        items={item: over(count(f"item_{item}"), wins) for item in ITEMS},
    )
