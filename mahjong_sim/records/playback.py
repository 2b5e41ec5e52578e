"""A game record as text for people: the turns, the hands after each, the ending and the payments."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from mahjong_sim.records.steps import ending_lines, steps_of
from tongits_sim.any_game.record_form import Record
from tongits_sim.any_game.seat_names import named, seat_names
from tongits_sim.any_game.steps import Step
from tongits_sim.folders.files import printable

_PARTS = {
    "hand": "for the hand (V10)",
    "flowers": "for flowers (V4)",
    "beauty": "for dragons in the first round (V8)",
    "news": "for winds in the first round (V8)",
    "kang": "for kangs (V7)",
    "secret": "for secrets (V7)",
    "sagasa": "for sagasas (V7)",
    "pot": "stakes, and what was taken out (V12)",
}


def playback(record: Record) -> Iterator[str]:
    """The lines of a verified record's text."""
    names = seat_names(record["players"])
    return (named(line, names) for line in _playback(record, names))


def _playback(record: Record, names: list[str]) -> Iterator[str]:
    yield from _heading(record, names)
    first, *moves = steps_of(record)
    for seat in range(len(names)):
        yield _hand(first, seat, "is dealt")
    for turn, steps in itertools.groupby(moves, key=lambda step: step.turn):
        acts = list(steps)
        seat = acts[0].seat
        left = acts[-1].stock
        yield ""
        yield f"Turn {turn}: seat {seat}, {left} tiles left in the wall"
        yield from (f"  {step.text}" for step in acts)
        yield f"  {_hand(acts[-1], seat, 'holds')}"
    yield ""
    yield from ending_lines(record)
    yield ""
    yield from _payments(record, names)
    over = "The match is over." if record["match_over"] else f"Seat {record['after']['next_mano']} is mano next."
    pot = record["after"]["pot"]
    yield (f"The pot holds {pot:g}. " if pot else "") + over


def _heading(record: Record, names: list[str]) -> Iterator[str]:
    over = ", the last of its match" if record["match_over"] else ""
    rules = printable(record["rules"]["name"])
    yield f"Game {record['game'] + 1} of match {record['match'] + 1}{over}. Seed {record['seed']}, rules {rules}."
    dice = " and ".join(map(str, record["dice"]))
    yield f"Players in turn order: {', '.join(names)}. Seat {record['mano']} is mano. The dice show {dice}."
    if record["before"]["pot"]:
        yield f"The pot holds {record['before']['pot']:g}."
    yield ""


def _hand(step: Step, seat: int, verb: str) -> str:
    melds = [f"[{' '.join(tiles)}]" for owner, tiles in step.table if owner == seat]
    return f"seat {seat} {verb} {' '.join([*step.hands[seat].loose, *melds]) or 'no tile'}"


def _payments(record: Record, players: list[str]) -> Iterator[str]:
    result = record["result"]
    rows = [(part, amounts, _PARTS[part]) for part, amounts in result["parts"].items() if any(amounts)]
    heads = [name[:12] for name in players]
    wide = max(9, *(len(name) + 2 for name in heads))
    yield f"{'In units':10}" + "".join(f"{name:>{wide}}" for name in heads)
    for name, amounts, why in [*rows, ("payout", result["payout"], "")]:
        yield (f"{name:10}" + "".join(f"{amount:>{wide}g}" for amount in amounts) + f"  {why}").rstrip()
    yield ""
