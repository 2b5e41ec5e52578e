"""Playing: `run_work` plays any work, `simulate` and `play_job` a batch. Blocks are played anywhere and merged here, by
adding integers.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from tongits_sim.designs.batch.job import Job, match_length
from tongits_sim.designs.batch.results import Results
from tongits_sim.designs.batch.totals import Sums
from tongits_sim.folders.run_folder import Store, StoreError
from tongits_sim.players import as_players
from tongits_sim.rules import RuleSet, load
from tongits_sim.run import workers
from tongits_sim.run.backends import Place, Window, played_blocks
from tongits_sim.run.faults import BotFault, Fault, Interrupted
from tongits_sim.run.log import tell
from tongits_sim.run.totals import Counts, Totals
from tongits_sim.run.warmup import Notice, to_stderr
from tongits_sim.run.watchdog import BOT_TIMEOUT, Watchdog
from tongits_sim.run.work import Block, Played, Work
from tongits_sim.strategy import Player

Progress = Callable[[int, int], None]
_SAY = 10.0  # seconds between two lines of the log that say how far a run is
TotalsT = TypeVar("TotalsT", bound=Totals)


@dataclass
class Run(Generic[TotalsT]):
    """A work as it was played.

    Attributes:
        work: what was played.
        totals: everything counted, as exact integers.
        elapsed: seconds spent playing, compilation left out.
        played: games played in those seconds; fewer than `games` when the run was resumed.
        workers: workers that played.
        folder: the run folder, if any.
        stopped: a look ended it before its last block.
    """

    work: Work[TotalsT]
    totals: TotalsT
    elapsed: float = 0.0
    played: int = 0
    workers: int = 1
    folder: str = ""
    stopped: bool = False

    @property
    def games(self) -> int:
        """Games finished."""
        return self.totals.games


def run_work(
    work: Work[TotalsT],
    *,
    workers: int | None = None,
    backend: str = "threading",
    scheduler: str | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = False,
    bot_timeout: float = BOT_TIMEOUT,
    look: Callable[[TotalsT], bool] | None = None,
    progress: Progress | None = None,
    notice: Notice = to_stderr,
    block_size: int | None = None,
    answer: Callable[[Run[TotalsT]], dict[str, Any]] | None = None,
) -> Run[TotalsT]:
    """Play a work: hand its blocks out, merge what comes back, keep what is finished.

    The same work gives the same totals to the last digit, whatever the rest.

    Args:
        work: what to play.
        workers: how many blocks at a time; as many as there are cores (or workers of a cluster) if not given.
        backend: where to play: `threading`, `loky` (processes), `dask`, `ray`.
        scheduler: address of a dask (or ray) cluster; without one it is started on this machine.
        out: a folder to keep every finished block in.
        resume: go on with the run in that folder.
        bot_timeout: seconds after which a bot from a user's file that does not answer is given up.
        look: called with the totals after every block, in order; True ends the run there.
        progress: called now and then with games played and games in all.
        notice: called with what to tell the user while something is compiled.
        block_size: overrides how many matches (or deals) a block has.
        answer: makes the document kept as `results.json` in the folder of a finished run.

    Raises:
        TongitsError: for anything that cannot be played; `BotFault` with the run so far when a bot breaks the rules,
            fails or does not answer.
        Interrupted: on Ctrl-C, with the run so far.
    """
    place = Place(backend, workers, scheduler)
    store = Store.open(Path(out), work, resume, block_size, in_order=look is not None) if out is not None else None
    try:
        found = _Play(work, place, store, look, progress, block_size).play(bot_timeout, notice)
        if store is not None and answer is not None:
            store.finish(answer(found))
        return found
    finally:
        if store is not None:
            store.close()


class _Play(Generic[TotalsT]):
    """A work being played: what is merged so far, and which bots failed."""

    def __init__(
        self,
        work: Work[TotalsT],
        place: Place,
        store: Store | None,
        look: Callable[[TotalsT], bool] | None,
        progress: Progress | None,
        size: int | None,
    ) -> None:
        self.work = work
        self.totals = work.empty()
        self._place = place
        self._store = store
        self._look = look
        self._progress = progress or (lambda done, total: None)
        self._size = size
        self._faults: list[tuple[int, Fault]] = []
        self._stopped = False  # no more blocks are handed out
        self._enough = False  # a look said so
        self._began = time.perf_counter()
        self._loaded = 0
        self._said = 0.0

    def play(self, bot_timeout: float, notice: Notice) -> Run[TotalsT]:
        """Play what is missing."""
        if self._store is not None:
            for counts in self._store.blocks():
                if not self._enough:
                    self._merge(counts)
            self._loaded = self.totals.games
        self._tell_start()
        if self.totals.games < self.work.games and not self._enough:
            self.work.prepare(notice)
            self._began = self._said = time.perf_counter()
            self._play_missing(bot_timeout)
        games, wanted = self.totals.games, self.work.games
        if self._store is not None and not (self.work.ordered or self._enough) and games != wanted:
            raise StoreError(
                f"the blocks in {self._store.folder} hold {games:,} games together, not {wanted:,}; "
                "they cannot be this run's: choose another folder and play it anew"
            )
        found = self.run()
        rate = found.played / found.elapsed if found.played else None
        facts = {"games": found.games, "played": found.played, "elapsed_s": found.elapsed, "rate": rate}
        tell("run", logging.INFO, "ended", **facts, stopped=found.stopped or None)
        return found

    def _tell_start(self) -> None:
        place, work = self._place, self.work
        facts = {"kind": work.kind, "games": work.games, "backend": place.backend, "workers": place.count}
        store = {} if self._store is None else {"out": self._store.folder, "stored_games": self._loaded}
        players = ",".join(dict.fromkeys(player.label for player in work.players))
        tell("run", logging.INFO, "started", **facts, **store, players=players)

    def _tell_block(self, item: Played) -> None:
        """How far the run is, now and then, as counted since it was started or resumed."""
        now, games, total = time.perf_counter(), self.totals.games, self.work.games
        number, first, matches, _ = item.block
        tell("run", logging.DEBUG, "block", number=number, first=first, matches=matches, games=games)
        if now - self._said >= _SAY:
            self._said = now
            rate = (games - self._loaded) / (now - self._began)
            left = max(total - games, 0) / rate if rate else None
            facts = {"games": games, "of": total, "rate": rate, "remaining_s": left}
            tell("run", logging.INFO, "progress", **facts)

    def run(self) -> Run[TotalsT]:
        """All games merged so far."""
        elapsed = time.perf_counter() - self._began
        folder = str(self._store.folder) if self._store is not None else ""
        games = self.totals.games
        stopped = self._enough and games < self.work.games
        return Run(self.work, self.totals, elapsed, games - self._loaded, self._place.count, folder, stopped)

    def _play_missing(self, bot_timeout: float) -> None:
        watched = any(player.origin for player in self.work.players)
        dog = Watchdog(self.work, bot_timeout)
        window = Window(self._place.count)
        played = played_blocks(self.work, self._missing(), self._place, watched, bot_timeout, window)
        in_order = self.work.ordered or self._look is not None
        try:
            for item in self._in_order(played) if in_order else played:
                if item is not None:
                    self._take(item)
                    window.leave()
                if self._enough:
                    break
                if watched and (hanging := dog.look()):
                    raise BotFault(hanging, self.run())
        except KeyboardInterrupt:
            raise Interrupted(self.run()) from None
        finally:
            self._stopped = True
            played.close()
            workers.forget(self.work)
        if self._faults and not self._enough:
            raise BotFault(min(self._faults, key=lambda found: found[0])[1], self.run())

    def _missing(self) -> Iterator[Block]:
        """The blocks not stored yet, until somebody has to stop."""
        stored = self._store.stored if self._store is not None else set()
        for block in self.work.blocks(self._size):
            if self._stopped or self._faults:
                return
            if block.number not in stored:
                yield block

    def _take(self, item: Played) -> None:
        """Merge a block, and keep it if it is whole."""
        if item.fault is not None:
            self.totals.add(item.counts)
            self._faults.append((item.block.number, item.fault))
            tell("run", logging.WARNING, "fault", said=item.fault.sentence())
        else:
            if self._store is not None:
                self._store.write(item)
            self._merge(item.counts)
        self._progress(self.totals.games, self.work.games)
        self._tell_block(item)

    def _merge(self, counts: Counts) -> None:
        self.totals.add(counts)
        if self._look is not None and not self._faults:
            self._enough = self._look(self.totals)

    def _in_order(self, played: Iterator[Played | None]) -> Iterator[Played | None]:
        """The blocks in their order; of a work that is ordered by itself, up to the match that brings the games."""
        waiting: dict[int, Played] = {}
        due = len(self._store.stored) if self._store is not None else 0
        for item in played:
            if item is not None:
                waiting[item.block.number] = item
            while due in waiting:
                ready = waiting.pop(due)
                due += 1
                if self.work.ordered and ready.fault is None:
                    wanted = self.work.games - self.totals.games
                    if self.totals.games_of(ready.counts) >= wanted:
                        yield self._cut(ready.block, wanted)
                        return
                yield ready
            yield None

    def _cut(self, block: Block, wanted: int) -> Played:
        """The first matches of a block, as many as bring `wanted` games; played again one by one."""
        totals = self.work.empty()
        matches = 0
        while totals.games < wanted:
            totals.add(workers.play(self.work, block._replace(first=block.first + matches, matches=1)).counts)
            matches += 1
        return Played(block._replace(matches=matches), totals)


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
    scheduler: str | None = None,
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
        workers, backend, scheduler, out, resume, bot_timeout, progress, notice: see `run_work`.

    Raises:
        TongitsError: for anything that cannot be played; `BotFault` with the results so far when a bot breaks the
            rules or fails.
        Interrupted: on Ctrl-C, with the results so far.
    """
    ruleset = rules if isinstance(rules, RuleSet) else load(rules)
    length = match_length(ruleset, match_games)
    job = Job(ruleset, as_players(players), games, seed, length, fixed_seats)
    options: dict[str, Any] = {"scheduler": scheduler, "progress": progress, "notice": notice}
    return play_job(job, workers, backend, out, resume, bot_timeout, **options)


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
    scheduler: str | None = None,
) -> Results:
    """Play a job; see `simulate`. `block_matches` overrides how many matches a block has."""
    try:
        run = run_work(
            job,
            workers=workers,
            backend=backend,
            scheduler=scheduler,
            out=out,
            resume=resume,
            bot_timeout=bot_timeout,
            progress=progress,
            notice=notice,
            block_size=block_matches,
            answer=lambda run: _results(job, run).to_dict(),
        )
    except (BotFault, Interrupted) as stop:
        stop.results = None if stop.run is None else _results(job, stop.run)
        raise
    return _results(job, run)


def _results(job: Job, run: Run[Sums]) -> Results:
    return Results(job, run.totals, run.elapsed, run.played, run.workers, run.folder)
