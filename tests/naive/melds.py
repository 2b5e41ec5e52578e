"""Every meld that a hand can make, by trying all of them (R3, R5.2, R6, R16)."""

from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations, permutations
from typing import NamedTuple

from tests.naive.cards import NATURALS, RANKS, SUITS, Rules, is_joker

LADDERS = {"low": (RANKS,), "high": (RANKS[1:] + "A",), "both": (RANKS, RANKS[1:] + "A")}
"""R3 and fine print: the order of ranks in runs, by `melds.ace_runs`."""


class Meld(NamedTuple):
    """A meld: its kind (`"set"` or `"run"`), its cards, and in the same order what each of them shows (R3, R16)."""

    kind: str
    cards: tuple[str, ...]
    faces: tuple[str, ...]


def is_set(faces: Collection[str]) -> bool:
    """R3: 3 or 4 cards of one rank, no card twice."""
    return len(faces) in (3, 4) and len(set(faces)) == len(faces) and len({face[0] for face in faces}) == 1


def is_run(faces: Collection[str], ace_runs: str = "low") -> bool:
    """R3: 3 or more consecutive cards of one suit, no card twice, never round the corner."""
    if len(faces) < 3 or len(set(faces)) != len(faces) or len({face[1] for face in faces}) != 1:
        return False
    ranks = {face[0] for face in faces}
    return any(_adjacent(ranks, ladder) for ladder in LADDERS[ace_runs])


def _adjacent(ranks: set[str], ladder: str) -> bool:
    """R3: whether the ranks are neighbours on the ladder."""
    places = [ladder.index(rank) for rank in ranks]
    return max(places) - min(places) + 1 == len(places)


def kind_of(faces: Collection[str], rules: Rules) -> str | None:
    """R3: `"set"`, `"run"` or None for faces that are no meld."""
    if is_set(faces):
        return "set"
    return "run" if is_run(faces, rules["melds.ace_runs"]) else None


@cache
def face_melds(ace_runs: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """R3: all melds there are in a deck, as (kind, faces)."""
    sets = {
        frozenset(rank + suit for suit in suits)
        for rank in RANKS
        for size in (3, 4)
        for suits in combinations(SUITS, size)
    }
    runs = {
        frozenset(rank + suit for rank in ladder[start:end])
        for ladder in LADDERS[ace_runs]
        for suit in SUITS
        for start, end in combinations(range(len(ladder) + 1), 2)
        if end - start >= 3
    }
    return tuple(("set", faces) for faces in sorted(sets, key=sorted)) + tuple(
        ("run", faces) for faces in sorted(runs, key=sorted)
    )


def all_melds(hand: Iterable[str], rules: Rules) -> tuple[Meld, ...]:
    """R3, R16: every meld that can be made from the hand, with jokers once for every assignment.

    A joker stands for any card, even a card of the same hand. A meld has at most `jokers.max_per_meld` jokers, at least
    two natural cards, and no face twice.
    """
    return _all_melds(frozenset(hand), rules["melds.ace_runs"], rules["jokers.max_per_meld"])


@lru_cache(maxsize=5000)
def _all_melds(hand: frozenset[str], ace_runs: str, max_jokers: int) -> tuple[Meld, ...]:
    """R3, R16: main body of `all_melds`."""
    jokers = sorted(card for card in hand if is_joker(card))
    most = min(max_jokers, len(jokers))
    absent = ~_places(hand)
    if not most:
        return tuple(
            Meld(kind, _ordered(faces), _ordered(faces))
            for kind, faces, places in _placed_melds(ace_runs)
            if not places & absent
        )
    return tuple(
        meld
        for kind, faces, places in _placed_melds(ace_runs)
        if (places & absent).bit_count() <= most
        for meld in _dressed(kind, faces, hand, jokers, most)
    )


@cache
def _placed_melds(ace_runs: str) -> tuple[tuple[str, frozenset[str], int], ...]:
    """All melds there are, as (kind, faces, places): to look at hundreds of them takes most of the time."""
    return tuple((kind, faces, _places(faces)) for kind, faces in face_melds(ace_runs))


def _places(cards: Collection[str]) -> int:
    return sum(1 << place for place, face in enumerate(NATURALS) if face in cards)


def _dressed(kind: str, faces: frozenset[str], hand: frozenset[str], jokers: list[str], most: int) -> Iterator[Meld]:
    """R16: the ways to show these faces with natural cards of the hand and up to `most` jokers."""
    missing = faces - hand
    ordered = _ordered(faces)
    for count in range(len(missing), min(most, len(faces) - 2) + 1):
        for others in combinations(sorted(faces & hand), count - len(missing)):
            stood_for = sorted(missing | set(others))
            for chosen in permutations(jokers, count):
                shown = dict(zip(stood_for, chosen, strict=True))
                yield Meld(kind, tuple(shown.get(face, face) for face in ordered), ordered)


@cache
def _ordered(faces: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(faces, key=_face_order))


def _face_order(face: str) -> tuple[int, int]:
    return RANKS.index(face[0]), SUITS.index(face[1])


def sapaw_slots(faces: Collection[str], kind: str, rules: Rules) -> frozenset[str]:
    """R6, R3: the faces that could be added to a meld: the fourth of a set, or a card at either end of a run.

    R16: beside 7c 7d X1(7h) only 7s fits, so the faces shown decide and no face comes twice.
    """
    return _sapaw_slots(frozenset(faces), kind, rules["melds.ace_runs"])


@lru_cache(maxsize=5000)
def _sapaw_slots(faces: frozenset[str], kind: str, ace_runs: str) -> frozenset[str]:
    """R6: main body of `sapaw_slots`."""
    longer = {face: faces | {face} for face in NATURALS if face not in faces}
    if kind == "set":
        return frozenset(face for face, grown in longer.items() if is_set(grown))
    return frozenset(face for face, grown in longer.items() if is_run(grown, ace_runs))


def is_secret_shape(kind: str, size: int, rules: Rules) -> bool:
    """R5.2: a set of four, or (`set4_run`) a run of at least `secrets.run_min`."""
    if kind == "set":
        return size == 4 and rules["secrets.kinds"] != "none"
    return size >= int(rules["secrets.run_min"]) and rules["secrets.kinds"] == "set4_run"


def held_secret(hand: Iterable[str], taken: Collection[str], rules: Rules) -> bool:
    """R5.2, fine print: whether the cards of a secret are in the hand, whatever the best arrangement.

    Cards taken under `free` cannot be in a secret; a meld containing a joker is a secret for privileges.
    Whether a held secret is worth anything (`secrets.privilege`) is not asked here.
    """
    own = [card for card in hand if card not in taken]
    return any(is_secret_shape(meld.kind, len(meld.cards), rules) for meld in all_melds(own, rules))
