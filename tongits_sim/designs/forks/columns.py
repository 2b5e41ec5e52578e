"""The columns of a table of decisions."""

from __future__ import annotations

from collections.abc import Iterator

from tongits_sim.designs.forks.layout import FEATURES
from tongits_sim.designs.forks.rows import NO_PAYOUT
from tongits_sim.folders.row_table import Column
from tongits_sim.game.state import DECISIONS
from tongits_sim.rules.amounts import UNIT


def columns(decision: str, seed: int, labels: tuple[str, ...]) -> Iterator[Column]:
    """The columns of a table of decisions (docs/reference/tables.md); labels: the players by slot."""
    yield Column("seed", "u8", constant=seed)
    yield Column("match", "i8")
    yield Column("game", "i4")
    yield Column("decision", "i1", labels=DECISIONS, constant=DECISIONS.index(decision))
    yield Column("seat", "i1")
    yield Column("slot", "i1")
    yield Column("player", "i1", source="slot", labels=labels)
    yield Column("dealer", "i1")
    yield from (Column(feature, "i2") for feature in FEATURES)
    yield Column("chose_yes", "?")
    yield Column("weight", "i2")
    yield from (Column(name, "f8", parts=UNIT) for name in ("payout_yes", "payout_no"))
    yield Column("payout_wait", "f8", parts=UNIT, none=int(NO_PAYOUT))
    yield from (Column(name, "?") for name in ("burned_yes", "burned_no", "fought_yes", "fought_no"))
    yield from (Column(name, "f8", parts=UNIT) for name in ("next_payout_yes", "next_payout_no"))
