"""`run_job` plays any job: backends play the blocks, and this module merges them by adding integers."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Generic, Protocol

from tongits_sim.errors import TongitsError
from tongits_sim.interrupts import signals_delayed
from tongits_sim.run import workers
from tongits_sim.run.backends import ROWS_OUT, Backend, Window, played_blocks
from tongits_sim.run.base_job import cut_at
from tongits_sim.run.compiling import MIN_LEFT, BackgroundCompiler, compile_beside, to_stderr
from tongits_sim.run.faults import BotFault, Fault, Interrupted
from tongits_sim.run.files import StoreError
from tongits_sim.run.job import Block, BlockResult, Job, Looks, Run, TotalsT
from tongits_sim.run.run_options import RunOptions
from tongits_sim.run.store import LENGTHS, Store
from tongits_sim.run.totals import Counts

if TYPE_CHECKING:
    from tongits_sim.run.totals import Rows


def _after(blocks: Iterator[Block], skipped: int) -> Iterator[Block]:
    """The blocks without the first `skipped` matches."""
    done = 0
    for block in cut_at(blocks, [skipped]):
        done += block.matches
        if done > skipped:
            yield block


_MANY = 2**20  # games or deals


class RowSink(Protocol):
    """Takes the rows of a job block by block, in order: a table (run/parquet.py), or sums of rows."""

    # number of blocks, from the first of the run, and number of rows
    blocks: int
    rows: int

    def writing(self, resume: bool = False) -> AbstractContextManager[object]:
        """Context for taking rows; `resume`: keep rows of an earlier run."""
        ...

    def write(self, number: int, rows: Rows | None) -> None:
        """Take the rows of block `number`, which must be the next; None: the block has no rows."""
        ...


def run_job(
    job: Job[TotalsT],
    run_options: RunOptions | None = None,
    *,
    looks: Looks[TotalsT] | None = None,
    block_size: int | None = None,
    answer: Callable[[Run[TotalsT]], dict[str, Any]] | None = None,
    table: RowSink | None = None,
) -> Run[TotalsT]:
    """Play a job: hand out blocks, merge the results, and store finished blocks.

    The job alone determines every digit of the totals.

    Args:
        looks: when to look at the totals, and whether to end the run then.
        block_size: overrides the number of matches (or deals) in a block.
        answer: makes the document `results.json` in the folder of a finished run.
        table: takes rows, block by block in order. A resumed run keeps its rows, and plays the missing blocks again.

    Raises:
        TongitsError: the job cannot be played; `BotFault`, with the run so far: a bot breaks the rules, fails or hangs.
        Interrupted: on Ctrl-C, with the run so far. If `how.halt` accepts this run, it is returned instead, without
            `results.json`.
    """
    run_options = run_options or RunOptions()
    grows = table is None and getattr(job, "grows", False)
    earlier = run_options.earlier if grows and looks is None else None
    if earlier is not None and block_size is None and run_options.out is not None:
        block_size = _block_of_long(job)
    place = Backend(run_options.backend, run_options.workers, run_options.scheduler)
    store = None
    if run_options.out is not None:
        store = Store.open(
            run_options.out, job, run_options.resume, block_size, in_order=looks is not None, grows=grows
        )
        block_size = store.block_size
    try:
        with contextlib.nullcontext() if table is None else table.writing(run_options.resume):
            play = _Play(job, run_options, place, store, looks, block_size, table)
            if earlier is not None and store is None:
                play.begin_with(earlier.get(what_is_played(job)))
            run = play.play()
            if earlier is not None and not play.halted:
                earlier[what_is_played(job)] = run
        if store is not None and answer is not None and not play.halted:
            store.finish(answer(run))
        return run
    finally:
        if store is not None:
            store.close()


def what_is_played(job: Job[Any]) -> str:
    """What a job plays, however long: its manifest without its length."""
    return json.dumps([job.job_type, {**job.manifest(), **dict.fromkeys(LENGTHS, 0)}], sort_keys=True)


def _block_of_long(job: Any) -> int:
    """Matches in a block of the same job with many games: a folder keeps the size of its first run's blocks."""
    for name in ("games", "wanted", "deals"):
        if name in {field.name for field in dataclasses.fields(job)}:
            with contextlib.suppress(TongitsError):  # this number of games may be too large for exact sums
                job = dataclasses.replace(job, **{name: _MANY})
    block: Block = next(iter(job.blocks()))
    return block.matches


def _whole_matches(job: Job[Any]) -> int:
    """The number of matches of a job; 0 if its last match is cut short, which a longer job would play on."""
    blocks = list(job.blocks())
    return sum(block.matches for block in blocks) if len({block.games for block in blocks}) == 1 else 0


class _Play(Generic[TotalsT]):
    """A job in play: the totals so far, and the faults of its bots."""

    def __init__(
        self,
        job: Job[TotalsT],
        run_options: RunOptions,
        place: Backend,
        store: Store | None,
        looks: Looks[TotalsT] | None,
        size: int | None,
        table: RowSink | None,
    ) -> None:
        self.job = job
        self.totals = job.empty()
        self.halted = False  # stopped early; the finished games are the result
        self._place = place
        self._store = store
        self._stored: set[int] = set() if store is None else store.stored  # numbers of stored blocks
        self._begun: Run[TotalsT] | None = None  # the same, but shorter
        self._skipped = 0  # matches at the beginning that are played already
        self._size = size
        self._looks = looks
        self._matches = 0  # merged so far, if somebody looks
        self._merged = self._blocks()  # the blocks in the order in which they are merged
        self._options = run_options
        self._table = table
        self._keeps_order = job.ordered or looks is not None or table is not None
        self._order: deque[int] = deque()  # blocks in flight, if order counts
        self._faults: list[tuple[int, Fault]] = []
        self._stopped = False  # no more blocks are handed out
        self._enough = False  # a look ended the run
        self._began = time.perf_counter()
        self._games_before = 0
        self._background = BackgroundCompiler(place.count)

    def begin_with(self, begun: Run[TotalsT] | None) -> None:
        """Continue a finished run of the same job with fewer games, unless its blocks or matches would differ."""
        if begun is None or self.job.ordered or begun.games > self.job.games or not _whole_matches(begun.job):
            return
        self._begun = begun
        self._skipped = _whole_matches(begun.job)
        self.totals.add(begun.totals)
        self._games_before = self.totals.games

    def play(self) -> Run[TotalsT]:
        if self._store is not None:
            for counts in self._store.blocks():
                if not self._enough:
                    self._merge(counts)
            self._games_before = self.totals.games
        # The table may lack rows of stored blocks of a resumed run: these blocks are played again.
        self._first_row_block = math.inf if self._table is None else self._table.blocks
        lacks_rows = max(self._stored, default=-1) >= self._first_row_block
        if (self.totals.games < self.job.games or lacks_rows) and not self._enough:
            if self._options.halt is not None and self._options.halt.at_once:
                self._stop_now()
                return self.run()
            self.job.prepare(self._options.notice or to_stderr)
            self._began = time.perf_counter()
            self._play_missing()
        games, wanted = self.totals.games, self.job.games
        if self._store is not None and not (self.job.ordered or self._enough or self.halted) and games != wanted:
            raise StoreError(
                f"the blocks in {self._store.folder} hold {games:,} games together, not {wanted:,}; "
                "they cannot be this run's: choose another folder and play it anew"
            )
        return self.run()

    def run(self) -> Run[TotalsT]:
        """The run with all merged games."""
        elapsed = time.perf_counter() - self._began
        folder = str(self._store.folder) if self._store is not None else ""
        games = self.totals.games
        stopped = self._enough and games < self.job.games
        games_now = games - self._games_before
        if self._begun is not None:
            elapsed += self._begun.elapsed
            games_now += self._begun.games_now
        return Run(self.job, self.totals, elapsed, games_now, self._place.count, folder, stopped)

    def _play_missing(self) -> None:
        window = Window() if self._table is None else Window(ROWS_OUT)
        played = played_blocks(self.job, self._missing(), self._place, self._options.bot_timeout, window)
        try:
            for item in self._in_order(played) if self._keeps_order else played:
                self._take(item)
                window.merged += 1
                if item.fault is not None and item.fault.hangs:
                    raise BotFault(item.fault, self.run())
                if self._enough or self._halts():
                    break
        except KeyboardInterrupt:
            self._stop_now()
        finally:
            self._stopped = True
            played.close()
            workers.forget()
        if self._faults and not self._enough:
            raise BotFault(min(self._faults, key=lambda fault: fault[0])[1], self.run())

    def _stop_now(self) -> None:
        """Stop at Ctrl-C. Raises Interrupted: the finished games are not to be the result."""
        self.halted = self._options.halt is not None and self._options.halt.interrupted(self.run())
        if not self.halted:
            raise Interrupted(self.run()) from None

    def _halts(self) -> bool:
        """Whether to stop after the latest block."""
        halt = self._options.halt
        self.halted = halt is not None and not self._faults and halt.should_stop(self.run())
        return self.halted

    def _blocks(self) -> Iterator[Block]:
        blocks = self.job.blocks(self._size)
        if self._looks is not None:
            return cut_at(blocks, self._looks.after)
        return blocks if not self._skipped else _after(blocks, self._skipped)

    def _missing(self) -> Iterator[Block]:
        """The blocks that are not stored yet, until the run stops."""
        for block in self._blocks():
            if self._stopped or self._faults:
                return
            if block.number not in self._stored or block.number >= self._first_row_block:
                if self._keeps_order:
                    self._order.append(block.number)
                yield block

    def _take(self, item: BlockResult) -> None:
        """Merge a block, and store it if it is complete. Of a stored block only the rows are used."""
        if item.block.number in self._stored and item.fault is None:
            pass
        elif item.fault is not None:
            self.totals.add(item.counts)
            self._faults.append((item.block.number, item.fault))
        else:
            if self._store is not None:
                self._store.write(item)
            self._merge(item.counts)
        if self._table is not None and item.block.number >= self._table.blocks:
            self._table.write(item.block.number, item.rows)
        if self._options.progress is not None:
            self._options.progress(self.totals.games, self.job.games)
        games = self.totals.games
        passed = time.perf_counter() - self._began
        left = self._background.left(passed, games - self._games_before, self.job.games - games)
        if left >= MIN_LEFT and (code := self.job.faster(left)):
            compile_beside(code)

    def _merge(self, counts: Counts) -> None:
        with signals_delayed():  # Ctrl-C must not leave a block half added
            self.totals.add(counts)
        if self._looks is not None and not self._faults:
            self._matches += next(self._merged).matches
            self._enough = self._matches in self._looks.after and self._looks.enough(self.totals)

    def _in_order(self, played: Iterator[BlockResult]) -> Iterator[BlockResult]:
        """The blocks in order; an ordered job ends at the match that completes its games."""
        waiting: dict[int, BlockResult] = {}
        for item in played:
            waiting[item.block.number] = item
            if item.fault is not None and item.fault.hangs:
                yield item  # at once, because an earlier block may hang too
                return
            while self._order and self._order[0] in waiting:
                ready = waiting.pop(self._order.popleft())
                if self.job.ordered and ready.fault is None:
                    # If play decides the number of matches, each game has a row.
                    wanted = self.job.games - (self.totals.games if self._table is None else self._table.rows)
                    if self.totals.games_of(ready.counts) >= wanted:
                        yield self._cut(ready, wanted)
                        return
                yield ready

    def _cut(self, played: BlockResult, wanted: int) -> BlockResult:
        """Play the matches of a block again, one by one, up to `wanted` games."""
        block = played.block
        totals = self.job.empty()
        matches = 0
        while totals.games < wanted:
            single_match = block._replace(first_match=block.first_match + matches, matches=1)
            totals.add(workers.play_watched(self.job, single_match, self._options.bot_timeout).counts)
            matches += 1
        rows = None if played.rows is None else {name: values[: totals.games] for name, values in played.rows.items()}
        return BlockResult(block._replace(matches=matches), totals, rows=rows)
