"""Work: anything that plays games in blocks - a batch, a field of bots, forks, two rule sets on the same deals.

A job is a value: it can be pickled (players travel by name), and two that are equal give the same numbers. It says how
it is cut into blocks and makes a worker that plays one; `run.run_job` does the rest. The cut depends on the job
alone, never on the workers, and no number printed depends on the cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from tongits_sim.run.totals import Counts, Totals

if TYPE_CHECKING:
    from tongits_sim.run.faults import Fault

Notice = Callable[[str], None]


class Block(NamedTuple):
    """Matches (or deals) `first` .. `first + matches - 1`, each of at most `games` games."""

    number: int
    first: int
    matches: int
    games: int

    def pieces(self, matches: int) -> Iterator[Block]:
        """The block, so many matches at a time; one piece of a block without matches."""
        end = self.first + self.matches
        for first in range(self.first, max(end, self.first + 1), matches):
            yield self._replace(first=first, matches=min(matches, end - first))


@dataclass
class BlockResult:
    """A played block: its counts, and the first fault in it, if any (its other matches count all the same).

    A job that keeps rows has those of the block in `rows`: arrays of one length (run/parquet.py).
    """

    block: Block
    counts: Counts
    fault: Fault | None = None
    rows: Counts | None = None


class Bot(Protocol):
    """A player as a run knows it: another process must find the same one.

    Attributes:
        origin: "" for a bot of the program, else the user's file it comes from; then the bot is watched.
    """

    @property
    def label(self) -> str: ...

    @property
    def origin(self) -> str: ...

    def manifest(self) -> dict[str, Any]:
        """What decides how it plays, with a digest of its sources, as JSON holds it; `player` is its label."""
        ...


class BlockWorker(Protocol):
    """The records one thread plays a job with.

    Attributes:
        busy: it is playing a block now.
    """

    @property
    def busy(self) -> bool: ...

    def play(self, block: Block) -> BlockResult: ...

    def progress(self) -> tuple[int, int]:
        """Current match and games finished, which advance as long as bots answer."""
        ...

    def hang_fault(self) -> Fault:
        """The fault of a bot that does not answer, from where the worker is now."""
        ...


TotalsT = TypeVar("TotalsT", bound=Totals)
TotalsT_co = TypeVar("TotalsT_co", bound=Totals, covariant=True)


class Job(Protocol[TotalsT_co]):
    """What `run_job` plays. A frozen dataclass that can be pickled and compared.

    Attributes:
        kind: a word for the manifest.
        players: all players; a bot from a user's file is watched.
        games: units in all (games, deals), in which `Totals.games` counts; for progress and the end.
        ordered: blocks count only in their order (matches whose number play decides).
    """

    @property
    def kind(self) -> str: ...

    @property
    def players(self) -> tuple[Bot, ...]: ...

    @property
    def games(self) -> int: ...

    @property
    def ordered(self) -> bool: ...

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """The blocks in order, made on demand; `size` overrides the number of matches in one."""
        ...

    def worker(self) -> BlockWorker: ...

    def prepare(self, notice: Notice) -> None:
        """Load or compile everything it needs, by playing nothing."""
        ...

    def faster(self, seconds: float) -> str:
        """Python code that compiles a faster engine, for `seconds` more of processor time; "" for none."""
        ...

    def manifest(self) -> dict[str, Any]:
        """What decides the numbers, as JSON holds it; the cut into blocks and the program's version are added to it."""
        ...

    def program(self) -> str:
        """Digest of the sources that decide the numbers: with another the same manifest may mean other games."""
        ...

    def empty(self) -> TotalsT_co: ...


@dataclass
class Run(Generic[TotalsT]):
    job: Job[TotalsT]
    totals: TotalsT  # everything counted, as exact integers
    elapsed: float = 0.0  # seconds spent playing, compilation left out
    played: int = 0  # games played in those seconds; fewer than `games` when the run was resumed
    workers: int = 1  # workers that played
    folder: str = ""  # the run folder, if any
    stopped: bool = False  # a look ended it before its last block

    @property
    def games(self) -> int:
        return self.totals.games


def described(players: Sequence[Bot]) -> list[dict[str, Any]]:
    return [player.manifest() for player in players]
