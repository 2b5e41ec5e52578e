"""Tables and records built by hand, for tests of the rules: a position in the middle of a game, or a whole game."""

from collections.abc import Sequence
from random import Random
from typing import Any

from tests.naive import Rules, deck, kind_of
from tests.referee import settle
from tests.referee.game import begin, finish, problem, step
from tests.referee.settle import Match, Outcome
from tests.referee.shape import FORMAT
from tests.referee.state import Event, Shown, State, TableMeld


def shown(text: str, seat: int) -> list[Shown]:
    pairs = [piece.split("=") for piece in text.split()]
    return [Shown(pair[0], pair[-1], seat) for pair in pairs]


def meld(rules: Rules, owner: int, text: str, turn: int = 1, secret: bool = False) -> TableMeld:
    """A laid meld of one owner; `turn` is the turn of all seats in which it was laid."""
    cards = shown(text, owner)
    kind = kind_of([card.face for card in cards], rules)
    assert kind is not None, text
    return TableMeld(owner, kind, not secret, turn, cards)


def table(rules: Rules, hands: Sequence[str] = ("", "", ""), melds: Sequence[TableMeld] = (), **more: Any) -> State:
    """A position at the start of the tenth turn, seat 0 to act, everybody has had turns; `more` sets fields of `State`.

    By default the stock holds all cards that lie nowhere else.
    """
    held = [hand.split() for hand in hands]
    used = {card for hand in held for card in hand} | {shown.card for laid in melds for shown in laid.shown}
    stock = [card for card in deck(rules) if card not in used and card != more.get("offered")]
    state = State(rules, dealer=0, hands=held, stock=stock, seat=0, turn=10, melds=list(melds), own_turns=[4, 3, 3])
    for name, value in more.items():
        assert hasattr(state, name), name
        setattr(state, name, value.split() if name == "stock" else value)
    return state


def do(state: State, *events: Event) -> State:
    for event in events:
        step(state, event)
    return state


def event(seat: int, act: str, **more: Any) -> Event:
    if isinstance(more.get("cards"), str):
        more["cards"] = more["cards"].split()
    if "melds" in more:
        more["melds"] = [melded.split() if isinstance(melded, str) else melded for melded in more["melds"]]
    if "shows" in more:
        more["as"] = more.pop("shows")
    return {"seat": seat, "act": act} | more


def refused(state: State, tried: Event) -> str | None:
    reason = problem(state, tried)
    return None if reason is None else reason.split(":")[0]


def called(state: State, answers: str, caller: int = 0) -> State:
    """The end of a game in which the caller has called and the others in response order have answered (`"cf"`)."""
    state.phase, state.ending, state.caller = "over", "call", caller
    acts = {"c": "challenge", "f": "fold"}
    state.answers = {(caller + place) % 3: acts[letter] for place, letter in enumerate(answers, start=1)}
    return state


def stocked_out(state: State) -> State:
    state.phase, state.ending = "over", "stock_out"
    return state


def won(state: State, seat: int, act: str = "tongits") -> State:
    state.phase, state.ending, state.declared = "over", act, (act, seat)
    return state


def result(state: State) -> Outcome:
    return settle.outcome(state)


def paid(state: State, before: Match | None = None, match_over: bool = False) -> dict[str, list[int]]:
    parts = settle.parts(state, before or Match(), settle.outcome(state), match_over)
    return parts | {"payout": [sum(amounts[seat] for amounts in parts.values()) for seat in range(3)]}


def units(hundredths: int) -> int | float:
    return hundredths // 100 if hundredths % 100 == 0 else hundredths / 100


def deal(rules: Rules, dealer: int, hands: Sequence[str], stock: str) -> tuple[list[list[str]], list[str]]:
    """R1: hands and stock that begin with the cards given, filled up with what is left in a fixed disorder."""
    starts = [hand.split() for hand in hands]
    first = stock.split()
    used = {card for cards in [*starts, first] for card in cards}
    left = [card for card in deck(rules) if card not in used]
    Random(1).shuffle(left)
    dealt = []
    for seat, start in enumerate(starts):
        size = 13 if seat == dealer else 12
        dealt.append(start + [left.pop(0) for _ in range(size - len(start))])
    return dealt, first + left


def record(
    rules: Rules,
    dealer: int,
    hands: list[list[str]],
    stock: list[str],
    events: list[Event],
    before: Match | None = None,
    name: str = "mine",
    game: int = 0,
    match_over: bool = True,
    next_dealer: int = 0,
) -> dict[str, Any]:
    """A complete record of these events, with the result that follows from the rules."""
    start = before or Match()
    state = begin(rules, dealer, hands, stock)
    do(state, *events)
    finish(state)
    state.number = game
    state.shown = max((len(event.get("melds", [])) for event in events), default=0)
    end = settle.outcome(state)
    parts = {part: [units(amount) for amount in amounts] for part, amounts in paid(state, start, match_over).items()}
    after = settle.after(state, start, end, match_over)
    due = settle.next_dealer(state, end)
    return {
        "format": FORMAT,
        "rules": {"name": name, "knobs": dict(rules)},
        "seed": 0,
        "match": 0,
        "game": game,
        "match_over": match_over,
        "dealer": dealer,
        "players": ["a", "b", "c"],
        "before": chain(start),
        "hands": hands,
        "stock": stock,
        "events": events,
        "result": {
            "ending": end.ending,
            "winner": end.winner,
            "counts": end.counts,
            "burned": end.burned,
            "payout": parts.pop("payout"),
            "parts": parts,
        },
        "after": chain(after) | {"next_dealer": next_dealer if due is None else due},
    }


def chain(match: Match) -> dict[str, Any]:
    return {
        "jackpot": units(match.jackpot),
        "streak_seat": match.streak_seat,
        "streak": match.streak,
        "scores": list(match.scores),
    }
