"""The position that a written game has reached: for advice to the seat that must decide."""

from __future__ import annotations

from tongits_sim.cards import card_text, format_mask
from tongits_sim.game.engine import PHASE_ASKED
from tongits_sim.positions.boards import position_of
from tongits_sim.positions.position import Position
from tongits_sim.records.notation_game import Written


def position_of_written(written: Written) -> Position | None:
    """What the deciding seat knows after the last move; None if nobody decides there, or its own cards are unknown."""
    board = written.board
    if written.ended or board.game.phase != PHASE_ASKED or int(board.view.me) in written.unknown:
        return None
    return position_of(board, written.rules)


def advise_options(position: Position) -> list[str]:
    """The options of `tongits advise` that describe a position; empty where a joker on the table cannot be named."""
    if any(meld.jokers for meld in position.melds):
        return []
    table = []
    for seat in (position.right, position.left, position.seat):
        melds = [meld for meld in position.melds if meld.owner == seat]
        shown = [
            (f"[{format_mask(meld.cards)}]" if meld.cards else "?" * meld.size)
            if meld.face_down
            else format_mask(meld.cards)
            for meld in melds
        ]
        table += [f"{position.name(seat)}: {', '.join(shown)}"] if shown else []
    sizes = f"{position.sizes[position.right]},{position.sizes[position.left]}"
    options = ["--rules", position.rules.name, "--hand", format_mask(position.hand), "--stock", str(position.stock)]
    options += ["--sizes", sizes, "--decide", position.decision]
    options += ["--table", "; ".join(table)] if table else []
    options += ["--discards", " ".join(map(card_text, position.discards))] if position.discards else []
    caller = ["--caller", position.name(position.caller)] if position.caller >= 0 else []
    return [*options, *caller]
