"""Jobs: what `run_job` plays, such as a batch, a tournament, forks, or two sets of rules on the same deals.

A job is a value: it can be pickled (players by name), and equal jobs give equal numbers. It cuts its matches into
blocks and makes workers, each of which plays blocks in one thread. The cut into blocks depends on the job alone, and no
printed number depends on the cut.
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
    """Matches (or deals) `first_match` .. `first_match + matches - 1`, each of at most `games` games."""

    number: int
    first_match: int
    matches: int
    games: int

    def pieces(self, matches: int) -> Iterator[Block]:
        """Cut the block into pieces of `matches` matches; an empty block stays a single piece."""
        end = self.first_match + self.matches
        for first in range(self.first_match, max(end, self.first_match + 1), matches):
            yield self._replace(first_match=first, matches=min(matches, end - first))


@dataclass
class BlockResult:
    """A played block: its counts, and its first fault, if any. Matches without a fault count nevertheless.

    `rows`: arrays of equal length, if the job keeps rows (run/parquet.py).
    """

    block: Block
    counts: Counts
    fault: Fault | None = None
    rows: Counts | None = None


class Bot(Protocol):
    """A player. Another process must be able to load the same player.

    Attributes:
        origin: "" for a bot of the program, else the user's file. A user's bot is watched, because it may hang.
    """

    @property
    def label(self) -> str: ...

    @property
    def origin(self) -> str: ...

    def manifest(self) -> dict[str, Any]:
        """Everything that decides play, with a digest of the sources, for JSON; `player` is the label."""
        ...


class BlockWorker(Protocol):
    """The records with which a thread plays a job.

    Attributes:
        busy: whether a block is being played.
    """

    @property
    def busy(self) -> bool: ...

    def play(self, block: Block) -> BlockResult:
        """Play a block and return its counts."""
        ...

    def progress(self) -> tuple[int, int]:
        """Current match and finished games, which advance while bots answer."""
        ...

    def hang_fault(self) -> Fault:
        """The fault of a bot that does not answer, at the current position."""
        ...


TotalsT = TypeVar("TotalsT", bound=Totals)
TotalsT_co = TypeVar("TotalsT_co", bound=Totals, covariant=True)


class Job(Protocol[TotalsT_co]):
    """The interface of jobs for `run_job`: frozen dataclasses that can be pickled and compared.

    Attributes:
        job_type: a word for the manifest.
        players: all players; a bot from a user's file is watched.
        games: the length of the job in units of progress (games or deals), which `Totals.games` counts.
        fewest: least number of units for an answer; if Ctrl-C comes earlier, no answer is shown.
        ordered: whether blocks must be merged in order, because play decides the number of matches.
    """

    @property
    def job_type(self) -> str: ...

    @property
    def players(self) -> tuple[Bot, ...]: ...

    @property
    def games(self) -> int: ...

    @property
    def fewest(self) -> int: ...

    @property
    def ordered(self) -> bool: ...

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """The blocks in order, made on demand; `size` overrides the number of matches in a block."""
        ...

    def worker(self) -> BlockWorker:
        """A worker for one thread."""
        ...

    def prepare(self, notice: Notice) -> None:
        """Load or compile everything that playing needs."""
        ...

    def faster(self, seconds: float) -> str:
        """Python code that compiles a faster engine, if it pays for a run of `seconds` more processor time; else ""."""
        ...

    def manifest(self) -> dict[str, Any]:
        """Everything that decides the numbers, for JSON. The store adds the blocks and the program's version."""
        ...

    def program(self) -> str:
        """Digest of the sources that decide the numbers: if it differs, the same manifest may mean other games."""
        ...

    def empty(self) -> TotalsT_co:
        """Totals without games, to which blocks are added."""
        ...


@dataclass(frozen=True)
class Looks(Generic[TotalsT]):
    """When to look at the totals of a run, and whether to end it then.

    Looks come after fixed numbers of matches. So a run ends at the same match whether or not it was stopped and
    resumed, with any number of workers and any size of blocks.
    """

    after: Sequence[int]  # numbers of matches, in order
    enough: Callable[[TotalsT], bool]  # whether the run ends


@dataclass
class Run(Generic[TotalsT]):
    """The result of `run_job`: the job and everything that was counted."""

    job: Job[TotalsT]
    totals: TotalsT  # everything counted, as exact integers
    elapsed: float = 0.0  # seconds spent playing, compilation left out
    games_now: int = 0  # games played in `elapsed`; fewer than all games if the run was resumed
    workers: int = 1  # workers that played
    folder: str = ""  # the run folder, if any
    stopped_early: bool = False  # whether a look ended the run

    @property
    def games(self) -> int:
        """Games counted."""
        return self.totals.games


def described(players: Sequence[Bot]) -> list[dict[str, Any]]:
    """The manifests of players, for JSON."""
    return [player.manifest() for player in players]
