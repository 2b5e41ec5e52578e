"""Links that open a position in the phone page, under Ask. The position stands in the part of the address that stays on
the phone.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any

from analyses.answers.advise import PositionFacts
from strategies.trained import RULES
from tongits_sim.cards import card_text, parse_card
from tongits_sim.knobs.knob import Value
from tongits_sim.rules import KNOBS, load

PAGE = "tongits.html"
"""The file that `tongits web` writes unless another is named."""

_SEATS = ("me", "right", "left")


def hand_link(position: PositionFacts, knobs: Mapping[str, Value]) -> str:
    """The part of the address from `#` on; empty if Ask cannot show the position: an answer to a call, cards face down,
    jokers, or discards that are not named.
    """
    shown = [meld for meld in position.table if not meld.face_down]
    melds: list[dict[str, Any]] = [{"owner": _SEATS.index(meld.owner), "cards": _cards(meld.cards)} for meld in shown]
    hand = _cards(position.hand)
    discards = _cards(" ".join(position.discards))
    sizes = [position.sizes[name] for name in _SEATS]
    named = {*hand, *discards, *(card for meld in melds for card in meld["cards"])}
    mine = len(hand) + sum(len(meld["cards"]) for meld in melds if meld["owner"] == 0)
    deck = 52 + int(knobs["jokers.count"])
    whole = deck - len(named) - sizes[1] - sizes[2] == position.stock and shown == list(position.table)
    if not whole or position.caller or mine not in (12, 13) or any(card.startswith("X") for card in named):
        return ""
    value = {"rules": _rules(knobs), "hand": hand, "melds": melds, "discards": discards, "sizes": sizes}
    packed = zlib.compress(json.dumps(value, separators=(",", ":")).encode(), 9)
    return "#" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


def _cards(text: str) -> list[str]:
    return [card_text(parse_card(word)) for word in text.split()]


def _rules(knobs: Mapping[str, Any]) -> dict[str, Any]:
    """The base preset of some house rules, and the knobs that differ from it, in the words of the phone page."""
    for name in RULES:
        if load(name).knobs() == dict(knobs):
            return {"base": name, "set": {}}
    base = load("pagat").knobs()
    changed = {name: KNOBS[name].text(value) for name, value in knobs.items() if value != base[name]}
    return {"base": "pagat", "set": changed}
