"""What a person types: words, short forms, cards in any spelling, and sentences for the rest."""

from __future__ import annotations

import functools
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reports.play.orders import ACTIONS, SHORT, WISHES, OrderError, completions, read_order
from tests.live.people import a_match, legal_events, order_of
from tongits_sim.live.match import LiveMatch
from tongits_sim.live.sight import Sight, sight_of


def at(seed: int = 5, rules: str = "pagat") -> tuple[LiveMatch, Sight]:
    """A game at the person's first decision."""
    match = a_match(rules, seed=seed)
    match.deal()
    return match, sight_of(match.board, match.rows())


@pytest.mark.parametrize(
    ("typed", "word", "event"),
    [
        ("draw", "draw", {"act": "draw"}),
        ("d", "draw", {"act": "draw"}),
        ("DRAW ", "draw", {"act": "draw"}),
        ("Kd", "discard", {"act": "discard", "card": "Kd"}),
        ("d Kd", "discard", {"act": "discard", "card": "Kd"}),
        ("x 10h!", "discard", {"act": "discard", "card": "Th"}),
        ("discard K♦", "discard", {"act": "discard", "card": "Kd"}),
        ("lay 5h, 6h 7h", "lay", {"act": "lay", "cards": ["5h", "6h", "7h"]}),
        ("l [5h 6h 7h]", "lay", {"act": "lay", "cards": ["5h", "6h", "7h"]}),
        ("lay 5h 6h X1", "lay", None),
        ("lay 5h 6h X1=7h", "lay", {"act": "lay", "cards": ["5h", "6h", "X1"], "as": {"X1": "7h"}}),
        ("lay 5h 7h X1", "lay", {"act": "lay", "cards": ["5h", "7h", "X1"], "as": {"X1": "6h"}}),
        ("secret 8c 8d 8h 8s", "secret", {"act": "secret", "cards": ["8c", "8d", "8h", "8s"]}),
        ("take Kd Kh", "take", {"act": "take", "cards": ["Kd", "Kh", "Ks"], "card": "Ks"}),
        ("t", "take", {"act": "take", "cards": ["Kd", "Kh", "Ks"], "card": "Ks"}),
        ("c", "call", {"act": "call"}),
        ("chal", "challenge", {"act": "challenge"}),
        ("undo", "undo", None),
        ("rules call", "rules", None),
        ("?", "help", None),
        ("q", "quit", None),
    ],
)
def test_reads_what_is_meant(typed: str, word: str, event: dict[str, object] | None) -> None:
    match, sight = at()
    assert sight.offer == "Ks"
    if typed == "lay 5h 6h X1":
        with pytest.raises(OrderError, match="X1=4h or X1=7h"):
            read_order(typed, match, sight)
        return
    order = read_order(typed, match, sight)
    assert (order.word, order.event) == (word, event)
    assert order.sure == typed.endswith("!")


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("discrd Kd", "did you mean discard"),
        ("5h 6h 7h", "say first what to do"),
        ("discard", "name the one card"),
        ("discard 5h 6h", "name the one card"),
        ("draw 5h", "takes no cards"),
        ("lay 5h 5h 5h", "5h is named twice"),
        ("lay 5h 6h foo", "'foo' is not a card"),
        ("take 9", "there is no way 9"),
        ("sapaw 5h", "there is no open meld"),
        ("sapaw 5h right now", "names no meld"),
        ("lay", "there is no meld in your hand"),
        ("take 5h 6h tens", "'tens' is not a card"),
    ],
)
def test_what_is_no_order_is_a_sentence(typed: str, message: str) -> None:
    match, sight = at()
    with pytest.raises(OrderError, match=message):
        read_order(typed, match, sight)


@pytest.mark.parametrize("rules", ["pagat", "casino_x+joker", "sjs", "ecoins"])
def test_every_legal_action_can_be_typed(rules: str) -> None:
    for seed in range(6):
        match, chance = a_match(rules, seed=seed), random.Random(seed)
        match.deal()
        while not match.over:
            sight = sight_of(match.board, match.rows())
            for event in legal_events(match):
                order = read_order(order_of(event), match, sight)
                assert order.event is not None
                ours, theirs = ({**each, "cards": sorted(each.get("cards", ()))} for each in (order.event, event))
                assert ours == theirs
            match.act(chance.choice(legal_events(match)))


def test_a_side_names_its_only_meld() -> None:
    for seed in range(40):
        match, chance = a_match("pagat", seed=seed), random.Random(seed)
        match.deal()
        while not match.over:
            sight = sight_of(match.board, match.rows())
            for event in legal_events(match):
                if event["act"] == "sapaw":
                    side = ("me", "right", "left")[sight.table[event["onto"]].owner % 3]
                    others = [meld for meld in sight.table if meld.owner == sight.table[event["onto"]].owner]
                    if len(others) == 1:
                        order = read_order(f"sapaw {event['card']} {side}", match, sight)
                        assert order.event == event
                        return
            match.act(chance.choice(legal_events(match)))
    raise AssertionError("nobody could add a card")


def test_short_forms_mean_words() -> None:
    assert set(SHORT.values()) <= {*ACTIONS, *WISHES}
    assert not set(SHORT) & {*ACTIONS, *WISHES}


def test_completes_words_and_cards() -> None:
    _, sight = at()
    assert completions("dr", sight, ["draw", "take"]) == ["draw "]
    assert "take " in completions("", sight, ["draw", "take"])
    assert completions("discard K", sight, ["discard"]) == ["Kd ", "Kh ", "Ks "]
    assert completions("take Kd K", sight, ["take"]) == ["Kh ", "Ks "]
    assert "right " in completions("sapaw Kd ", sight, ["sapaw"])
    assert completions("k", sight, []) == ["Kd", "Kh"]


WORDS = st.sampled_from([*ACTIONS, *WISHES, *SHORT, "5h", "Ks", "X1", "X1=5h", "1", "right", "!"])


@given(st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=6).map(" ".join)))
def test_whatever_is_typed_is_an_order_or_a_sentence(typed: str) -> None:
    match, sight = _match()
    try:
        order = read_order(typed, match, sight)
    except OrderError as error:
        assert str(error).isprintable()  # noqa: PT017
        return
    if order.event is not None:
        before = match.board.view_bytes()
        refusal = match.act(order.event)
        assert refusal is None or refusal.reason
        if refusal is None:
            match.undo()
            if match.board.view_bytes() != before:
                _match.cache_clear()


@functools.cache
def _match() -> tuple[LiveMatch, Sight]:
    return at()
