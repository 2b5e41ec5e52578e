"""Whether cards make a meld or fit one, with what their jokers stand for (R3, R6, R7, R16)."""

from collections.abc import Collection, Mapping

from tests.naive import NATURALS, Rules, all_melds, is_joker, kind_of, sapaw_slots
from tests.referee.state import Event, Shown, TableMeld, demand


def faces_shown(event: Event, cards: Collection[str], seat: int) -> list[Shown]:
    """R16, docs/reference/formats.md: the faces of the cards; `as` gives a natural card for each of their jokers."""
    stands_for = event.get("as", {})
    demand(isinstance(stands_for, Mapping), "format", "`as` is a map of jokers to cards")
    jokers = {card for card in cards if is_joker(card)}
    demand(set(stands_for) == jokers, "format", f"`as` must name exactly the jokers {sorted(jokers)}")
    demand("as" not in event or bool(jokers), "format", "`as` without a joker")
    demand(all(face in NATURALS for face in stands_for.values()), "R16", "a joker stands for one of the 52 cards")
    return [Shown(card, stands_for.get(card, card), seat) for card in cards]


def meld_kind(shown: list[Shown], rules: Rules) -> str:
    """R3, R16: the kind of the meld these cards make; refused if they make none."""
    faces = [laid.face for laid in shown]
    kind = kind_of(faces, rules)
    jokers = sum(is_joker(laid.card) for laid in shown)
    demand(kind is not None, "R3", f"{' '.join(faces)} is not a meld")
    demand(jokers <= rules["jokers.max_per_meld"], "R16", "too many jokers in one meld")
    demand(len(shown) - jokers >= 2, "R16", "a meld needs at least two natural cards")
    return str(kind)


def joker_room(meld: TableMeld, rules: Rules) -> bool:
    """R16: whether one more joker is allowed in the meld."""
    return meld.jokers < int(rules["jokers.max_per_meld"])


def demand_fit(meld: TableMeld, shown: Shown, rules: Rules) -> None:
    """R6, R16: refuse a card that cannot be added to the meld."""
    slots = sapaw_slots(meld.faces, meld.kind, rules)
    demand(shown.face in slots, "R6", f"{shown.face} does not fit {' '.join(sorted(meld.faces))}")
    demand(not is_joker(shown.card) or joker_room(meld, rules), "R16", "no more jokers allowed in this meld")


def fitting(cards: Collection[str], melds: Collection[TableMeld], rules: Rules) -> list[str]:
    """R7, fine print: the cards that fit a meld, by shape only; a joker where one more is allowed, if anything fits."""
    slots = [sapaw_slots(meld.faces, meld.kind, rules) for meld in melds]
    faces = frozenset[str]().union(*slots)
    joker = any(own and joker_room(meld, rules) for own, meld in zip(slots, melds, strict=True))
    return [card for card in cards if (joker if is_joker(card) else card in faces)]


def can_be_meld(cards: Collection[str], rules: Rules) -> bool:
    """R3, R16: whether exactly these cards make a meld, for some faces of the jokers."""
    return any(set(meld.cards) == set(cards) for meld in all_melds(cards, rules))
