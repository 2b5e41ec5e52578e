"""Reasons: what an action keeps and what it risks, true to the cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyses.reasons import loose_cards, partial_melds, partners, reason
from tests.positions.games import house
from tests.positions.test_positions import TYPED
from tongits_sim.cards import parse_card, parse_mask
from tongits_sim.designs.worlds.estimates import OptionEstimate
from tongits_sim.designs.worlds.options import Option, candidates
from tongits_sim.positions.position import Position
from tongits_sim.positions.typed import Typed, read_position

FOUND = OptionEstimate(0.5, 0.1, -0.1, 0.05, won=0.5, burned=0.25, beaten=0.125, worlds=100, quantile=1.96)
BEFORE = Typed("3h 4h 5h 9c 9d Ks 2c 8d Jd", "right: 7s 8s 9s; me: Qc Qd Qh", "Qs 4c", stock=9, sizes="9,12")


def reason_of(position: Position, text: str) -> str:
    """The reason of an option, by its words."""
    return next(reason(position, each, FOUND) for each in candidates(position) if each.text(position) == text)


def test_a_discard_keeps_what_may_become_a_meld() -> None:
    text = reason_of(read_position(house("pagat"), TYPED), "discard Ks")
    assert (
        "keeps 8d 9d (2 unseen cards make a meld) and Jd Js (2 unseen cards make a meld)" in text[0].lower() + text[1:]
    )
    assert "right takes Ks with" in text


def test_a_discard_that_breaks_a_meld_says_so() -> None:
    assert "reaks a meld (+7 points loose)" in reason_of(read_position(house("pagat"), TYPED), "discard 5h")


def test_no_pair_no_risk() -> None:
    typed = replace(TYPED, discards="Qs Kc Kd Kh")
    assert "no unseen cards make a meld with Ks" in reason_of(read_position(house("pagat"), typed), "discard Ks")


def test_the_next_player_may_extend_a_meld() -> None:
    typed = replace(TYPED, hand="3h 4h 5h 9c 9d Ts 2c 8d Jd Js")
    assert "right may take Ts onto 7s 8s 9s" in reason_of(read_position(house("casino_x"), typed), "discard Ts")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("call", "right with 9 cards may challenge; beaten in 12 %"),
        ("draw from the stock", "wins 50 %, burned in 25 %"),
    ],
)
def test_calls_and_draws(text: str, part: str) -> None:
    assert part in reason_of(read_position(house("pagat"), BEFORE), text)


def test_answers_to_a_call() -> None:
    position = read_position(house("pagat"), replace(BEFORE, caller="right"))
    assert "right called with 9 cards" in reason_of(position, "challenge")
    assert "pays for a fold" in reason_of(position, "fold").lower()


def test_lays_and_sapaws() -> None:
    position = read_position(house("pagat"), replace(TYPED, hand="3h 4h 5h 9c 9d Ts 2c 8d Jd Js"))
    assert "2 unseen cards fit the meld" in reason_of(position, "lay 3h 4h 5h")
    assert "takes 10 points out of the hand" in reason_of(position, "sapaw Ts onto right's 7s 8s 9s").lower()


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
