"""The events of a record and the rows of a game's log: the same, as text and as numbers."""

from __future__ import annotations

from typing import Any

from mahjong_sim.game.legality import DECLARED
from mahjong_sim.game.log import ACT_ANSWER, ACT_DECLARE, ACT_DISCARD, ACT_MELD, ACT_VOID, ACT_WIN, ACTS
from mahjong_sim.melds import MELDS
from mahjong_sim.records.form import SOURCES
from mahjong_sim.tiles import NAMES, parse_tile

Event = dict[str, Any]


def event_of(row: Any) -> Event:
    """The event of a row of a log: (act, seat, code, tile)."""
    act, seat, code, tile = map(int, row)
    event: Event = {"seat": seat, "act": ACTS[act]}
    if act == ACT_DISCARD and code:
        return event | {"tile": NAMES[tile], "declared": True}
    if act in (ACT_MELD, ACT_DECLARE):
        event["meld"] = MELDS[code]
    elif act == ACT_WIN:
        event["by"] = SOURCES[code]
    if act != ACT_VOID:
        event["tile"] = NAMES[tile] if tile >= 0 else None
    return event


def events_of(rows: Any) -> list[Event]:
    """The events of a log; the answers of bots are left out, they follow from what happens."""
    return [event_of(row) for row in rows if int(row[0]) != ACT_ANSWER]


def action_of(event: Event) -> int:
    """The action word of a meld or discard that an event names."""
    tile = parse_tile(event["tile"])
    if event["act"] == "discard":
        return tile | int(DECLARED) if event.get("declared") else tile
    return MELDS.index(event["meld"]) + 256 * tile
