"""Work: anything that plays games in blocks - a batch, a field of bots, forks, two rule sets on the same deals.

A work is a value: it can be pickled (players travel by name), and two that are equal give the same numbers. It says how
it is cut into blocks and makes a worker that plays one; `runner.run_work` does the rest. The cut depends on the work
alone, never on the workers, and no number printed depends on the cut.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from tongits_sim.run.totals import Counts, Totals

if TYPE_CHECKING:
    from tongits_sim.run.faults import Fault
    from tongits_sim.run.warmup import Notice
    from tongits_sim.strategy import Player


class Block(NamedTuple):
    """Matches (or deals) `first` .. `first + matches - 1`, each of at most `games` games."""

    number: int
    first: int
    matches: int
    games: int


@dataclass
class Played:
    """A played block: what it counted, and the first fault in it, if any (what was played else counts all the same)."""

    block: Block
    counts: Counts
    fault: Fault | None = None


class BlockWorker(Protocol):
    """The records one thread plays a work with.

    Attributes:
        busy: it is playing a block now.
    """

    busy: bool

    def play(self, block: Block) -> Played:
        """Play one block."""
        ...

    def progress(self) -> tuple[int, int]:
        """Match and games finished: what moves on as long as bots answer."""
        ...

    def hanging(self) -> Fault:
        """The fault of a bot that does not answer, from where the worker is now."""
        ...


TotalsT_co = TypeVar("TotalsT_co", bound=Totals, covariant=True)


class Work(Protocol[TotalsT_co]):
    """What `run_work` plays. A frozen dataclass that can be pickled and compared.

    Attributes:
        kind: a word for the manifest: simulate, field, forks, rules.
        players: everybody who may be asked; a bot from a user's file is watched.
        games: units in all (games, deals), in which `Totals.games` counts; for progress and the end.
        ordered: blocks count only in their order (matches whose number play decides).
    """

    @property
    def kind(self) -> str:
        """See above."""
        ...

    @property
    def players(self) -> tuple[Player, ...]:
        """See above."""
        ...

    @property
    def games(self) -> int:
        """See above."""
        ...

    @property
    def ordered(self) -> bool:
        """See above."""
        ...

    def blocks(self, size: int | None = None) -> Iterator[Block]:
        """The blocks in order, made as they are asked for; `size` overrides the number of matches in one."""
        ...

    def worker(self) -> BlockWorker:
        """Records for one thread."""
        ...

    def prepare(self, notice: Notice) -> None:
        """Load or compile everything it needs, by playing nothing."""
        ...

    def manifest(self) -> dict[str, Any]:
        """What decides the numbers, as JSON holds it; the cut into blocks and the program's version are added to it."""
        ...

    def empty(self) -> TotalsT_co:
        """Totals at zero."""
        ...


def described(players: Sequence[Player]) -> list[dict[str, Any]]:
    """Players as a manifest names them."""
    return [
        {
            "player": player.label,
            "strategy": player.strategy.name,
            "params": player.parameters(),
            "origin": player.origin,
            "source": player.digest(),
        }
        for player in players
    ]


def source_digest(work: Work[Any]) -> str:
    """Digest of the sources that decide a work's numbers: the engine's, the bots', and those of the work's package.

    With another digest the same manifest may mean other games.
    """
    from tongits_sim.jit import engine_sources, package_sources

    root = Path(__file__).resolve().parents[2]
    module = type(work).__module__
    package = module.rpartition(".")[0]
    # The simulator's own package holds much that decides nothing; there the engine's closure and the module are enough.
    mine = f"{(package if '.' in package else module).replace('.', '/')}"
    files = dict(engine_sources(root))
    files |= {
        name: path for name, path in package_sources(root) if name.startswith(("strategies/", f"{mine}/", f"{mine}."))
    }
    digest = hashlib.sha256()
    for name, path in sorted(files.items()):
        digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]
