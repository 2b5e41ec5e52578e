"""The columns of a table of games."""

from __future__ import annotations

from collections.abc import Iterator

from tongits_sim.designs.batch.rows import ANSWERS
from tongits_sim.folders.row_table import Column
from tongits_sim.game.state import ENDINGS, PARTS, SEATS
from tongits_sim.rules.amounts import UNIT


def columns(seed: int, labels: tuple[str, ...]) -> Iterator[Column]:
    """The columns of a table of games (docs/reference/tables.md); labels: the players by slot."""
    yield Column("seed", "u8", constant=seed)
    yield Column("match", "i8")
    yield Column("game", "i4")
    for seat in range(SEATS):
        yield Column(f"slot_{seat}", "i1")
        yield Column(f"player_{seat}", "i1", source=f"slot_{seat}", labels=labels)
    yield Column("dealer", "i1")
    yield Column("ending", "i1", labels=ENDINGS)
    yield Column("winner", "i1", none=-1)
    yield Column("turns", "i2")
    yield Column("caller", "i1", none=-1)
    for seat in range(SEATS):
        yield Column(f"asked_{seat}", "?")
        yield Column(f"answer_{seat}", "i1", labels=ANSWERS, none=-1)
        yield Column(f"count_{seat}", "i2")
        yield Column(f"burned_{seat}", "?")
        yield from (Column(f"{name}_{seat}", "i1") for name in ("open_melds", "secrets", "sapaws"))
        yield from (Column(f"{part}_{seat}", "f8", parts=UNIT) for part in (*PARTS, "payout"))
    yield from (Column(name, "f8", parts=UNIT) for name in ("jackpot", "stake"))
