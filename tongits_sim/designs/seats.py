"""The records one thread plays on, and three players seated at them: what the workers of all designs share."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tongits_sim.designs.batch.kernel import Deals, Records, new_table
from tongits_sim.game import hooks, state
from tongits_sim.game.asking import NEVER_ANSWERED, REASON_RAISED, failure
from tongits_sim.game.log import new_log
from tongits_sim.rules import RuleSet
from tongits_sim.rules.record import rules_record
from tongits_sim.run.faults import Fault
from tongits_sim.run.work import Block
from tongits_sim.strategy import Player

Triple = tuple[int, int, int]
Replay = Callable[[Triple, int, int], str]
"""Makes the command that plays a game again, from the numbers of the players by seat, the match and the game."""


@dataclass(frozen=True)
class _Place:
    """Where a bot is asked: who sits on each seat (slots), the seat that is asked, what it is asked, the game."""

    seating: Triple
    seat: int
    decision: int
    match: int
    game: int


class Seats:
    """The records one thread plays games on under one set of rules, and who sits there.

    Attributes:
        busy: games are being played on them now.
        table: the `TABLE` record, a recarray of length 1.
        view: the `VIEW` record that bots are shown, likewise.
    """

    def __init__(self, rules: RuleSet, players: Sequence[Player], seed: int, replay: Replay) -> None:
        """Records for games of `seed` under these rules; the first three of the players sit down in slots 0, 1, 2."""
        self.busy = False
        self.table = new_table()
        self.view = state.new_record(state.VIEW_DTYPE)
        self._players = tuple(players)
        self._params = [player.params() for player in players]  # kept alive: the table holds their addresses
        self._addresses = np.array([player.addresses() for player in players], np.int64)
        self._seed = seed
        self._replay = replay
        self._errors: list[str] = []
        self._rules = rules_record(rules)
        self.view["rules"] = self._rules
        self._game = state.new_game(self._rules)
        self._match, self._result = (state.new_record(each) for each in (state.MATCH_DTYPE, state.RESULT_DTYPE))
        self._log = new_log(on=False)
        self._slots: tuple[int, ...] = ()
        self._seatings: tuple[Triple, ...] = ()

    def sit(self, players: Sequence[int], seatings: Sequence[Triple]) -> np.ndarray:
        """Let three players, by number, sit down in the slots; the seatings they will take, as int8[k, 3]."""
        self._slots, self._seatings = tuple(players), tuple(seatings)
        seated = [self._players[number] for number in players]
        self.table["hooks"] = self._addresses[list(players)]
        self.table["params"] = [self._params[number].ctypes.data for number in players]
        self.table["chance"] = [player.strategy.uses_chance for player in seated]
        self.table["guard"] = [bool(player.origin) for player in seated]
        return np.array(seatings, np.int8)

    @property
    def records(self) -> Records:
        """The records as kernels take them."""
        own = (self._game, self.view, self._match, self._result, self._rules, self._log, self.table)
        return Records(*(record[0] for record in own))

    def deals(self, block: Block) -> Deals:
        """Which matches a block holds, as kernels take it."""
        return Deals(np.uint64(self._seed), block.first, block.matches, block.games)

    @contextlib.contextmanager
    def playing(self) -> Iterator[None]:
        """While a block is played: its faults are counted from 0, and the errors of hooks are heard."""
        self.table["faults"] = 0
        with hooks.listening() as self._errors:
            self.busy = True
            try:
                yield
            finally:
                self.busy = False

    def progress(self) -> tuple[int, int]:
        """Match and games finished: what moves on as long as bots answer."""
        return int(self.table["now_match"][0]), int(self.table["now_games"][0])

    def fault(self) -> Fault | None:
        """The first fault of the block just played."""
        table = self.table[0]
        if not table["faults"]:
            return None
        code = int(table["fault_reason"])
        detail = self._errors[0] if self._errors and code == REASON_RAISED else ""
        seating = self._seatings[int(table["fault_seating"])]
        seat, decision, match, game = (int(table[f"fault_{name}"]) for name in ("seat", "decision", "match", "game"))
        return self._fault(code, _Place(seating, seat, decision, match, game), detail)

    def hanging(self, view: np.recarray | None = None) -> Fault:
        """The fault of a bot that does not answer, from where the game is now; `view`: what it was shown."""
        table, shown = self.table[0], self.view if view is None else view
        a, b, c = (int(slot) for slot in table["seating"])
        seat, decision = (int(shown[name][0]) for name in ("me", "decision"))
        place = _Place((a, b, c), seat, decision, int(table["now_match"]), int(table["now_game"]))
        return self._fault(NEVER_ANSWERED, place)

    def _fault(self, code: int, place: _Place, detail: str = "") -> Fault:
        a, b, c = (self._slots[slot] for slot in place.seating)
        slot = place.seating[place.seat]
        decision = state.DECISIONS[place.decision]
        return Fault(
            label=self._players[self._slots[slot]].label,
            slot=slot,
            seat=place.seat,
            decision=decision,
            code=code,
            seed=self._seed,
            match=place.match,
            game=place.game,
            failure=failure(code, decision),
            detail=detail,
            replay=self._replay((a, b, c), place.match, place.game),
            hangs=code == NEVER_ANSWERED,
        )
