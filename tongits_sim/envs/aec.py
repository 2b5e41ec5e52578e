"""A PettingZoo AEC environment: three agents at a table; an agent acts if the rules give it a choice.

`tongits records` deals the same cards for the same seed and match; `raw_env.record` gives the record of a game.
"""

from __future__ import annotations

import sys
from typing import Any, ClassVar, Never

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from tongits_sim.cards import format_mask
from tongits_sim.envs.spaces import action_space, integer_between, observation_space, warm
from tongits_sim.errors import TongitsError
from tongits_sim.game.board import Board
from tongits_sim.game.illegal_reasons import reason_text
from tongits_sim.game.state import DECISION_OVER, DECISIONS, ENDINGS, SEATS, VIEW_DTYPE, new_record
from tongits_sim.records.schema import Record
from tongits_sim.records.write import chain_of, record_of, rules_sheet
from tongits_sim.rules import RuleSet, load
from tongits_sim.rules.amounts import UNIT
from tongits_sim.table import action_numbers, choices
from tongits_sim.table.observation import new_observation, show_seat, write_observation

NAME = "tongits_v0"
AGENTS = [f"player_{seat}" for seat in range(SEATS)]
ILLEGAL_REWARD = -10.0
"""The reward of an illegal action in `env`, in units. The action ends the game, and the other agents get 0."""
_ROWS = ("_choice", "_nothing", "_own", "_shown")
"""Attributes of an environment that are rows of its arrays."""
_MAX_MATCH = 10**12
_MAX_SEED = 2**64 - 1


def env(**options: Any) -> AECEnv:
    """The environment with PettingZoo's usual wrappers; `options` as for `raw_env`.

    An illegal action ends the game (`ILLEGAL_REWARD`). A value that is not an action raises TongitsError; calls in the
    wrong order raise errors of PettingZoo.
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(_ActionsOnly(wrapped))


def parallel_env(**options: Any) -> Never:
    """PettingZoo's name for environments in which all agents act at once. Raises TongitsError, because here they take
    turns.
    """
    raise TongitsError(
        "Tongits is played in turns: one agent acts at a time, so there is no parallel_env; use env(), or "
        "TongitsVectorEnv for many tables at once"
    )


class _ActionsOnly(wrappers.BaseWrapper):  # type: ignore[misc]  # PettingZoo has no types
    """Refuses values that are not numbers of actions."""

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        over = self.terminations[agent] or self.truncations[agent]
        super().step(
            action if over else integer_between(f"{agent}: the action", action, 0, action_numbers.N_ACTIONS - 1)
        )


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo has no types, but conventions
    """The environment without wrappers.

    Agents are seats: `player_1` plays after `player_0`. A lot draws the dealer. A step is a step of a decision
    (table/choices.py); rewards are the game's payouts in units, all at its end.
    """

    metadata: ClassVar = {"render_modes": ["human", "ansi"], "name": NAME, "is_parallelizable": False, "render_fps": 1}

    def __init__(self, rules: str | RuleSet = "pagat", render_mode: str | None = None) -> None:
        """Set the table up; the first call compiles kernels.

        Args:
            rules: the house rules: a name, a file, or a `RuleSet`.
            render_mode: "human" prints the table after every step; with "ansi", `render` returns it.

        Raises TongitsError: the mode is unknown.
        """
        AECEnv.__init__(self)
        if render_mode not in (None, "human", "ansi"):
            raise TongitsError(f"render_mode is 'human', 'ansi' or None, not {render_mode!r}")
        self.render_mode = render_mode
        self.rules = load(rules) if isinstance(rules, str) else rules
        self.possible_agents = AGENTS[:]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space() for agent in AGENTS}
        self.action_spaces = {agent: action_space() for agent in AGENTS}
        self._board = Board(self.rules)
        self._arrays = [choices.new_choice(), choices.new_choice(), choices.new_own(), new_record(VIEW_DTYPE)]
        self._choice, self._nothing, self._own, self._shown = (array[0] for array in self._arrays)  # as `_ROWS`
        self._seed: int | None = None
        self._match = -1
        self._before: dict[str, Any] = {}
        with warm((), "aec"):
            choices.begin_choice(self._nothing)
            self._deal(0, 0)
            self._observe_seat(0)
            choices.choose(self._board.view, self._own, self._choice, -1)

    def __getstate__(self) -> dict[str, Any]:
        """The environment in mid-game, for `copy` and `pickle`; rows of its arrays are taken anew from a copy's."""
        return {name: value for name, value in vars(self).items() if name not in _ROWS}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        for name, array in zip(_ROWS, self._arrays, strict=True):
            setattr(self, name, array[0])

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    # ---- the game ----------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal match 0 of the seed; without a seed, the next match.

        `options["match"]` chooses the match. Games that end before anybody has a choice are skipped. Raises
        TongitsError: the seed or the match is not a whole number, or too large.
        """
        chosen = self._seed if seed is None else integer_between("the seed", seed, 0, _MAX_SEED)
        number = (options or {}).get("match", 0 if seed is not None else self._match + 1)
        match = integer_between("the match", number, 0, _MAX_MATCH)
        self._seed = int(np.random.default_rng(None).integers(2**63)) if chosen is None else chosen
        self._match = match
        while not self._deal(self._seed, self._match):
            self._match += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._ask()

    def _deal(self, seed: int, match: int) -> bool:
        """Deal the first game of a match; False if the game is over at once."""
        self._board.begin_match(seed % 2**64, match, 1)
        self._before = chain_of(self._board)
        self._board.deal()
        return self._go_on()

    def _go_on(self) -> bool:
        """Play to the next decision; False if the game is over."""
        self._decision = self._board.advance()
        choices.begin_choice(self._choice)
        return bool(self._decision != DECISION_OVER)

    def _ask(self) -> None:
        self.agent_selection = AGENTS[int(self._board.view.me)]

    def step(self, action: int | None) -> None:
        """Step the agent that must act; None after its game is over. Raises TongitsError: the action is illegal; the
        game stays unchanged, and a legal action may follow.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = integer_between(f"{agent}: the action", action, 0, action_numbers.N_ACTIONS - 1)
        before = self._choice.copy()
        status = choices.choose(self._board.view, self._own, self._choice, number)
        reason = self._board.apply(self._choice.word) if status == choices.DONE else 0
        if reason or status not in (choices.DONE, choices.MORE):
            self._arrays[0][0] = before
            raise self._illegal(number, reason_text(reason) if reason else "it is not an action at this decision")
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if status == choices.DONE and not self._go_on():
            self._finish()
        if not self.terminations[agent]:
            self._ask()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _illegal(self, action: int, why: str) -> TongitsError:
        decision, what = DECISIONS[int(self._decision)], f"{action} ({action_numbers.describe(action)})"
        return TongitsError(
            f"{self.agent_selection}: action {what} is illegal at its {decision}: {why}; see its action_mask"
        )

    def _finish(self) -> None:
        self._board.finish()
        self.rewards = {agent: float(self._board.result.payout[seat]) / UNIT for seat, agent in enumerate(AGENTS)}
        self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.agents[0]

    # ---- observations ------------------------------------------------------------------------------------------------

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """The agent's observation; the mask is all 0 if another agent must act."""
        return self._observe_seat(AGENTS.index(agent))

    def _observe_seat(self, seat: int) -> dict[str, np.ndarray]:
        board, choice = self._board, self._choice
        (observation, row) = new_observation()
        (mask, flags) = choices.new_mask()
        if self._decision != DECISION_OVER and seat == board.view.me:
            write_observation(board.view, choice, row[0])
            choices.fill_mask(board.view, self._own, choice, flags[0])
        else:
            show_seat(board.game, board.view, board.rules, seat, self._shown)
            write_observation(self._shown, self._nothing, row[0])
        return {"observation": observation, "action_mask": mask}

    def record(self) -> Record:
        """The record of the finished game, for `tongits replay`. Raises TongitsError: the game is not over."""
        if self._decision != DECISION_OVER:
            raise TongitsError("a game is written down when it is over")
        return record_of(self._board, rules_sheet(self.rules), AGENTS[:], self._before)

    def render(self) -> str | None:
        """The table as text: all hands, melds and discards; None after printing it."""
        if self.render_mode is None:
            return None
        text = "\n".join(self._lines()) + "\n"
        if self.render_mode == "ansi":
            return text
        sys.stdout.write(text)
        return None

    def _lines(self) -> list[str]:
        board = self._board
        view, game = board.view, board.game
        asked = "over" if self._decision == DECISION_OVER else f"{AGENTS[view.me]}: {DECISIONS[self._decision]}?"
        lines = [f"seed {self._seed}, match {self._match}, turn {view.turn}, {view.stock_left} in the stock; {asked}"]
        for seat, agent in enumerate(AGENTS):
            dealer = ", dealer" if seat == view.dealer else ""
            lines.append(f"{agent}{dealer}: {format_mask(game.hands[seat])} (deadwood {game.deadwood[seat]})")
        for number in range(view.n_melds):
            faces = view.meld_faces[number] or game.secret_faces[number]
            down = "" if view.meld_faces[number] else ", face down"
            lines.append(f"meld {number} of {AGENTS[view.meld_owner[number]]}{down}: {format_mask(faces)}")
        discards = [format_mask(1 << int(card)) for card in view.discards[: view.n_discards]]
        lines.append(f"discards: {' '.join(discards)}")
        if self._decision == DECISION_OVER:
            paid = ", ".join(
                f"{agent} {payout / UNIT:+g}" for agent, payout in zip(AGENTS, board.result.payout, strict=True)
            )
            lines.append(f"{ENDINGS[board.result.ending]}: {paid}")
        return lines

    def close(self) -> None: ...
