"""Reasons: what an action keeps and what it risks, true to the cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyses.reasons import loose_cards, partial_melds, partners, reason
from tests.table.games import house
from tests.table.test_positions import TYPED
from tongits_sim.cards import parse_card, parse_mask
from tongits_sim.table.options import Option, candidates
from tongits_sim.table.position import Position
from tongits_sim.table.position_text import Typed, read_position
from tongits_sim.table.rollouts import OptionEstimate

FOUND = OptionEstimate(0.5, 0.1, -0.1, 0.05, won=0.5, burned=0.25, beaten=0.125, worlds=100, quantile=1.96)
BEFORE = Typed("3h 4h 5h 9c 9d Ks 2c 8d Jd", "right: 7s 8s 9s; me: Qc Qd Qh", "Qs 4c", stock=9, sizes="9,12")


def reason_of(position: Position, text: str) -> str:
    """The reason of an option, by its words."""
    return next(reason(position, each, FOUND) for each in candidates(position) if each.text(position) == text)


LONG = replace(TYPED, hand="3h 4h 5h 9c 9d Ts 2c 8d Jd Js")
CALLED = replace(BEFORE, caller="right")


@pytest.mark.parametrize(
    ("rules", "typed", "option", "parts"),
    [
        (
            "pagat",
            TYPED,
            "discard Ks",
            "eeps 8d 9d (2 unseen cards make a meld) and Jd Js (2 unseen|right takes Ks with",
        ),
        ("pagat", TYPED, "discard 5h", "reaks a meld (+7 points loose)"),
        ("pagat", replace(TYPED, discards="Qs Kc Kd Kh"), "discard Ks", "no unseen cards make a meld with Ks"),
        ("casino_x", LONG, "discard Ts", "right may take Ts onto 7s 8s 9s"),
        ("pagat", LONG, "lay 3h 4h 5h", "2 unseen cards fit the meld"),
        ("pagat", LONG, "sapaw Ts onto right's 7s 8s 9s", "akes 10 points out of the hand"),
        ("pagat", BEFORE, "call", "right with 9 cards may challenge; beaten in 12 %"),
        ("pagat", BEFORE, "draw from the stock", "wins 50 %, burned in 25 %"),
        ("pagat", CALLED, "challenge", "right called with 9 cards; wins 50 %, is beaten in 12 %"),
        ("pagat", CALLED, "fold", "ays for a fold"),
    ],
)
def test_a_reason_is_true_to_the_cards(rules: str, typed: Typed, option: str, parts: str) -> None:
    text = reason_of(read_position(house(rules), typed), option)
    assert all(part in text for part in parts.split("|"))


def test_every_kind_of_option_has_a_reason() -> None:
    position = read_position(house("pagat"), TYPED)
    for each in candidates(position):
        text = reason(position, each, FOUND)
        assert text[0].isupper()
        assert text.endswith(".")
    assert reason(position, Option("pass", 0, 0), FOUND).startswith("Plays on")


def test_partial_melds() -> None:
    assert len(partners(parse_card("7h"))) == 3 + 3
    assert len(partners(parse_card("Ac"))) == 3 + 1
    loose = int(parse_mask("9c 9d 2c Kh"))
    ((pair, outs),) = partial_melds(loose, int(parse_mask("9h 9s Ks")))
    assert (pair, outs) == (int(parse_mask("9c 9d")), 2)
    points = loose_cards(read_position(house("pagat"), TYPED), int(parse_mask("3h 4h 5h Kd")))
    assert points == (int(parse_mask("Kd")), 10)
