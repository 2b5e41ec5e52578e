"""Playing a job: `simulate()`. Blocks of matches are played anywhere and merged here, by adding integers."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tongits_sim import block as blocks_of
from tongits_sim.backends import check_backend, played_blocks
from tongits_sim.block import Played
from tongits_sim.compiling import Notice, prepare, to_stderr
from tongits_sim.faults import BotFault, Fault, Interrupted
from tongits_sim.job import Block, Job, match_length
from tongits_sim.players import as_players
from tongits_sim.results import Results
from tongits_sim.rules import RuleSet, load
from tongits_sim.store import Store
from tongits_sim.strategy import Player
from tongits_sim.sums import Counts, Sums
from tongits_sim.watchdog import BOT_TIMEOUT, Watchdog

Progress = Callable[[int, int], None]


def simulate(
    rules: RuleSet | str | os.PathLike[str] = "pagat",
    players: str | Sequence[Player | str] = "greedy,caller,hunter",
    games: int = 100_000,
    seed: int = 1,
    *,
    match_games: int | None = None,
    fixed_seats: bool = False,
    workers: int | None = None,
    backend: str = "threading",
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    bot_timeout: float = BOT_TIMEOUT,
    progress: Progress | None = None,
    notice: Notice = to_stderr,
) -> Results:
    """Play a batch of games between three players and count what happens.

    The same rules, players, games, seed and match length give the same numbers to the last digit, whatever the rest.

    Args:
        rules: house rules, or what `load` understands: a preset, a preset with overlays, a TOML file.
        players: three players, or their specs: `"greedy,greedy(call_at=5),my_bots.py:shy"`.
        games: how many games to play; in progressive matches at least as many, to the end of a match.
        seed: 0 .. 2**64 - 1.
        match_games: games that follow each other with dealer, jackpot and streak handed on; one if not given. The last
            match is shorter where they do not divide `games`. In a progressive match the most it may have, 1000 if not
            given.
        fixed_seats: the first player always sits on seat 0; else seats rotate from match to match.
        workers: threads, as many as there are cores if not given.
        backend: where to play; `threading`.
        out: a folder to keep every finished block in.
        resume: go on with the run in that folder.
        bot_timeout: seconds after which a bot from a user's file that does not answer is given up.
        progress: called now and then with games played and games in all.
        notice: called with what to tell the user while the engine is compiled, once.

    Raises:
        TongitsError: for anything that cannot be played; `BotFault` with the results so far when a bot breaks the
            rules or fails.
        Interrupted: on Ctrl-C, with the results so far.
    """
    ruleset = rules if isinstance(rules, RuleSet) else load(rules)
    length = match_length(ruleset, match_games)
    job = Job(ruleset, as_players(players), games, seed, length, fixed_seats)
    return play_job(job, workers, backend, out, resume, bot_timeout, progress, notice)


def play_job(
    job: Job,
    workers: int | None = None,
    backend: str = "threading",
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    bot_timeout: float = BOT_TIMEOUT,
    progress: Progress | None = None,
    notice: Notice = to_stderr,
    block_matches: int | None = None,
) -> Results:
    """Play a job; see `simulate`. `block_matches` overrides how many matches a block has."""
    count = check_backend(backend, workers)
    store = Store.open(Path(out), job, resume, block_matches) if out is not None else None
    try:
        return _Run(job, store, progress, block_matches).play(count, backend, bot_timeout, notice)
    finally:
        if store is not None:
            store.close()


class _Run:
    """A job being played: what is merged so far, and which bots failed."""

    def __init__(self, job: Job, store: Store | None, progress: Progress | None, block_matches: int | None) -> None:
        self.job = job
        self.sums = Sums()
        self._store = store
        self._progress = progress or (lambda done, total: None)
        self._size = block_matches
        self._faults: list[Fault] = []
        self._stopped = False
        self._began = time.perf_counter()
        self._loaded = 0
        self._workers = 1

    def play(self, workers: int, backend: str, bot_timeout: float, notice: Notice) -> Results:
        """Play what is missing."""
        if self._store is not None:
            self._store.load_into(self.sums)
            self._loaded = self.sums.games
        self._workers = workers
        if self.sums.games < self.job.games:
            prepare(self.job, notice)
            self._began = time.perf_counter()
            self._play_missing(workers, backend, bot_timeout)
        results = self.results()
        if self._store is not None:
            self._store.finish(results)
        return results

    def results(self) -> Results:
        """All games merged so far."""
        elapsed = time.perf_counter() - self._began
        folder = str(self._store.folder) if self._store is not None else ""
        played = self.sums.games - self._loaded
        return Results(self.job, self.sums, elapsed, played, self._workers, folder)

    def _play_missing(self, workers: int, backend: str, bot_timeout: float) -> None:
        watched = any(player.origin for player in self.job.players)
        dog = Watchdog(self.job, bot_timeout)
        played = played_blocks(self.job, self._missing(), workers, backend, watched)
        try:
            for item in self._in_order(played) if self.job.progressive else played:
                if item is not None:
                    self._take(item)
                if watched and (hanging := dog.look()):
                    raise BotFault(hanging, self.results())
        except KeyboardInterrupt:
            raise Interrupted(self.results()) from None
        finally:
            self._stopped = True
            blocks_of.forget(self.job)
        if self._faults:
            raise BotFault(min(self._faults, key=lambda fault: (fault.match, fault.game)), self.results())

    def _missing(self) -> Iterator[Block]:
        """The blocks not stored yet, until somebody has to stop."""
        stored = self._store.stored if self._store is not None else set()
        for block in self.job.blocks(self._size):
            if self._stopped or self._faults:
                return
            if block.number not in stored:
                yield block

    def _take(self, item: Played) -> None:
        """Merge a block, and keep it if it is whole."""
        self.sums.add(item.counts)
        if item.fault is not None:
            self._faults.append(item.fault)
        elif self._store is not None:
            self._store.write(item)
        self._progress(self.sums.games, self.job.games)

    def _in_order(self, played: Iterator[Played | None]) -> Iterator[Played | None]:
        """The blocks in their order, up to the match that brings the number of games."""
        waiting: dict[int, Played] = {}
        due = len(self._store.stored) if self._store is not None else 0
        for item in played:
            if item is not None:
                waiting[item.block.number] = item
            while due in waiting:
                ready = waiting.pop(due)
                due += 1
                wanted = self.job.games - self.sums.games
                if ready.counts.games >= wanted and ready.fault is None:
                    yield self._cut(ready.block, wanted)
                    return
                yield ready
            yield None

    def _cut(self, block: Block, wanted: int) -> Played:
        """The first matches of a block, as many as bring `wanted` games; played again one by one."""
        counts = Counts.empty()
        matches = 0
        while counts.games < wanted:
            counts.add(blocks_of.play(self.job, block._replace(first=block.first + matches, matches=1)).counts)
            matches += 1
        return Played(block._replace(matches=matches), counts)
