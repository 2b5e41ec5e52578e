import functools
import random
from collections.abc import Sequence
from typing import Any

import numpy as np

from tests.naive import Rules, kind_of, plain_total, sapaw_slots
from tests.sample_hands import House, house, mask, names, words
from tongits_sim.cards import JOKERS, parse_card
from tongits_sim.compile.hooks import call_hook
from tongits_sim.compile.jit import njit
from tongits_sim.game.action_codes import FACE_DOWN, faces_of, meld_number, x1_face, x2_face
from tongits_sim.game.bot_calls import compile_hook
from tongits_sim.game.legality import check_meld_action
from tongits_sim.game.state import VIEW_DTYPE, new_record
from tongits_sim.hands.jokers import arrange, melded_cards
from tongits_sim.hands.melds import RUN, SET
from tongits_sim.strategy import Player, Strategy

ME, RIGHT, LEFT = 0, 1, 2
KINDS = {"set": SET, "run": RUN}


def view(
    hand: str = "",
    *,
    rules: House | None = None,
    offer: str = "",
    table: Sequence[tuple[int, str]] = (),
    legal: str | None = None,
    stock_left: int = 10,
    laid: int = 0,
    word: int = 0,
) -> Any:
    """What seat 0 sees: its hand, the discard on offer, and open melds on the table as (owner, cards).

    `legal`: the cards that may be discarded, by default the hand; `laid`: open melds laid of its own will.
    """
    rules = rules or house()
    record = new_record(VIEW_DTYPE)[0]
    record.rules = rules.record
    cards = hand.split()
    _show_hand(record, cards, rules)
    record.offer = parse_card(offer) if offer else -1
    record.legal = mask(cards if legal is None else legal.split())
    record.stock_left = stock_left
    record.voluntary[ME] = laid
    record.word = word
    for owner, text in table:
        _lay(record, owner, text, rules.naive)
    return record


def _show_hand(record: Any, cards: list[str], rules: House) -> None:
    cost, *arrangement = arrange(mask(cards), rules.record)
    arrangement = words(arrangement)
    record.hand = mask(cards)
    record.sets, record.runs = arrangement[:2]
    record.wild[:], record.wild_as[:] = arrangement[2::2], arrangement[3::2]
    record.melded = melded_cards(mask(cards), *arrangement)
    record.deadwood = int(cost) >> 2
    counts_melds = rules.naive["showdown.hand_melds_count_zero"]
    record.count = record.deadwood if counts_melds else plain_total(cards, rules.naive)
    record.hand_size[ME] = len(cards)


def _lay(record: Any, owner: int, text: str, rules: Rules) -> None:
    """A meld on the table; `X1(7h)` is a joker that stands for 7h, and `?` one card of a face-down meld."""
    shown = text.split()
    number = record.n_melds
    record.n_melds += 1
    record.meld_owner[number] = owner
    record.meld_size[number] = len(shown)
    if shown[0] == "?":
        record.secrets[owner] += 1
        return
    faces = [card.partition("(")[2].rstrip(")") or card for card in shown]
    kind = kind_of(faces, rules)
    assert kind is not None, text
    record.meld_kind[number] = KINDS[kind]
    record.meld_jokers[number] = sum("(" in card for card in shown)
    record.meld_faces[number] = mask(faces)
    record.meld_fits[number] = mask(sapaw_slots(faces, kind, rules))
    record.fits |= record.meld_fits[number]
    record.fits_of[owner] |= record.meld_fits[number]
    record.open_melds[owner] += 1


def answer(strategy: Strategy, decision: str, situation: Any, **params: float) -> int:
    """The action code of a bot, with parameters by name; its hook is called as the engine calls it."""
    address, values = _compiled(strategy, decision, tuple(params.items()))
    seen = np.array([situation], VIEW_DTYPE)
    word, raised = _called(address, seen[0], values.ctypes.data)
    assert not raised
    return int(word)


@functools.cache  # what is asked a thousand times takes most of its time to find the hook
def _compiled(strategy: Strategy, decision: str, params: tuple[tuple[str, float], ...]) -> tuple[int, np.ndarray]:
    """The address of a bot's hook, and its parameters."""
    values = Player(strategy, dict(params)).params()
    return compile_hook(getattr(strategy.hooks, decision), values.dtype, strategy.name, decision), values


@njit
def _called(address: int, view: Any, params: int) -> tuple[np.uint64, bool]:
    return call_hook(address, view, params)  # type: ignore[no-any-return]


def cards_of(word: int) -> str:
    return " ".join(sorted(names(faces_of(*words([word])))))


def in_order(text: str) -> str:
    return " ".join(sorted(text.split()))


def onto(word: int) -> int:
    return int(meld_number(*words([word])))


def assert_legal_meld(word: int, hand: Sequence[str], rules: House) -> set[str]:
    """The word is a meld of cards of the hand, by the engine and by the twin; its cards."""
    (value,) = words([word])
    reason, _, used, _ = check_meld_action(value, mask(hand), rules.record)
    assert reason == 0, (reason, hand, cards_of(word))
    faces = names(faces_of(value))
    played = names(words([x1_face(value) | x2_face(value)])[0])
    assert kind_of(faces, rules.naive), (hand, faces)
    cards = set(names(used))
    assert cards - {"X1", "X2"} == faces - played
    assert len(cards & {"X1", "X2"}) == len(played) <= rules.naive["jokers.max_per_meld"]
    assert cards <= set(hand)
    return cards


def is_face_down(word: int) -> bool:
    return bool(int(word) & int(FACE_DOWN))


def jokers_in(word: int) -> int:
    return (int(word) & int(JOKERS)).bit_count()


def dice(seed: int, count: int) -> list[int]:
    rng = random.Random(seed)
    return [rng.getrandbits(64) for _ in range(count)]
