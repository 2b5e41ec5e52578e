"""Forks for the tests: small jobs, and the same forks made slowly, decision by decision from Python."""

from collections.abc import Callable
from typing import Any

import numpy as np

from strategies import load_players
from strategies.helpers import lay_to_open, sapaw_deadwood, take_if_lower
from tongits_sim.cards import NATURALS, U
from tongits_sim.compile.bits import GOLDEN, mix, stream
from tongits_sim.experiments.forks import Binning, ForkJob, unit_bins
from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISION_OVER, DECISIONS
from tongits_sim.rules import RuleSet, load
from tongits_sim.table.live_match import LiveBots

BINNINGS = (
    Binning("fine", (unit_bins("count", 0, 60), unit_bins("stock", 0, 17), unit_bins("opponents_open", 0, 2))),
    Binning("turns", (unit_bins("turn", 0, 20),)),
)
PROPOSED: dict[str, Any] = {"lay": lay_to_open, "draw": take_if_lower, "sapaw": sapaw_deadwood}
"""What is done if the bot says no, by decision."""

Answer = Callable[[Board, str], int | None]
"""What is answered instead of the bot, None to let it answer."""


def forks(
    decision: str, rules: str | RuleSet = "pagat", players: str = "greedy,caller,hunter", **changes: Any
) -> ForkJob:
    options: dict[str, Any] = {
        "binnings": BINNINGS,
        "games": 400,
        "proposal": f"strategies.helpers:{PROPOSED[decision].__name__}" if decision in PROPOSED else "",
    } | changes
    chosen = rules if isinstance(rules, RuleSet) else load(rules)
    return ForkJob(chosen, tuple(load_players(players)), decision, **options)


def counted(job: Any, size: int | None = None) -> Any:
    totals = job.empty()
    worker = job.worker()
    for block in job.blocks(size):
        played = worker.play(block)
        assert played.fault is None, played.fault.sentence()
        totals.add(played.counts)
    return totals


def slow_game(job: ForkJob, number: int, answer: Answer) -> tuple[list[int], list[int]]:
    """Play match `number` of one game from Python; returns payouts and sunog payments by seat."""
    board = Board(job.rules)
    seating = job.seatings[number % len(job.seatings)]
    bots = LiveBots([job.players[slot] for slot in seating], job.rules)
    board.begin_match(job.seed, number, 1)
    bots.deal(board)
    while (decision := board.advance()) != DECISION_OVER:
        action = answer(board, DECISIONS[decision])
        if action is None:
            action = int(bots.answer(board))
        assert board.apply(action) == 0
    board.finish()
    return [int(x) for x in board.result.payout], [int(x) for x in board.result.parts[1]]


def asked(job: ForkJob, number: int) -> list[dict[str, Any]]:
    """Every decision of the job's kind in match `number`: its place among all decisions, what the bot saw and
    answered.
    """
    rows: list[dict[str, Any]] = []
    place = -1
    seating = job.seatings[number % len(job.seatings)]
    bots = LiveBots([job.players[slot] for slot in seating], job.rules)

    def look(board: Board, name: str) -> int | None:
        nonlocal place
        place += 1
        if name != job.decision:
            return None
        view = board.view
        seat = int(board.view.me)
        action = int(bots.answer(board))
        own = int(view.open_melds[seat] + view.secrets[seat])
        row = {"place": place, "seat": seat, "action": action, "turn": int(view.turn), "laid": own}
        if name == "discard":
            row |= _other(board, action)
        if name in PROPOSED:
            params = job.players[seating[seat]].params(job.rules).view(np.recarray)[0]
            row["yes"] = action or int(PROPOSED[name](view, params))
        rows.append(row)
        return action

    slow_game(job, number, look)
    return rows


def _other(board: Board, action: int) -> dict[str, Any]:
    """The card discarded instead, as kernel.other_discard draws it, and among how many."""
    view, match = board.view, board.match
    loose = int(view.legal) & int(NATURALS) & ~int(view.melded) & ~action
    cards = [1 << place for place in range(64) if loose >> place & 1]
    if not cards:
        return {"other": 0, "weight": 0}
    key = U(stream(U(match.seed), U(match.match), U(match.game), U(0xD3C5_0010)))
    with np.errstate(over="ignore"):
        word = int(mix(key + U(view.turn) * GOLDEN)) >> 33
    return {"other": cards[word % len(cards)], "weight": len(cards)}


def forced(job: ForkJob, number: int, place: int, action: int, hold: int = -1, seat: int = -1) -> tuple[int, int]:
    """Payout and sunog payment of the seat that decides at `place`, with a forced answer at this decision.

    `hold`: the seat answers every LAY with 0 up to this turn of the table.
    """
    at = -1
    who = seat

    def answer(board: Board, name: str) -> int | None:
        nonlocal at, who
        at += 1
        if at == place:
            who = int(board.view.me)
            return action
        held = at > place and name == "lay" and int(board.view.me) == seat and int(board.view.turn) <= hold
        return 0 if held else None

    payouts, sunog = slow_game(job, number, answer)
    return payouts[who], sunog[who]
