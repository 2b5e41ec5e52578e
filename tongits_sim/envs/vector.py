"""A Gymnasium `VectorEnv`: n tables, a learner at each, bots of the library in the other two seats."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from tongits_sim.encoding.action_table import N_ACTIONS, describe
from tongits_sim.encoding.choices import MASK_DTYPE
from tongits_sim.encoding.observation import N_OBSERVATION, OBSERVATION_DTYPE
from tongits_sim.envs.lanes import Lane
from tongits_sim.envs.spaces import action_space, observation_space
from tongits_sim.envs.tables import (
    BAD_ACTION,
    BAD_BOT,
    DISABLED,
    FINE,
    NEXT_STEP,
    SAME_STEP,
    TABLES_DTYPE,
    Rows,
    pick_actions,
    reset_tables,
    step_tables,
)
from tongits_sim.envs.warm import warm
from tongits_sim.errors import TongitsError
from tongits_sim.game.legality import reason_text
from tongits_sim.game.state import DECISIONS, new_game
from tongits_sim.players import as_players
from tongits_sim.rules import RuleSet, load
from tongits_sim.rules.record import rules_record
from tongits_sim.run.cores import available_cores
from tongits_sim.run.faults import BotFault
from tongits_sim.strategy import Player

_MODES = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: DISABLED,
}

Shown = dict[str, np.ndarray]


class TongitsVectorEnv(VectorEnv[Shown, np.ndarray, np.ndarray]):
    """Tables that are stepped together in compiled code, on several threads.

    An episode is one game. The learner's seat, and which opponent sits to its right, change from game to game
    (`infos["seat"]` is the seat). A step is one step of one decision of the learner (`tongits_sim.encoding`); the
    reward is 0 until the game ends, and then what the game pays the learner, in units. Games that end before the
    learner has any choice are left out.

    After an error, `reset` it.
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
        """Set the tables up; the first time, kernels are compiled.

        Args:
            num_envs: how many tables.
            rules: the house rules: a name, a file, or a `RuleSet`.
            opponents: two bots: `"greedy,caller"`, or a list of specs and `Player`s.
            autoreset_mode: what follows the end of a game, as in Gymnasium's own vector environments.
            workers: how many threads; default: one for each core.
            copy: return copies; without, arrays that the next step overwrites, which saves time.

        Raises:
            TongitsError: there are not two opponents, or no table.
        """
        bots = as_players(opponents) if opponents else ()
        if len(bots) != 2:
            raise TongitsError(f"name two opponents, as in opponents='greedy,caller', not {len(bots)}")
        if num_envs < 1:
            raise TongitsError(f"num_envs must be at least 1, not {num_envs}")
        self.num_envs = num_envs
        self.rules = load(rules) if isinstance(rules, str) else rules
        self.opponents = bots
        self.single_observation_space, self.single_action_space = observation_space(), action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self._mode, self._copy = mode, copy
        threads = min(workers or available_cores(), num_envs)
        with warm(bots):
            edges = [num_envs * number // threads for number in range(threads + 1)]
            plan = num_envs, int(_MODES[mode])
            spans = itertools.pairwise(edges)
            self._lanes = [Lane(self.rules, bots, plan, span) for span in spans]
            self._set_tables(num_envs)
            self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
            self._compile()
        self._seeded = False

    def _set_tables(self, count: int) -> None:
        """Allocate everything that is written in a step."""
        record = rules_record(self.rules)
        self._tables = np.zeros(count, TABLES_DTYPE)
        self._tables["game"] = new_game(record)[0]
        self._tables["public"]["rules"] = record[0]
        self._seen, self._last = (
            {
                "observation": np.zeros((count, N_OBSERVATION), np.uint8),
                "action_mask": np.zeros((count, N_ACTIONS), np.int8),
            }
            for _ in range(2)
        )
        self._rewards, self._ended = np.zeros(count), np.zeros(count, np.bool_)
        self._truncated, self._all = np.zeros(count, np.bool_), np.ones(count, np.bool_)
        self._seats, self._actions = np.zeros(count, np.int8), np.zeros(count, np.int64)
        self._words = np.arange(count, dtype=np.uint64)
        shown = [
            part[name].view(layout)[:, 0]
            for part in (self._seen, self._last)
            for name, layout in (("observation", OBSERVATION_DTYPE), ("action_mask", MASK_DTYPE))
        ]
        seen, masks, last_seen, last_masks = shown
        self._rows = Rows(seen, masks, last_seen, last_masks, self._rewards, self._ended, self._seats)

    # ---- Gymnasium's methods -----------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Shown, dict[str, Any]]:
        """Deal anew at all tables, or at those of `options["reset_mask"]` (bool[n]).

        With a seed, from that seed's first matches; without, the next ones.

        Raises:
            TongitsError: the mask does not fit, or a seed comes with it.
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
            self._words = np.arange(self.num_envs, dtype=np.uint64) + np.uint64(deals % 2**32 << 32)
            for lane in self._lanes:
                lane.begin(deals % 2**64)
            self._seeded = True
        self._play(reset_tables, chosen)
        return self._observed(), self._infos()

    def step(self, actions: np.ndarray) -> tuple[Shown, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """One action at each table; what is done at a table whose game is over counts for nothing (NEXT_STEP).

        Args:
            actions: int64[num_envs].

        Returns:
            What is seen, then rewards (units), and whether each game has ended or was cut short: float64, bool and
            bool[num_envs]; then gymnasium's infos.

        Raises:
            TongitsError: an action is illegal, or a finished game was not reset (DISABLED).
            BotFault: a bot broke the rules or failed.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            raise TongitsError(f"step needs {self.num_envs} actions, not {chosen.shape}")
        if not self._seeded:
            raise TongitsError("reset the environment before its first step")
        self._actions = chosen
        self._play(step_tables, chosen)
        ended = (self._rewards, self._ended, self._truncated)
        rewards, terminated, truncated = (each.copy() for each in ended) if self._copy else ended
        return self._observed(), rewards, terminated, truncated, self._infos()

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    # ---- beside them -------------------------------------------------------------------------------------------------

    def sample_actions(self) -> np.ndarray:
        """A random legal action at each table, int64[n]; 0 where the game is over. Repeatable by the seed."""
        actions = np.zeros(self.num_envs, np.int64)
        if self._pool is None:
            pick_actions(self._rows.masks, actions, self._words, 0, self.num_envs)
            return actions
        spans = [(lane.first, lane.last) for lane in self._lanes]
        list(self._pool.map(lambda span: pick_actions(self._rows.masks, actions, self._words, *span), spans))
        return actions

    @property
    def matches(self) -> np.ndarray:
        """The number of the match at each table: with the seed it decides the cards (int64[n])."""
        return np.array(self._tables["number"])

    @property
    def skipped(self) -> int:
        """How many games since the seed was set ended before the learner had a choice, and were left out."""
        return int(self._tables["skipped"].sum())

    # ---- inside ------------------------------------------------------------------------------------------------------

    def _compile(self) -> None:
        """Compile or load all kernels, for a lane of no tables."""
        lane = Lane(self.rules, self.opponents, (self.num_envs, int(_MODES[self._mode])), (0, 0))
        lane.play(reset_tables, self._tables, self._rows, self._all)
        lane.play(step_tables, self._tables, self._rows, self._actions)
        pick_actions(self._rows.masks, self._actions, self._words, 0, 0)

    def _play(self, kernel: Any, what: np.ndarray) -> None:
        """Call a kernel for all tables, a thread for each lane; raise what went wrong."""
        if self._pool is None:
            for lane in self._lanes:
                lane.play(kernel, self._tables, self._rows, what)
        else:
            list(self._pool.map(lambda lane: lane.play(kernel, self._tables, self._rows, what), self._lanes))
        for lane in self._lanes:
            self._raise(lane)

    def _raise(self, lane: Lane) -> None:
        """Raise the problem of a lane, if there is one."""
        problem, table, reason = lane.problem
        if problem == FINE:
            return
        if problem == BAD_BOT:
            raise BotFault(lane.fault())
        if problem == BAD_ACTION:
            action = int(self._actions[table])
            what = f"{action} ({describe(action)})" if 0 <= action < N_ACTIONS else str(action)
            decision = DECISIONS[int(self._tables["public"]["decision"][table])]
            why = reason_text(reason) if reason else "it is not an answer to this decision"
            raise TongitsError(f"table {table}: action {what} is illegal at its {decision}: {why}; see its action_mask")
        raise TongitsError(f"table {table}: its game is over; reset it before the next step (AutoresetMode.DISABLED)")

    def _observed(self) -> Shown:
        return {name: part.copy() for name, part in self._seen.items()} if self._copy else dict(self._seen)

    def _infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {"seat": self._seats.copy() if self._copy else self._seats, "_seat": self._all}
        if self._mode is AutoresetMode.SAME_STEP and self._ended.any():
            finals = np.full(self.num_envs, None, object)
            for table in np.flatnonzero(self._ended):
                finals[table] = {name: part[table].copy() for name, part in self._last.items()}
            infos["final_obs"], infos["_final_obs"] = finals, self._ended.copy()
        return infos
