"""The base of all jobs of the designs: compilation, and the digest of the sources that determine results."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tongits_sim.any_game.jobs import DesignJob, JobError
from tongits_sim.rules import RuleSet
from tongits_sim.run.beside import LEAST_LEFT

if TYPE_CHECKING:
    from tongits_sim.run.work import Notice

ROTATED = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
"""The seatings of matches 0, 1 and 2, then repeated: the slot on each seat."""
BOTH_ORDERS = (*ROTATED, (0, 2, 1), (1, 0, 2), (2, 1, 0))
"""Those, then the other cyclic order: for three different players the order matters."""

_ANY_GAME, _DESIGNS = "tongits_sim/any_game/", "tongits_sim/designs"
_BRANCHES = tuple(f"tongits_sim/designs/forks/{name}.py" for name in ("branch", "layout", "resume"))


class GameWork(DesignJob):
    """The base of all jobs of the designs."""

    rules: RuleSet

    @property
    def seatings(self: Any) -> tuple[tuple[int, int, int], ...]:
        """The slot on each seat, in rotation by match number: in both cyclic orders where these differ."""
        return BOTH_ORDERS if len({player.spec for player in self.players}) == 3 else ROTATED

    def check_money(self, why: str = "") -> None:
        """As `for_money`, of the job's rules."""
        for_money(self.rules, why)

    def replay(self, seated: tuple[int, ...], match: int, game: int) -> str:
        """The command that replays a game; `seated` is the slot on each seat."""
        raise NotImplementedError

    def prepare(self: Any, notice: Notice) -> None:
        """Load or compile everything the job needs."""
        from tongits_sim.designs.specialised import forget_missed
        from tongits_sim.designs.warmup import warm

        warm(self, notice)
        forget_missed()

    def faster(self, seconds: float) -> str:
        """Code that compiles the specialised engines that its blocks asked for, where each would play for long."""
        from tongits_sim.designs.specialised import code_for, missed

        engines = missed()
        return code_for(engines) if engines and seconds / len(engines) >= LEAST_LEFT else ""

    def program(self) -> str:
        """Digest of the sources that determine the job's results; see `source_digest`.

        They are read once: a process plays by the code it has loaded, even if the files change later.
        """
        return _once(type(self).__module__)


def for_money(rules: RuleSet, why: str = "") -> None:
    """Refuse rules by which matches are played for a score; why: what that makes impossible. Raises JobError."""
    if rules.match.progressive_target > 0:
        raise JobError(
            f"{rules.name} is played for a score, not for money: {why and f'{why}; '}choose other rules, or set "
            "match.progressive_target=0"
        )


def source_digest(module: str) -> str:
    """Digest of the sources that determine results: the engine, the bots, the job's package and what the packages of
    all designs share, branches among it.

    With a different digest the same manifest may stand for different games.
    """
    from tongits_sim.compile.sources import engine_sources, package_sources

    root = Path(__file__).resolve().parents[2]
    mine = module.rpartition(".")[0].replace(".", "/")
    files = dict(engine_sources(root))
    for name, path in package_sources(root):
        folder = name.rpartition("/")[0]
        if name.startswith(("strategies/", _ANY_GAME)) or folder in (mine, _DESIGNS) or name in _BRANCHES:
            files[name] = path
    digest = hashlib.sha256()
    for name, path in sorted(files.items()):
        digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


_once = functools.cache(source_digest)
