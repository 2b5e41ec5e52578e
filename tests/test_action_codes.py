from random import Random

from tests.naive import NATURALS as FACES
from tests.naive.melds import face_melds
from tongits_sim.cards import EMPTY, NATURALS, X2, U, parse_card, parse_mask
from tongits_sim.game import action_codes


def test_melds_and_the_jokers_in_them() -> None:
    for _, cards in face_melds("both"):
        faces = parse_mask(" ".join(cards))
        for first in ("", *sorted(cards)):
            for second in ("", *sorted(cards)):
                if first == second != "":
                    continue
                word = U(action_codes.meld(faces, parse_mask(first), parse_mask(second)))
                assert action_codes.faces_of(word) == faces
                assert action_codes.x1_face(word) == parse_mask(first)
                assert action_codes.x2_face(word) == parse_mask(second)
                assert action_codes.stray_bits(word) == EMPTY
                assert action_codes.faces_of(U(action_codes.secret(word))) == faces


def test_numbers_of_melds() -> None:
    rng = Random(1)
    for number in range(18):
        card = parse_card(rng.choice(FACES))
        for word in (
            action_codes.sapaw(card, U(number)),
            action_codes.sapaw_joker(X2, U(1 << card), U(number)),
            action_codes.extend(U(number), EMPTY),
            action_codes.extend(U(number), U(1 << card)),
        ):
            assert action_codes.meld_number(U(word)) == number
        assert U(action_codes.sapaw(card, U(number))) & NATURALS == U(1 << card)


def test_jokers_of_a_hand_play_what_it_lacks() -> None:
    faces = parse_mask("7c 7d 7h")
    word = U(action_codes.meld_from(faces, parse_mask("7c 7d X2 9s")))
    assert (action_codes.x1_face(word), action_codes.x2_face(word)) == (EMPTY, parse_mask("7h"))
    word = U(action_codes.meld_from(faces, parse_mask("7c 7d X1 X2")))
    assert (action_codes.x1_face(word), action_codes.x2_face(word)) == (parse_mask("7h"), EMPTY)
    word = U(action_codes.wild_meld(faces, parse_mask("7d"), parse_mask("7c 7h X2")))
    assert action_codes.x2_face(word) == parse_mask("7d")
