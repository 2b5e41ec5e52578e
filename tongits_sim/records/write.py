"""Makes records of bots' games (docs/reference/formats.md), which are played one by one with the log on.

For the same seed, match and game the batch kernel plays the same game, because both use the same engine, deals and
random words.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Sequence
from typing import Any

from tongits_sim.cards import card_text
from tongits_sim.compile.hooks import listening
from tongits_sim.experiments.batch import BatchJob, BatchWorker
from tongits_sim.experiments.batch_kernel import play_game
from tongits_sim.game.board import Board
from tongits_sim.game.bot_calls import failure
from tongits_sim.game.state import DECISIONS, ENDING_SPREAD, ENDING_TONGITS, ENDINGS, PARTS
from tongits_sim.records.events import events_of, texts
from tongits_sim.records.file import FaultedGame
from tongits_sim.records.form import FORMAT
from tongits_sim.records.meld_lists import arranged_melds
from tongits_sim.records.schema import Record, plain_knobs, units
from tongits_sim.rules import RuleError, RuleSet, load
from tongits_sim.run.faults import BotFault, Fault
from tongits_sim.run.thread_records import FaultPlace
from tongits_sim.strategy import Player


class Bots:
    """Three players ready to be called, by slot."""

    def __init__(self, job: BatchJob) -> None:
        self.job = job
        self._seats = BatchWorker(job)

    def play(self, board: Board, seating: Sequence[int]) -> None:
        """Deal and play the next game; seating: the slot on each seat. Raises BotFault."""
        table = self._seats.table
        table["seating"] = seating
        board.game.chance[:] = table["chance"][0][list(seating)]
        board.deal()
        with listening() as errors:
            code = int(play_game(board.game, board.view, board.rules, board.log, table[0]))
        if code:
            raise BotFault(self._fault(board, seating, code, errors[0] if errors else ""))

    def _fault(self, board: Board, seating: Sequence[int], code: int, detail: str) -> Fault:
        view, match = board.view, board.match
        where = int(view.me), int(view.decision), int(match.match), int(match.game)
        slot, decision = seating[view.me], DECISIONS[view.decision]
        return self._seats.fault_at(
            FaultPlace(code, *where, tuple(seating), detail),
            who=(self.job.labels[slot], slot),
            decision=decision,
            failure=failure(code, decision),
            replay="",
        )


def play_records(
    rules: RuleSet,
    players: Sequence[Player],
    games: int,
    seed: int,
    match_games: int = 1,
    first_match: int = 0,
    fixed_seats: bool = False,
) -> Iterator[Record]:
    """Record the games that `simulate` plays: `games` in matches of `match_games`; the last match may be shorter.

    Progressive matches are played to their end. Raises FaultedGame.

    Args:
        first_match: number of the first match; earlier matches are skipped.
        fixed_seats: whether players keep their seats.
    """
    return play_job_records(BatchJob(rules, tuple(players), games, seed, match_games, fixed_seats), first_match)


def play_job_records(job: BatchJob, first_match: int = 0) -> Iterator[Record]:
    """The records of a job's games; see `play_records`. Raises FaultedGame."""
    board = Board(job.rules)
    bots = Bots(job)
    sheet = rules_sheet(job.rules)
    number, left = first_match, job.games
    while left > 0:
        seating = job.seatings[number % len(job.seatings)]
        names = [job.labels[slot] for slot in seating]
        board.begin_match(job.seed, number, job.match_games if job.progressive else min(job.match_games, left))
        while not board.match.over:
            before = chain_of(board)
            try:
                bots.play(board, seating)
            except BotFault as stop:
                raise FaultedGame(stop.fault, begun_record(board, sheet, names, before)) from None
            board.finish()
            left -= 1
            yield record_of(board, sheet, names, before)
        number += 1


def rules_sheet(rules: RuleSet) -> dict[str, Any]:
    """`rules` of a record. Rules named after a preset whose knobs differ get the mark `(changed)`."""
    name = rules.name
    with contextlib.suppress(RuleError):
        if not is_path(name) and load(name).knobs() != rules.knobs():
            name += " (changed)"
    return {"name": name, "knobs": plain_knobs(rules.knobs())}


def is_path(name: str) -> bool:
    """Whether `load` would look for a file of this name."""
    return "/" in name or os.sep in name or name.lower().endswith(".toml")


def chain_of(board: Board) -> dict[str, Any]:
    """`before` of the next game, or `after` of this game without the next dealer."""
    match = board.match
    return {
        "jackpot": units(match.jackpot),
        "streak_seat": int(match.streak_seat) if match.streak else None,
        "streak": int(match.streak),
        "scores": [int(score) for score in match.scores],
    }


def record_of(board: Board, sheet: dict[str, Any], names: list[str], before: dict[str, Any]) -> Record:
    """The record of the finished game on the board.

    Args:
        board: the board after `finish`.
        sheet: `rules` of the record, from `rules_sheet`.
        before: `chain_of` the board before the deal.
    """
    match, result = board.match, board.result
    declared = result.ending in (ENDING_TONGITS, ENDING_SPREAD)
    melds = arranged_melds(board.game, board.rules, int(result.winner)) if declared else []
    return {
        **begun_record(board, sheet, names, before),
        "game": int(match.game) - 1,
        "match_over": bool(match.over),
        "dealer": int(result.dealer),
        "events": events_of(board.rows, melds),
        "result": result_of(board),
        "after": {**chain_of(board), "next_dealer": int(match.dealer)},
    }


def begun_record(board: Board, sheet: dict[str, Any], names: list[str], before: dict[str, Any]) -> Record:
    """The record of an unfinished game on the board, without `result` and `after`.

    Args:
        board: the board during the game.
        sheet: `rules` of the record, from `rules_sheet`.
        before: `chain_of` the board before the deal.
    """
    match = board.match
    hands, stock = dealt_cards(board)
    return {
        "format": FORMAT,
        "rules": sheet,
        "seed": int(match.seed),
        "match": int(match.match),
        "game": int(match.game),
        "match_over": False,
        "dealer": int(match.dealer),
        "players": names,
        "before": before,
        "hands": hands,
        "stock": stock,
        "events": events_of(board.rows, []),
    }


def dealt_cards(board: Board) -> tuple[list[list[str]], list[str]]:
    """The dealt hands by seat, and the stock in order of drawing."""
    stock = board.game.stock[: int(board.game.stock_size)]
    return [texts(int(hand)) for hand in board.game.dealt], [card_text(int(card)) for card in stock]


def result_of(board: Board) -> dict[str, Any]:
    """`result` of a record, from the board's result."""
    result = board.result
    return {
        "ending": ENDINGS[result.ending],
        "winner": int(result.winner) if result.winner >= 0 else None,
        "counts": [int(count) for count in result.counts],
        "burned": [bool(burned) for burned in result.burned],
        "payout": [units(amount) for amount in result.payout],
        "parts": {name: [units(amount) for amount in result.parts[part]] for part, name in enumerate(PARTS)},
    }
