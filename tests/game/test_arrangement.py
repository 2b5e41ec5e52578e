import random

import numpy as np
import pytest

from tests.naive import JOKERS, RANKS, SUITS, all_melds, kind_of, least_deadwood, plain_total
from tests.naive.melds import is_set
from tests.sample_hands import ACE_RUNS, SORTS, THOROUGH, Gen, Hand, House, house, houses, mask, names
from tongits_sim.game import arrangement, rare_kernels
from tongits_sim.game.state import GAME_DTYPE, VIEW_DTYPE, new_record
from tongits_sim.hands.melds import meld_kind


class Seat:
    """A seat of a game whose hand comes and goes card by card; every step is checked."""

    def __init__(self, rules: House, hand: Hand, seat: int = 1) -> None:
        self.rules, self.seat = rules, seat
        self.game, self.view = new_record(GAME_DTYPE)[0], new_record(VIEW_DTYPE)[0]
        self.game.wild_kernel = rare_kernels.address("rearrange_wild")
        self.cards = set(hand)
        self.game.hands[seat] = mask(hand)
        self.view.hand_size[seat] = len(hand)
        arrangement.rearrange(self.game, rules.record, seat)
        self.check("dealt")

    def gain(self, card: str) -> None:
        self.cards.add(card)
        arrangement.gain(self.game, self.view, self.rules.record, self.seat, mask([card]))
        self.check(f"after gaining {card}")

    def lose(self, cards: Hand) -> None:
        self.cards -= set(cards)
        lost = mask(cards)
        kind = np.int64(meld_kind(lost, np.int64(self.rules.record.melds_ace_runs)))
        arrangement.lose(self.game, self.view, self.rules.record, self.seat, lost, kind)
        self.check(f"after losing {' '.join(cards)}")

    @property
    def melded(self) -> set[str]:
        return set(names(self.game.melded[self.seat]))

    def natural_melds(self) -> list[Hand]:
        sets = names(self.game.sets[self.seat])
        runs = names(self.game.runs[self.seat])
        return [tuple(card for card in sets if card[0] == rank) for rank in RANKS] + [
            tuple(card for card in runs if card[1] == suit) for suit in SUITS
        ]

    def check(self, when: str) -> None:
        """The count is the least there is, and the kept melds are melds of cards held that leave just that count."""
        place = f"{sorted(self.cards)} {when}, {self.rules}"
        naive, seat = self.rules.naive, self.seat
        count = self.game.deadwood[seat]
        assert names(self.game.hands[seat]) == self.cards, place
        assert self.view.hand_size[seat] == len(self.cards), place
        assert count == least_deadwood(self.cards, naive), place
        assert self.melded <= self.cards, place
        assert plain_total(self.cards - self.melded, naive) == count, place
        *melds, runs = (*self.natural_melds()[:13], self.natural_melds()[13:])
        assert all(not cards or is_set(cards) for cards in melds), place
        assert all(least_deadwood(cards, naive) == 0 for cards in runs), place
        self.check_wild(place)

    def check_wild(self, place: str) -> None:
        """Check that the melds with jokers are legal, and that all melds together hold exactly the melded cards."""
        together = [card for cards in self.natural_melds() for card in cards]
        jokers = 0
        for faces, played in zip(self.game.wild[self.seat], self.game.wild_as[self.seat], strict=True):
            if faces:
                jokers += len(names(played))
                assert kind_of(names(faces), self.rules.naive), place
                assert 0 < len(names(played)) <= self.rules.naive["jokers.max_per_meld"], place
                together += names(faces) - names(played)
        assert len(set(together)) == len(together), place
        assert self.melded - set(JOKERS) == set(together), place
        assert len(self.melded & set(JOKERS)) == jokers, place


def leaving(rng: Gen, seat: Seat, deck: list[str]) -> Hand:
    """Cards to give up: any one, a loose one, a kept meld, any meld, or what the hand adds to a taken discard."""
    hand = sorted(seat.cards)
    ways: list[list[Hand]] = [[(card,) for card in hand]]
    ways.append([(card,) for card in sorted(seat.cards - seat.melded)])
    ways.append([cards for cards in seat.natural_melds() if cards])
    ways.append([meld.cards for meld in all_melds(hand, seat.rules.naive)])
    offer = coming(rng, deck, seat) if seat.cards < set(deck) else hand[0]
    taking = [meld.cards for meld in all_melds({*hand, offer}, seat.rules.naive) if offer in meld.cards]
    ways.append([tuple(card for card in cards if card != offer) for cards in taking])
    return rng.choice(rng.choice([way for way in ways if way]))


def coming(rng: Gen, deck: list[str], seat: Seat) -> str:
    left = [card for card in deck if card not in seat.cards]
    near = [card for card in left if any(card[-1] == held[-1] or card[0] == held[0] for held in seat.cards)]
    return rng.choice(near if near and rng.random() < 0.5 else left)


HOUSES = houses(melds__ace_runs=ACE_RUNS) + houses(
    jokers__count=[1, 2], melds__ace_runs=ACE_RUNS, jokers__points=[0, 10, 20], jokers__max_per_meld=[1, 2]
)


def shown(rules: House) -> str:
    return "-".join(str(value) for _, value in rules.knobs)


@pytest.mark.parametrize("rules", HOUSES, ids=shown)
def test_r3_gains_and_losses_keep_the_arrangement_best(rules: House) -> None:
    rng = random.Random(str(rules.knobs))
    jokers = JOKERS[: rules.naive["jokers.count"]]
    for _ in range((12 if jokers else 40) * THOROUGH):
        pool = SORTS[rng.randrange(len(SORTS))](rng, 11)
        deck = [*rng.sample(SORTS[1](rng, 11), 8), *jokers, *pool]
        deck = sorted(set(deck))
        seat = Seat(rules, tuple(rng.sample(deck, min(len(deck), rng.randint(1, 12)))))
        for _ in range(20):
            if len(seat.cards) < 13 and len(seat.cards) < len(deck) and (len(seat.cards) < 4 or rng.random() < 0.6):
                seat.gain(coming(rng, deck, seat))
            elif seat.cards:
                seat.lose(leaving(rng, seat, deck))


def test_r4_cards_from_two_runs_that_join_a_taken_card_are_no_meld() -> None:
    rules = house()
    hand = ["3h", "4h", "5h", "6h", "7h", "9h", "Th", "Jh", "Qh", "5c", "5d"]
    seat = Seat(rules, tuple(hand))
    assert seat.game.deadwood[1] == 10
    seat.lose(("6h", "7h", "9h"))  # with 8h: what is left makes a set of fives now
    assert seat.game.deadwood[1] == 7


def test_r16_a_card_three_places_off_joins_two_jokers() -> None:
    for most, count in ((1, 31), (2, 0)):
        seat = Seat(house(jokers__count=2, jokers__max_per_meld=most), ("4c", "X1", "X2"))
        assert seat.game.deadwood[1] == 24
        seat.gain("7c")
        assert seat.game.deadwood[1] == count


def test_a_lost_card_is_no_longer_a_taken_one() -> None:
    seat = Seat(house(draw__take_discard="free"), ("7h", "8h", "Kd"))
    seat.game.taken[1] = seat.view.known[1] = mask(["7h", "Kd"])
    seat.lose(("Kd",))
    assert names(seat.game.taken[1]) == names(seat.view.known[1]) == {"7h"}


def test_other_seats_are_left_alone() -> None:
    seat = Seat(house(), ("7h", "8h", "Kd"), seat=2)
    before = [seat.game[name][:2].tolist() for name in ("hands", "melded", "sets", "runs", "deadwood")]
    seat.gain("9h")
    seat.lose(("Kd",))
    assert [seat.game[name][:2].tolist() for name in ("hands", "melded", "sets", "runs", "deadwood")] == before
    assert seat.game.deadwood[2] == 0
