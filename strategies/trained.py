"""The trained player weighs a few actions against the action of `expert` at every decision. Trees that were grown on
millions of played-out positions (`tools/train.py`) say which action is better. They read the whole public history and
the house rules, so a single file of trees serves all rules.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from strategies import option_trees
from strategies.expert import EXPERT
from strategies.option_trees import KINDS, OPTION_FIELDS
from strategies.sights import N_SIGHTS, SIGHTS, fill_rules
from tongits_sim.bots import tree_ensembles as tables
from tongits_sim.bots.player import params_dtype
from tongits_sim.bots.tree_ensembles import LOWEST, Ensemble, TreesError, fill_trees
from tongits_sim.compile.hooks import Hook
from tongits_sim.compile.jit import njit
from tongits_sim.errors import TongitsError
from tongits_sim.game.state import DECISIONS
from tongits_sim.knobs.fields import copied
from tongits_sim.rules import preset_names
from tongits_sim.run.files import FileError, read_file
from tongits_sim.strategy import Hooks, Player, Strategy

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.run.job import Notice

FILE = Path(__file__).parent / "weights" / "trained.trees"
"""The trees that come with the program."""
RULES = (*preset_names(), "pagat+joker")
"""The rules that every round of training plays."""
SUFFIX = ".trees"
MAX_BYTES = 4_000_000
"""Most bytes of a file of trees; trees that fit a record take about 2 million."""
_NAMES = tuple(" ".join(kind) for kind in KINDS)
TRAINED_DTYPE = np.dtype([("trained", "i8"), *params_dtype(EXPERT.params, []).descr, *OPTION_FIELDS], align=True)


def _hook(decision: str) -> Hook:
    """Make the hook of a decision, which weighs actions against the action of `expert`."""
    weigh = getattr(option_trees, decision)
    inner = getattr(EXPERT.hooks, decision)

    @njit
    def hook(view, params):
        return weigh(view, params, inner(view, params))

    return hook


HOOKS = Hooks(*map(_hook, DECISIONS))


def record_of(content: bytes, rules: RuleSet) -> np.ndarray:
    """The parameters of a player with trees (bytes of `packed`; b"": no trees) under given rules."""
    return copied(_filled(content, rules))


@functools.lru_cache(maxsize=8)
def _filled(content: bytes, rules: RuleSet) -> np.ndarray:
    """Cached, because writing the trees takes a fifth of a second, and each seat of each advice needs a record."""
    record = np.zeros(1, TRAINED_DTYPE)
    for param in EXPERT.params:
        record[param.name] = param.default
    fill_options(record, content, rules)
    return record


def fill_options(record: np.ndarray, content: bytes, rules: RuleSet) -> None:
    """Write rules and trees into a record array of length 1 with OPTION_FIELDS."""
    record["row"][0, N_SIGHTS] = LOWEST
    places = fill_rules(record["row"][0], rules)
    if content:
        fill_trees(record, unpacked(content), places, N_SIGHTS)


def packed(ensembles: Sequence[Ensemble]) -> bytes:
    """The trees of all kinds of actions as bytes for a file."""
    return tables.packed(ensembles, _NAMES, SIGHTS)


def unpacked(content: bytes) -> tuple[Ensemble, ...]:
    """Read bytes of `packed`. Raises TreesError: the bytes hold no trees, or trees of another program."""
    return tables.unpacked(content, _NAMES, SIGHTS)


class Trees:
    """Makes the record of a player with the trees of a file (see `tongits_sim.strategy.Scratch`)."""

    searches = False
    suffix = SUFFIX

    @property
    def layout(self) -> np.dtype:
        return TRAINED_DTYPE

    def prepare(self, rules: RuleSet, notice: Notice) -> None:
        """Nothing: a record is made at once."""

    def record(self, values: Mapping[str, float], rules: RuleSet, file: str = "") -> np.ndarray:
        return record_of(trees_in(file or str(FILE)), rules)

    def digest(self, file: str = "") -> str:
        return hashlib.sha256(trees_in(file or str(FILE))).hexdigest()[:16]


@functools.lru_cache(maxsize=16)
def trees_in(file: str) -> bytes:
    """Read a file of trees. Raises TongitsError: it cannot be read or holds no trees."""
    try:
        content = read_file(Path(file), MAX_BYTES)
        unpacked(content)
    except (FileError, TreesError) as error:
        raise TongitsError(f"{file} is not a file of trees: {error}; python -m tools.train makes one") from None
    return content


TRAINED = Strategy(
    name="trained",
    summary="Weighs actions against expert's actions by trees that read the table's history and the house rules.",
    hooks=HOOKS,
    remembers=True,
    scratch=Trees(),
    cost=17.0,
)


@dataclass(frozen=True)
class TreePlayer(Player):
    """The trained player with trees held in memory."""

    trees: bytes = b""  # from `packed`; empty: play as `expert`, and note the actions
    keeps: bool = False  # keep the rows of the actions

    @property
    def label(self) -> str:
        """The name, and a digest of the trees."""
        return f"trained:{hashlib.sha256(self.trees).hexdigest()[:8]}"

    def params(self, rules: RuleSet | None = None) -> np.ndarray:
        if rules is None:
            return super().params(rules)
        record = record_of(self.trees, rules)
        record["keeps_rows"] = self.keeps
        return record

    def beside_sources(self) -> str:
        return hashlib.sha256(self.trees).hexdigest()

    def manifest(self) -> dict[str, Any]:
        """Everything that decides play, for JSON."""
        return {**super().manifest(), "player": self.label, "trees": hashlib.sha256(self.trees).hexdigest()[:16]}

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Pickle as the trees."""
        return with_trees, (self.trees, self.keeps)


def with_trees(trees: bytes = b"", keeps: bool = False) -> TreePlayer:
    """The trained player with trees held in memory.

    Args:
        trees: bytes of `packed`; empty: play as `expert`, and note the actions.
        keeps: keep the rows of the actions.
    """
    return TreePlayer(TRAINED, {}, trees=trees, keeps=keeps)
