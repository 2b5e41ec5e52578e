"""Plays whole games by the slow rules alone, at random, and writes their records.

An independent producer of game records: the fast engine must accept and price each of them. Choices are made uniformly
among the legal ones of a kind; a `Style` says how often each kind is chosen, so that all endings come up.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from tests import naive
from tests.naive.melds import face_melds
from tests.referee import moves, settle
from tests.referee.game import begin, end_turn, finish, problem, step
from tests.referee.rights import may_challenge
from tests.referee.scenes import record
from tests.referee.settle import Match
from tests.referee.state import Event, State


@dataclass(frozen=True)
class Style:
    """How often a kind of move is chosen where it is legal; `tidy` discards avoid the cards of the best arrangement."""

    call: float = 0.5
    challenge: float = 0.6
    take: float = 0.5
    lay: float = 0.6
    tidy: float = 0.7


STYLES = (
    Style(),
    Style(call=0.1, take=0.7, lay=0.9, tidy=1.0),
    Style(call=0.0, take=0.2, lay=0.1, tidy=0.3),
    Style(call=0.9, challenge=0.9, lay=0.8, tidy=0.5),
    Style(call=0.0, take=1.0, lay=0.1, tidy=0.0),
    Style(call=0.05, take=0.5, lay=0.3, tidy=1.0),
)


def legal_events(state: State) -> list[Event]:
    """Every event of the player who is to act that is legal now; in phase `end` only the call is listed."""
    return [event for event in candidates(state) if problem(state, event) is None]


def candidates(state: State) -> Iterator[Event]:
    if state.phase == "start":
        yield {"seat": state.seat, "act": "call"}
        if state.stock:
            yield {"seat": state.seat, "act": "draw", "card": state.stock[0]}
        yield from take_candidates(state)
    elif state.phase == "act":
        yield {"seat": state.seat, "act": "call"}
        yield from lay_candidates(state)
        yield from sapaw_candidates(state)
        for card in state.hands[state.seat]:
            yield {"seat": state.seat, "act": "discard", "card": card}
    elif state.phase == "end":
        yield {"seat": state.seat, "act": "call"}
    elif state.phase == "respond":
        seat = moves.next_responder(state)
        yield {"seat": seat, "act": "challenge"}
        yield {"seat": seat, "act": "fold", "forced": not may_challenge(state, seat)}
    elif state.phase == "declare" and state.declared:
        act, seat = state.declared
        melds = naive.full_arrangement(state.hands[seat], state.rules) or []
        yield {"seat": seat, "act": act, "melds": [list(meld.cards) for meld in melds]}


def with_jokers(event: Event, stands_for: dict[str, str]) -> Event:
    return event | {"as": stands_for} if stands_for else event


def take_candidates(state: State) -> Iterator[Event]:
    """R4: into a new meld, onto an open meld, into the hand."""
    if state.offered is None:
        return
    taking: Event = {"seat": state.seat, "act": "take", "card": state.offered}
    for meld in naive.all_melds([*state.hands[state.seat], state.offered], state.rules):
        if state.offered in meld.cards:
            shown = {card: face for card, face in zip(meld.cards, meld.faces, strict=True) if naive.is_joker(card)}
            yield with_jokers(taking | {"cards": list(meld.cards)}, shown)
    yield from onto_candidates(open_slots(state), taking)
    yield taking


def lay_candidates(state: State) -> Iterator[Event]:
    """R5, R5.2: every meld, open or face down."""
    for meld in naive.all_melds(state.hands[state.seat], state.rules):
        shown = {card: face for card, face in zip(meld.cards, meld.faces, strict=True) if naive.is_joker(card)}
        lay: Event = with_jokers({"seat": state.seat, "act": "lay", "cards": list(meld.cards)}, shown)
        yield lay
        if naive.is_secret_shape(meld.kind, len(meld.cards), state.rules):
            yield lay | {"act": "secret"}


def open_slots(state: State) -> list[tuple[int, frozenset[str]]]:
    """R6: the open melds, each with what fits it."""
    return [
        (number, naive.sapaw_slots(meld.faces, meld.kind, state.rules))
        for number, meld in enumerate(state.melds)
        if meld.open
    ]


def sapaw_candidates(state: State) -> Iterator[Event]:
    """R6: every card onto every open meld that it fits."""
    slots = open_slots(state)
    for card in state.hands[state.seat]:
        yield from onto_candidates(slots, {"seat": state.seat, "act": "sapaw", "card": card})


def onto_candidates(slots: list[tuple[int, frozenset[str]]], adding: Event) -> Iterator[Event]:
    """R6, R4, R16: each card onto each open meld that it fits; a joker as each face that fits."""
    for number, faces in slots:
        if naive.is_joker(adding["card"]):
            for face in sorted(faces):
                yield adding | {"onto": number, "as": {adding["card"]: face}}
        elif adding["card"] in faces:
            yield adding | {"onto": number}


def choose(state: State, rng: Random, styles: Sequence[Style]) -> Event | None:
    """A random legal event; None: no call at the end of a turn, or (`failed_draw`) nothing instead of a draw."""
    legal = legal_events(state)
    seat = moves.next_responder(state) if state.phase == "respond" else state.seat
    style = styles[seat]
    wish = {
        "call": style.call,
        "take": style.take,
        "challenge": style.challenge,
        "lay": style.lay,
        "secret": style.lay,
        "sapaw": style.lay,
    }
    for kinds in (("call",), ("take",), ("challenge",), ("lay", "secret", "sapaw")):
        of_kind = [event for event in legal if event["act"] in kinds]
        if of_kind and rng.random() < wish[kinds[0]]:
            return one_of(of_kind, rng)
    rest = [event for event in legal if event["act"] not in wish]
    if rest and rest[0]["act"] == "discard" and rng.random() < style.tidy:
        rest = loose(state, rest)
    return rng.choice(rest) if rest else None


def one_of(events: list[Event], rng: Random) -> Event:
    """Any of the events, but first any of the acts, so that secrets and sapaws are not drowned by lays."""
    act = rng.choice(sorted({event["act"] for event in events}))
    return rng.choice([event for event in events if event["act"] == act])


def loose(state: State, discards: list[Event]) -> list[Event]:
    """The discards of cards outside the best arrangement; all discards if every card is arranged."""
    _, melds = naive.best_arrangement(state.hands[state.seat], state.rules)
    used = {card for meld in melds for card in meld.cards}
    return [event for event in discards if event["card"] not in used] or discards


def deal(rng: Random, rules: naive.Rules, dealer: int, rigged: bool) -> tuple[list[list[str]], list[str]]:
    """R1: hands and stock. A rigged deal puts melds into some hands, for spreads, secrets and long runs."""
    left = naive.deck(rules)
    rng.shuffle(left)
    hands: list[list[str]] = []
    for seat in range(3):
        size = 13 if seat == dealer else 12
        hand = rigged_hand(rng, rules, left, size) if rigged and rng.random() < 0.6 else []
        hand += [card for card in left if card not in hand][: size - len(hand)]
        left = [card for card in left if card not in hand]
        hands.append(hand)
    return hands, left


def rigged_hand(rng: Random, rules: naive.Rules, left: list[str], size: int) -> list[str]:
    hand: list[str] = []
    melds = list(face_melds(rules["melds.ace_runs"]))
    rng.shuffle(melds)
    for _, faces in melds:
        fits = len(hand) + len(faces) <= size and size - len(hand) - len(faces) not in (1, 2)
        if fits and len(faces) <= 6 and faces <= set(left) - set(hand):
            hand += sorted(faces)
    return hand


def play(state: State, rng: Random, styles: Sequence[Style]) -> list[Event]:
    events: list[Event] = []
    while state.phase != "over":
        event = choose(state, rng, styles)
        if event is not None:
            events.append(event)
            step(state, event)
        elif state.phase == "end":
            end_turn(state)
        else:
            finish(state)
    return events


def play_match(
    rng: Random,
    rules: naive.Rules,
    players: Sequence[str] = ("naive", "naive", "naive"),
    games: int = 1,
    name: str = "custom",
    seed: int = 0,
    match: int = 0,
    rigged: float = 0.2,
    styles: Sequence[Style] | None = None,
) -> Iterator[dict[str, Any]]:
    """The records of one match of at most `games` games; `rigged` is the share of rigged deals."""
    before = Match()
    dealer = rng.randrange(3)
    for game in range(games):
        hands, stock = deal(rng, rules, dealer, rng.random() < rigged)
        state = begin(rules, dealer, hands, stock)
        events = play(state, rng, styles or rng.choices(STYLES, k=3))
        outcome = settle.outcome(state)
        reached = settle.target_reached(rules, settle.after(state, before, outcome, match_over=False))
        match_over = reached or game == games - 1
        written = record(rules, dealer, hands, stock, events, before, name, game, match_over, rng.randrange(3))
        yield written | {"seed": seed, "match": match, "players": list(players)}
        if match_over:
            return
        before = settle.after(state, before, outcome, match_over)
        dealer = written["after"]["next_dealer"]
