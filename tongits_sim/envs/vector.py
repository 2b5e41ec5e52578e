"""A Gymnasium `VectorEnv`: n tables with a learner at each, and bots in the other two seats."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Never

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tongits_sim.envs.lanes import Shard
from tongits_sim.envs.spaces import action_space, integer_between, observation_space, warm
from tongits_sim.envs.step_kernel import (
    BAD_BOT,
    DISABLED,
    ENDED,
    FINE,
    NEXT_STEP,
    SAME_STEP,
    TABLES_DTYPE,
    StepArrays,
    pick_actions,
    reset_tables,
    step_tables,
)
from tongits_sim.errors import TongitsError
from tongits_sim.game.custom_payout import check_payments
from tongits_sim.game.illegal_reasons import reason_text
from tongits_sim.game.rare_kernels import new_game
from tongits_sim.game.state import DECISIONS
from tongits_sim.knobs.knob import either
from tongits_sim.players import as_players
from tongits_sim.rules import RuleSet, load
from tongits_sim.rules.record import rules_record
from tongits_sim.run.compiling import available_cores
from tongits_sim.run.faults import BotFault
from tongits_sim.run.numbers import abbreviated
from tongits_sim.strategy import Player
from tongits_sim.table.action_numbers import N_ACTIONS, describe
from tongits_sim.table.choices import MASK_DTYPE
from tongits_sim.table.observation import N_OBSERVATION, OBSERVATION_DTYPE

_MODES = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: DISABLED,
}

Shown = dict[str, np.ndarray]
"""What the learners see: `observation` uint8[n, N_OBSERVATION], `action_mask` int8[n, N_ACTIONS]."""
_MAX_TABLES = 2**20
_MAX_NAMED = 5
"""Tables that an error names, after the first."""


class TongitsVectorEnv(VectorEnv[Shown, np.ndarray, np.ndarray]):
    """Tables stepped together in compiled code, on several threads.

    An episode is a game. The learner's seat (`infos["seat"]`) and the opponent to the right change from game to game. A
    step is a step of a learner's decision (table/choices.py); the reward is the learner's payout in units at the end of
    the game, before it 0. Games that end before the learner has a choice are skipped.

    Illegal actions raise an error before any table is stepped: call `step` again with legal actions. After a bot's
    fault, call `reset`.
    """

    def __init__(
        self,
        num_envs: int = 1,
        rules: str | RuleSet = "pagat",
        opponents: str | Sequence[Player | str] = (),
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        workers: int | None = None,
        copy: bool = True,
    ) -> None:
        """Set the tables up; the first call compiles kernels.

        Args:
            num_envs: the number of tables.
            rules: the house rules: a name, a file, or a `RuleSet`.
            opponents: two bots: `"greedy,caller"`, or a list of specs and `Player`s.
            autoreset_mode: as in Gymnasium's own vector environments.
            workers: the number of threads; default: the number of cores.
            copy: False returns arrays that the next step overwrites, which saves time.

        Raises TongitsError: opponents are not two, or a number or the mode is invalid.
        """
        bots = as_players(opponents) if opponents else ()
        if len(bots) != 2:
            raise TongitsError(f"name two opponents, as in opponents='greedy,caller', not {len(bots)}")
        num_envs = integer_between("num_envs", num_envs, 1, _MAX_TABLES)
        workers = available_cores() if workers is None else integer_between("workers", workers, 1, _MAX_TABLES)
        if autoreset_mode not in (*AutoresetMode, *(mode.value for mode in AutoresetMode)):
            modes = either(repr(mode.value) for mode in AutoresetMode)
            raise TongitsError(f"autoreset_mode is {modes}, not {abbreviated(autoreset_mode)}")
        self.num_envs = num_envs
        self.rules = load(rules) if isinstance(rules, str) else rules
        self.opponents = bots
        self.single_observation_space = observation_space()
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self._mode = mode
        self._copy = copy
        threads = min(workers, num_envs)
        with warm(bots):
            # Each thread steps a span of neighbouring tables with bots and memory of its own: a shard.
            edges = [num_envs * number // threads for number in range(threads + 1)]
            plan = num_envs, int(_MODES[mode])
            self._shards = [Shard(self.rules, bots, plan, span) for span in itertools.pairwise(edges)]
            self._set_tables(num_envs)
            self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
            self._compile()
        self._seeded = False

    def __getstate__(self) -> Never:
        """Raises TongitsError: threads and compiled code cannot be copied, and `copy` and `pickle` ask here."""
        raise TongitsError(
            "a TongitsVectorEnv cannot be copied or pickled, because it holds threads and compiled code; make another "
            "with the same arguments, or copy envs.env(), which can be copied in mid-game"
        )

    def _set_tables(self, count: int) -> None:
        """Make the records of all tables and the arrays that kernels write into."""
        record = rules_record(self.rules)
        self._tables = np.zeros(count, TABLES_DTYPE)
        self._tables["game"] = new_game(self.rules)[0]
        self._tables["public"]["rules"] = record[0]
        self._seen = _blank_observations(count)
        self._last = _blank_observations(count)  # of games that ended in this step (SAME_STEP)
        self._rewards = np.zeros(count)
        self._ended = np.zeros(count, np.bool_)
        self._truncated = np.zeros(count, np.bool_)
        self._all = np.ones(count, np.bool_)
        self._seats = np.zeros(count, np.int8)
        self._words = np.arange(count, dtype=np.uint64)  # the random state of `sample_actions`, one a table
        # Kernels write the same memory as Gymnasium shows, but as records with named fields.
        self._rows = StepArrays(
            self._seen["observation"].view(OBSERVATION_DTYPE)[:, 0],
            self._seen["action_mask"].view(MASK_DTYPE)[:, 0],
            self._last["observation"].view(OBSERVATION_DTYPE)[:, 0],
            self._last["action_mask"].view(MASK_DTYPE)[:, 0],
            self._rewards,
            self._ended,
            self._seats,
        )

    # ---- Gymnasium's methods -----------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Shown, dict[str, Any]]:
        """Deal anew at all tables, or at the tables in `options["reset_mask"]` (bool[n]).

        With a seed, deal its first matches; without, the next matches.

        Raises:
            TongitsError: the mask does not fit, or is combined with a seed.
            BotFault: a bot broke the rules or failed.
        """
        chosen = self._all if options is None else options.get("reset_mask", self._all)
        if getattr(chosen, "shape", None) != (self.num_envs,) or chosen.dtype != np.bool_:
            raise TongitsError(f"reset_mask must be an array of {self.num_envs} bools")
        if chosen is not self._all and (seed is not None or not self._seeded):
            raise TongitsError("a seed, and the first reset, deal anew at all tables: leave reset_mask out")
        if seed is not None or not self._seeded:
            super().reset(seed=seed)
            deals = int(self.np_random.integers(2**63)) if seed is None else seed
            self._tables["episode"] = -1
            self._tables["skipped"] = 0
            # The seed in the upper half, the table in the lower: no two tables have the same random actions.
            self._words = np.arange(self.num_envs, dtype=np.uint64) + np.uint64((deals % 2**32) << 32)
            for shard in self._shards:
                shard.begin(deals % 2**64)
            self._seeded = True
        self._play(reset_tables, chosen)
        return self._observations(), self._infos()

    def step(self, actions: np.ndarray) -> tuple[Shown, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Play an action at each table; a finished table ignores its action (NEXT_STEP).

        Args:
            actions: int64[num_envs].

        Returns:
            Observations, rewards (float64[num_envs], units), terminations and truncations (bool[num_envs]), infos.

        Raises:
            TongitsError: actions are illegal, or finished games were not reset (DISABLED); no table is stepped.
            BotFault: a bot broke the rules or failed.
            RuleError: a custom payout broke its rules.
        """
        if not self._seeded:
            raise TongitsError("reset the environment before its first step")
        chosen = self._legal_actions(actions)
        self._play(step_tables, chosen)
        check_payments(self.rules)
        rewards, terminated, truncated = self._rewards, self._ended, self._truncated
        if self._copy:
            rewards, terminated, truncated = rewards.copy(), terminated.copy(), truncated.copy()
        return self._observations(), rewards, terminated, truncated, self._infos()

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads; Gymnasium's `close` calls it."""
        if self._pool is not None:
            self._pool.shutdown()

    # ---- further methods ---------------------------------------------------------------------------------------------

    def sample_actions(self) -> np.ndarray:
        """Random legal actions, int64[n]; 0 if the game is over. The seed determines them."""
        actions = np.zeros(self.num_envs, np.int64)
        if self._pool is None:
            pick_actions(self._rows.masks, actions, self._words, 0, self.num_envs)
            return actions

        def pick(shard: Shard) -> None:
            pick_actions(self._rows.masks, actions, self._words, shard.first, shard.last)

        _in_threads(self._pool, pick, self._shards)
        return actions

    @property
    def matches(self) -> np.ndarray:
        """The number of the match at each table (int64[n]); it and the seed determine the cards."""
        return np.array(self._tables["number"])

    @property
    def skipped(self) -> int:
        """How many games since the seed was set ended before the learner had a choice."""
        return int(self._tables["skipped"].sum())

    # ---- private ----------------------------------------------------------------------------------------------------

    def _compile(self) -> None:
        """Compile or load all kernels by a shard without tables, so that nothing is dealt or played."""
        shard = Shard(self.rules, self.opponents, (self.num_envs, int(_MODES[self._mode])), (0, 0))
        shard.play(reset_tables, self._tables, self._rows, self._all)
        actions = np.zeros(self.num_envs, np.int64)
        shard.play(step_tables, self._tables, self._rows, actions)
        pick_actions(self._rows.masks, actions, self._words, 0, 0)

    def _legal_actions(self, actions: Any) -> np.ndarray:
        """The actions as int64[n]. Raises TongitsError, which names the tables with illegal actions."""
        given = np.asarray(actions)
        if given.shape != (self.num_envs,):
            raise TongitsError(
                f"step needs {self.num_envs} actions, not {given.shape if given.shape else abbreviated(actions)}"
            )
        if given.dtype.kind not in "iu":
            given = np.array(
                [integer_between(f"table {i}: the action", action, 0, N_ACTIONS - 1) for i, action in enumerate(given)]
            )
        over = self._tables["table_state"] == ENDED
        if self._mode is AutoresetMode.DISABLED and over.any():
            raise TongitsError(
                f"table {over.argmax()}: its game is over; reset it before the next step (AutoresetMode.DISABLED)"
                f"{_others(over)}"
            )
        valid = (given >= 0) & (given < N_ACTIONS)
        legal = valid & (self._seen["action_mask"][np.arange(self.num_envs), np.where(valid, given, 0)] != 0)
        if not (legal | over).all():
            raise self._illegal(~(legal | over), given)
        return np.ascontiguousarray(np.where(over, 0, given), np.int64)

    def _illegal(self, tables: np.ndarray, actions: np.ndarray) -> TongitsError:
        """The error for illegal actions at tables (bool[n]): the reason at the first table, and all numbers."""
        table = int(tables.argmax())
        action = integer_between(f"table {table}: the action", actions[table], 0, N_ACTIONS - 1)
        decision = DECISIONS[int(self._tables["public"]["decision"][table])]
        return TongitsError(
            f"table {table}: action {action} ({describe(action)}) is illegal at its {decision}: "
            f"{self._reason(table, action)}; see its action_mask{_others(tables)}"
        )

    def _reason(self, table: int, action: int) -> str:
        """Why an action is illegal at a table. Only the engine knows: the action is tried, and the table restored."""
        shard = next(shard for shard in self._shards if shard.first <= table < shard.last)
        table_before = self._tables[table].copy()
        reward_before = self._rewards[table]
        kernel: Any = step_tables

        def step_this_table(*arguments: Any) -> None:
            *others, _first, _last = arguments  # the span of the shard
            kernel(*others, table, table + 1)

        shard.play(step_this_table, self._tables, self._rows, np.full(self.num_envs, action))
        self._tables[table] = table_before
        self._rewards[table] = reward_before
        reason = shard.problem[2]
        return reason_text(reason) if reason else "it is not an action at this decision"

    def _play(self, kernel: Any, argument: np.ndarray) -> None:
        """Call a kernel for all tables, with a thread for each shard; raise the first problem."""

        def play(shard: Shard) -> None:
            shard.play(kernel, self._tables, self._rows, argument)

        if self._pool is None:
            for shard in self._shards:
                play(shard)
        else:
            _in_threads(self._pool, play, self._shards)
        for shard in self._shards:
            self._raise(shard)

    def _raise(self, shard: Shard) -> None:
        """Raise the problem of a shard, if it has one."""
        problem, table, _ = shard.problem
        if problem == BAD_BOT:
            raise BotFault(shard.fault())
        if problem != FINE:  # actions are checked before, so only a caller that writes into the masks gets here
            raise TongitsError(f"table {table}: an illegal action; reset the environment")

    def _observations(self) -> Shown:
        """What is returned to the learner; a later step overwrites it unless it is copied."""
        return {name: part.copy() for name, part in self._seen.items()} if self._copy else dict(self._seen)

    def _infos(self) -> dict[str, Any]:
        """Gymnasium's `infos`: each entry has an array beside it, `_entry`, that says at which tables it is set."""
        infos: dict[str, Any] = {"seat": self._seats.copy() if self._copy else self._seats, "_seat": self._all}
        if self._mode is AutoresetMode.SAME_STEP and self._ended.any():
            finals = np.full(self.num_envs, None, object)
            for table in np.flatnonzero(self._ended):
                finals[table] = {name: part[table].copy() for name, part in self._last.items()}
            infos["final_obs"] = finals
            infos["_final_obs"] = self._ended.copy()
        return infos


def _blank_observations(count: int) -> Shown:
    """Observations and masks of `count` tables, all 0."""
    return {
        "observation": np.zeros((count, N_OBSERVATION), np.uint8),
        "action_mask": np.zeros((count, N_ACTIONS), np.int8),
    }


def _in_threads(pool: ThreadPoolExecutor, function: Callable[[Shard], None], shards: Sequence[Shard]) -> None:
    """Call a function with each shard in a thread of its own, and wait for all; raises what a call raised."""
    for _ in pool.map(function, shards):
        pass


def _others(tables: np.ndarray) -> str:
    """The end of a sentence about the first table: names the other tables (bool[n])."""
    numbers = [str(number) for number in np.flatnonzero(tables)[1:]]
    if not numbers:
        return ""
    more = [f"{len(numbers) - _MAX_NAMED} more"] if len(numbers) > _MAX_NAMED else []
    tables_word = "tables" if len(numbers) > 1 else "table"
    return f"; the same goes for {tables_word} {', '.join([*numbers[:_MAX_NAMED], *more])}"


def one_table(**options: Any) -> Never:
    """The entry point of `gymnasium.make`, which offers no environment. Raises TongitsError."""
    raise TongitsError(
        "gymnasium.make is for a single table; a learner plays at one or many with "
        "gymnasium.make_vec('Tongits-v0', num_envs=1, opponents='greedy,caller')"
    )
