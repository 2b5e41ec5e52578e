"""The numbering of actions: every meld once, every number both ways."""

from __future__ import annotations

from tests.naive.melds import face_melds
from tongits_sim.cards import U, format_mask, parse_mask
from tongits_sim.encoding.action_table import (
    CARDS,
    MELDS,
    MELDS_FROM,
    N_ACTIONS,
    N_MELDS,
    NO,
    SECRETS_FROM,
    TAKE,
    TARGETS,
    YES,
    card_number,
    card_of,
    describe,
    meld_number_of,
    run_number,
    set_number,
)

ALL_CARDS = [16 * suit + rank for suit in range(4) for rank in range(13)] + [14, 30]


def test_every_card_has_a_number() -> None:
    assert [card_number(card) for card in ALL_CARDS] == list(range(54))
    assert [card_of(number) for number in range(54)] == ALL_CARDS


def test_the_melds_are_those_that_a_deck_has() -> None:
    naive = {frozenset(faces) for ladder in ("low", "high", "both") for _, faces in face_melds(ladder)}
    assert {frozenset(format_mask(faces).split()) for faces in MELDS} == naive
    assert len(naive) == N_MELDS == len(MELDS)


def test_every_meld_is_found_by_its_faces() -> None:
    assert [meld_number_of(faces) for faces in MELDS] == list(range(N_MELDS))
    for text in ("7h 8h", "7h 8h Th", "7h 7d 8h", "Kh Ah 2h", "7h 8h 9d", "Ac Ad Ah 2s"):
        assert meld_number_of(parse_mask(text)) == -1, text
    assert meld_number_of(U(0)) == -1


def test_sets_and_runs_have_numbers_of_their_own() -> None:
    assert format_mask(MELDS[set_number(6, 2)]) == "7c 7d 7s"
    assert format_mask(MELDS[set_number(6, 4)]) == "7c 7d 7h 7s"
    assert format_mask(MELDS[run_number(2, 6, 8)]) == "7h 8h 9h"
    assert format_mask(MELDS[run_number(3, 0, 12)]) == "As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks"
    assert format_mask(MELDS[run_number(0, 11, 13)]) == "Ac Qc Kc"


def test_actions_are_explained() -> None:
    assert [describe(action) for action in (NO, YES, TAKE)] == ["no", "yes", "take the discard"]
    assert describe(CARDS + 53) == "card X2"
    assert describe(TARGETS + 4) == "onto meld 4"
    assert describe(MELDS_FROM + run_number(2, 6, 8)) == "meld 7h 8h 9h"
    assert describe(SECRETS_FROM + set_number(0, 4)) == "face down Ac Ad Ah As"
    assert len({describe(action) for action in range(N_ACTIONS)}) == N_ACTIONS
