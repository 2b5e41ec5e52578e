"""A person who plays by chance: any legal action, with orders typed as a person would."""

import random
from collections.abc import Iterator
from typing import Any

from strategies import load_players
from tests.table.games import house
from tongits_sim.game.state import DECISIONS
from tongits_sim.table.live_match import LiveMatch, legal_takes, seats_of, ways_to_add, ways_to_lay
from tongits_sim.table.seat_view import seat_view

Event = dict[str, Any]


def a_match(rules: str = "pagat", seed: int = 1, seat: int = 0, bots: str = "greedy,caller", **more: Any) -> LiveMatch:
    return LiveMatch(house(rules), seats_of(seat, load_players(bots, 2)), seed, **more)


def legal_events(match: LiveMatch) -> list[Event]:
    sight = seat_view(match.board, match.rows())
    asked = DECISIONS[match.decision]
    simple = [{"act": act} for act in ("draw", "call", "challenge", "fold", "pass")]
    discards = [{"act": "discard", "card": card} for card in sight.hand]
    ways = [*legal_takes(match, sight), *ways_to_lay(match, sight), *ways_to_add(match, sight.hand)]
    events = [event for event in (*simple, *discards) if match.legal(event)] + ways
    assert events, f"nothing to do at {asked}"
    return events


def play_by_chance(match: LiveMatch, chance: random.Random) -> None:
    while not match.over:
        assert match.act(chance.choice(legal_events(match))) is None


def decided(rules: str, seeds: int, seat: int | None = 0, **more: Any) -> Iterator[LiveMatch]:
    """Matches of these seeds at every decision of a person who plays by chance; seat: the person's, None for any."""
    for seed in range(seeds):
        match = a_match(rules, seed=seed, seat=seed % 3 if seat is None else seat, **more)
        chance = random.Random(seed)
        match.deal()
        while not match.over:
            yield match
            assert match.act(chance.choice(legal_events(match))) is None


def order_of(event: Event) -> str:
    faces = event.get("as", {})
    cards = [f"{card}={faces[card]}" if card in faces else card for card in event.get("cards", ())]
    act = event["act"]
    if act == "discard":
        return f"discard {event['card']}!"
    if act == "sapaw":
        card = event["card"]
        return f"sapaw {f'{card}={faces[card]}' if faces else card} {event['onto'] + 1}"
    if act == "take" and not cards:
        joker = "".join(f" {card}={face}" for card, face in faces.items())
        return f"take{joker} {event['onto'] + 1}" if "onto" in event else "take"
    return " ".join([act, *cards])
