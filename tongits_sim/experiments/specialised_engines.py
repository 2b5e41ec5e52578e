"""Engines compiled for given rules, and perhaps for three given bots: the same games, but faster.

`worker.py` uses a specialised engine as soon as it is compiled. If a run has some seconds to go, another process
compiles a missing engine (`GameJob.faster`); until then the general engine plays.
"""

from __future__ import annotations

import hashlib
import itertools
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from tongits_sim.bots.bot_list import loader, register_loader
from tongits_sim.compile import jit, specialised
from tongits_sim.compile.fields_read import may_read
from tongits_sim.compile.hooks import InlinedBot, asking
from tongits_sim.compile.identity import content_of, is_library
from tongits_sim.compile.jit import c_kernel
from tongits_sim.compile.specialised import Case, constant_record
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.batch_kernel import play_seated
from tongits_sim.game.bot_calls import PLAYERS_DTYPE, ask_bot, ask_by_address
from tongits_sim.game.engine import PRIVATE_FIELDS, fill_view, view_filler
from tongits_sim.game.log import LOG_DTYPE
from tongits_sim.game.state import DECISIONS, GAME_DTYPE, VIEW_DTYPE
from tongits_sim.imports import load
from tongits_sim.players import load_player
from tongits_sim.rules.record import RULES_DTYPE
from tongits_sim.run.lock import Lock
from tongits_sim.strategy import Player

house_rules = constant_record(RULES_DTYPE, 0)
no_log = constant_record(LOG_DTYPE, 1)


PLAY = "tongits_sim.experiments.specialised_engines:PLAYING"
"""Plays a dealt game to its end; for `table.play`."""


class Engine(NamedTuple):
    """A kernel with the rules and bots for which it is specialised."""

    kernel: str  # `package.module:name` of its `Text`
    rules: bytes  # content of the record of rules
    # by slot the name of a bot to inline; "" for a bot that is called by address
    bots: tuple[str, str, str]

    @property
    def key(self) -> str:
        """The name among specialised kernels of the same sources."""
        text = "\0".join((self.kernel, self.rules.hex(), *self.bots))
        return hashlib.sha256(text.encode()).hexdigest()[:16]


class Text(NamedTuple):
    """The source of an engine."""

    # a `c_kernel` of the records game, view, rules, log, table and perhaps more, which calls `ask_bot`; it ignores its
    # arguments rules and log and uses `house_rules` and `no_log`
    kernel: Callable[..., Any]
    layouts: tuple[np.dtype, ...] = ()  # layouts of the additional records
    # kernels to replace: (kernel, numba types of its arguments after the five records, replacement)
    instead: tuple[tuple[Any, tuple[Any, ...], Any], ...] = ()
    whole_view: bool = True  # whether more than the bots' hooks reads the private part of the view


def engine_for(kernel: str, rules: np.recarray, players: Sequence[Player] = ()) -> Engine:
    """The engine for a record of rules (`rules_record`) and three players by slot; without players, for any players."""
    first, second, third = (_spec(player) for player in players) if players else ("", "", "")
    return Engine(kernel, content_of(rules), (first, second, third))


def _spec(player: Player) -> str:
    """The bot's name if its hooks may be inlined (built-in and small), else "". Other bots are called by address;
    users' bots also need the guard.
    """
    strategy = player.strategy
    if player.origin or strategy.scratch is not None:
        return ""
    if not all(is_library(getattr(strategy.hooks, name)) for name in DECISIONS):
        return ""
    try:
        return strategy.name if load_player(strategy.name).strategy is strategy else ""
    except TongitsError:
        return ""


_lock = threading.Lock()
_addresses: dict[Engine, int] = {}
_missed: dict[Engine, None] = {}  # missing engines, requested since the last `forget_missed`


def address(engine: Engine) -> int:
    """The address of a compiled engine; 0 if it is not compiled."""
    with _lock:
        if engine not in _addresses:
            if numba.config.DISABLE_JIT or not specialised.is_compiled(engine.key):
                _missed[engine] = None
                return 0
            _addresses[engine] = build(engine)
        return _addresses[engine]


def missed() -> list[Engine]:
    """The engines that were requested since the last `forget_missed` and were not compiled."""
    return list(_missed)


def forget_missed() -> None:
    """Empty the list of `missed`."""
    _missed.clear()


def code_for(engines: Sequence[Engine]) -> str:
    """Python code that compiles engines in another process."""
    path = loader() if any(any(engine.bots) for engine in engines) else ""
    job = f"compile_all({path!r}, {list(map(tuple, engines))})"
    return f"from tongits_sim.experiments.specialised_engines import compile_all\n{job}"


def compile_all(path: str, engines: Sequence[tuple[str, bytes, tuple[str, str, str]]]) -> None:
    """Compile engines that no other process is compiling.

    Args:
        path: the function that loads players from specs (`players.loader`); "" if no bot is needed.
        engines: fields of `Engine`.
    """
    if path:
        load(path)
        register_loader(path)
    for engine in itertools.starmap(Engine, engines):
        lock = Lock.take(jit.CACHE_DIR / f"compiling-{engine.key}.lock")
        if lock is not None:
            address(engine) or build(engine)
            lock.release()
    specialised.prune()


def build(engine: Engine) -> int:
    """Compile an engine, unless cached, and return its address."""
    return specialised.address(*specialisation(engine))


def specialisation(engine: Engine) -> tuple[Any, Callable[..., Any], Case]:
    """What an engine is compiled from: the signature of its kernel, the kernel, and the case."""
    bots = [_hooks_of(load_player(bot)) if bot else None for bot in engine.bots]
    ask = asking(bots, ask_by_address)
    text: Text = load(engine.kernel)
    records = [numba.from_dtype(layout) for layout in (*_RECORDS, *text.layouts)]
    game, view, rules, _, table = records[: len(_RECORDS)]
    instead: list[Any] = [(ask_bot, (table, view, types.int64, types.int64), ask)]
    instead += [(called, (*records[: len(_RECORDS)], *more), replacement) for called, more, replacement in text.instead]
    inlined = [bot for bot in bots if bot is not None]
    if len(inlined) == len(bots) and not text.whole_view:
        number, cards = types.int64, types.uint64
        instead.append((fill_view, (game, view, rules, number, number, cards), view_filler(_fields_read(inlined))))
    case = Case(engine.key, (engine.rules, bytes(LOG_DTYPE.itemsize)), instead)
    return types.int64(*records), text.kernel, case


def _hooks_of(player: Player) -> InlinedBot:
    strategy = player.strategy
    return InlinedBot(strategy.name, [getattr(strategy.hooks, name) for name in DECISIONS], strategy.layout)


def _fields_read(bots: Iterable[InlinedBot]) -> dict[str, int]:
    """For `view_filler`, the decisions at which a hook of some bot may read each private field."""
    read = dict.fromkeys(PRIVATE_FIELDS, 0)
    for decision, hooks in enumerate(zip(*(bot.hooks for bot in bots), strict=True)):
        for name in may_read(hooks, PRIVATE_FIELDS):
            read[name] |= 1 << decision
    return read


@c_kernel
def _play(game, view, rules, log, table):
    """The engine for `table.play`, with the rules of the case and without log."""
    return play_seated(game, view, house_rules(), no_log(), table)


PLAYING = Text(_play, whole_view=False)
_RECORDS = (GAME_DTYPE, VIEW_DTYPE, RULES_DTYPE, LOG_DTYPE, PLAYERS_DTYPE)
