"""The acts of a turn: for each a `verify` that only looks and a `do` that only performs (R2, R4-R10)."""

from collections.abc import Callable

from tests.naive import can_meld_all, is_secret_shape
from tests.referee import rights
from tests.referee.fits import can_be_meld, demand_fit, faces_shown, fitting, meld_kind
from tests.referee.state import Event, IllegalError, LongMeld, Sapaw, State, TableMeld, demand, right_of

WHEN = {
    "draw": ("start",),
    "take": ("start",),
    "lay": ("act",),
    "secret": ("act",),
    "sapaw": ("act",),
    "discard": ("act",),
    "challenge": ("respond",),
    "fold": ("respond",),
    "tongits": ("declare",),
    "spread": ("declare",),
}
"""R2: the phases in which each act can happen (a call: see `verify_call`)."""

AFTER = {"tongits": "R8", "spread": "R1.3", "call": "R11", "stock_out": "R12"}
"""The rule that ended the game."""

TOO_EARLY_OR_LATE = {"draw": "R4", "take": "R4", "challenge": "R10", "fold": "R10", "tongits": "R8", "spread": "R1.3"}


def verify_time(state: State, event: Event) -> None:
    """R2, R8, R10: the act belongs to this moment and the seat is the one to act."""
    act, seat = event["act"], event["seat"]
    demand(state.phase != "over", AFTER.get(str(state.ending), "R2"), f"{act} after the end of the game")
    if state.phase == "declare" and state.declared:
        due, winner = state.declared
        rule = "R8" if due == "tongits" else "R1.3"
        demand((act, seat) == (due, winner), rule, f"the {due} of seat {winner} must be declared now, not {act}")
    rule = TOO_EARLY_OR_LATE.get(act, "R2")
    in_first_turn = act in ("draw", "take") and state.turn == 1
    demand(not in_first_turn, "R2", f"{act} in the dealer's first turn")
    demand(act == "call" or state.phase in WHEN[act], rule, f"{act} is not possible now (phase {state.phase})")
    if state.phase == "respond":
        demand(seat == next_responder(state), "R10", f"seat {next_responder(state)} answers now, not seat {seat}")
    elif state.phase != "declare":
        demand(seat == state.seat, "R2", f"it is the turn of seat {state.seat}, not of seat {seat}")


def verify_draw(state: State, event: Event) -> None:
    """R4: the top card of the stock."""
    demand(bool(state.stock), "R12", "the stock is empty")
    demand(event["card"] == state.stock[0], "R4", f"the top of the stock is {state.stock[0]}, not {event['card']}")


def do_draw(state: State, event: Event) -> None:
    """R4: into the hand."""
    state.drawn = state.stock.pop(0)
    state.hands[state.seat].append(state.drawn)
    state.draw_order.append(state.seat)
    state.offered = None
    state.phase = "act"


def verify_take(state: State, event: Event) -> None:
    """R4: the previous player's discard, as `draw.take_discard` allows."""
    seat, card, how = event["seat"], event["card"], state.rules["draw.take_discard"]
    demand(card == state.offered, "R4", f"the discard on offer is {state.offered}, not {card}")
    demand(not ("cards" in event and "onto" in event), "format", "a take has `cards` or `onto`, not both")
    if "cards" in event:
        verify_take_to_meld(state, event)
    elif "onto" in event:
        demand(how != "new_meld", "R4", "the discard may only be taken for a new meld")
        meld = open_meld(state, event["onto"], "R4")
        demand(how != "extend_own" or meld.owner == seat, "R4", "the discard may only be added to an own open meld")
        demand_fit(meld, faces_shown(event, [card], seat)[0], state.rules)
    else:
        demand(how == "free", "R4", "the discard may not be taken simply into the hand")
        demand("as" not in event, "format", "a card taken into the hand stands for nothing yet")


def verify_take_to_meld(state: State, event: Event) -> None:
    """R4: a new meld of the discard and at least two cards from the hand (one of them may be a joker)."""
    cards, card = event["cards"], event["card"]
    demand(card in cards, "R4", f"the new meld does not hold the discard {card}")
    others = [held for held in cards if held != card]
    demand_in_hand(state, event["seat"], others, "R4")
    demand(len(others) >= 2, "R4", "a new meld with the discard needs at least two cards from the hand")
    meld_kind(faces_shown(event, cards, event["seat"]), state.rules)
    demand_discard_left(state, event["seat"], others)


def do_take(state: State, event: Event) -> None:
    """R4: at once into a new open meld, onto an open meld (a sapaw for R9.3 and R13), or into the hand."""
    card = str(event["card"])
    state.offered = None
    state.phase = "act"
    if "cards" in event:
        put_meld(state, event, is_open=True, from_hand=[held for held in event["cards"] if held != card])
    elif "onto" in event:
        put_card(state, event)
    else:
        state.hands[state.seat].append(card)
        state.taken_now = card
        state.taken.add(card)


def verify_lay(state: State, event: Event) -> None:
    """R5: an open meld from the hand."""
    demand_may_lay(state)
    demand_in_hand(state, event["seat"], event["cards"], "R5")
    meld_kind(faces_shown(event, event["cards"], event["seat"]), state.rules)
    limit = state.rules["melds.max_voluntary"]
    demand(limit == 0 or state.voluntary[state.seat] < limit, "R5", f"no more than {limit} melds may be laid")
    demand_discard_left(state, event["seat"], event["cards"])


def do_lay(state: State, event: Event) -> None:
    """R5: laid melds stay, and count against `melds.max_voluntary`."""
    state.voluntary[state.seat] += 1
    put_meld(state, event, is_open=True, from_hand=event["cards"])


def verify_secret(state: State, event: Event) -> None:
    """R5.2: a set of four or a long run, all from the deal or the stock, face down."""
    demand_may_lay(state)
    demand_in_hand(state, event["seat"], event["cards"], "R5")
    kind = meld_kind(faces_shown(event, event["cards"], event["seat"]), state.rules)
    demand(is_secret_shape(kind, len(event["cards"]), state.rules), "R5.2", f"a {kind} of this size is not a secret")
    demand(not state.taken & set(event["cards"]), "R5.2", "a taken card cannot be in a secret")
    demand_discard_left(state, event["seat"], event["cards"])


def do_secret(state: State, event: Event) -> None:
    """R5.2: laid face down."""
    put_meld(state, event, is_open=False, from_hand=event["cards"])


def verify_sapaw(state: State, event: Event) -> None:
    """R6: the fourth of a set, or a card at either end of a run; onto whose melds, and whether before an own meld."""
    demand_may_lay(state)
    seat, card = event["seat"], event["card"]
    demand_in_hand(state, seat, [card], "R6")
    meld = open_meld(state, event["onto"], "R6")
    demand(state.rules["sapaw.targets"] == "any" or meld.owner != seat, "R6", "no sapaw onto an own meld")
    has_laid = any(meld.owner == seat for meld in state.melds)
    demand(state.rules["sapaw.before_open"] or has_laid, "R6", "no sapaw without an own laid meld")
    demand_fit(meld, faces_shown(event, [card], seat)[0], state.rules)
    demand_discard_left(state, seat, [card])


def do_sapaw(state: State, event: Event) -> None:
    """R6; R5.3: the fourth card of an own open set of three, drawn from the stock this very turn, is a sagasa.

    Undecided in the text: a set of three laid this very turn, and a joker as one of the four cards. Both count here.
    """
    meld = state.melds[event["onto"]]
    fourth = meld.kind == "set" and len(meld.shown) == 3 and meld.owner == state.seat
    if fourth and event["card"] == state.drawn:
        state.sagasas.append(state.seat)
    take_from_hand(state, [event["card"]])
    put_card(state, event)


def put_meld(state: State, event: Event, is_open: bool, from_hand: list[str]) -> None:
    """R5: a new meld on the table."""
    shown = faces_shown(event, event["cards"], state.seat)
    take_from_hand(state, from_hand)
    state.melds.append(TableMeld(state.seat, meld_kind(shown, state.rules), is_open, state.turn, shown))
    state.meld_order.append(state.seat)
    if is_open and len(shown) >= 4:
        state.long_melds.append(LongMeld(state.turn, state.seat, event["act"] == "take"))


def put_card(state: State, event: Event) -> None:
    """R6, R4: one card more in an open meld."""
    meld = state.melds[event["onto"]]
    meld.shown += faces_shown(event, [event["card"]], state.seat)
    state.sapaws.append(Sapaw(state.turn, state.seat, meld.owner, event["act"] == "take"))


def take_from_hand(state: State, cards: list[str]) -> None:
    state.hands[state.seat] = [card for card in state.hands[state.seat] if card not in cards]
    state.taken -= set(cards)


def demand_may_lay(state: State) -> None:
    """R2: in the dealer's first turn only if `deal.dealer_may_lay_first`."""
    allowed = state.turn > 1 or state.rules["deal.dealer_may_lay_first"]
    demand(allowed, "R2", "the dealer may not lay or sapaw in his first turn")


def demand_in_hand(state: State, seat: int, cards: list[str], rule: str) -> None:
    """R5: one plays from one's hand, each card once."""
    demand(len(set(cards)) == len(cards), rule, "a card comes twice")
    missing = [card for card in cards if card not in state.hands[seat]]
    demand(not missing, rule, f"seat {seat} does not hold {' '.join(missing)}")


def demand_discard_left(state: State, seat: int, gone: list[str]) -> None:
    """R8, fine print: under `discard_last` an action that leaves no card to discard is illegal."""
    left = [card for card in state.hands[seat] if card not in gone]
    demand(bool(left) or state.rules["tongits.exit"] != "discard_last", "R8", "a last card to discard must be left")


def open_meld(state: State, number: int, rule: str) -> TableMeld:
    """R6, R5.2: the open meld of that number; nobody may sapaw on a secret."""
    demand(0 <= number < len(state.melds), rule, f"there is no meld {number}")
    demand(state.melds[number].open, "R5.2", f"meld {number} lies face down")
    return state.melds[number]


def discardable(state: State) -> list[str]:
    """R4, R7: the cards the player in turn may discard."""
    hand = state.hands[state.seat]
    allowed = [card for card in hand if card != state.taken_now or len(hand) == 1]
    if state.rules["discard.restriction"] == "any":
        return allowed
    fit = fitting(allowed, [meld for meld in state.melds if meld.open], state.rules)
    return allowed if len(fit) == len(allowed) else [card for card in allowed if card not in fit]


def verify_discard(state: State, event: Event) -> None:
    """R7; R4: a card taken into the hand this turn only if it is the last card."""
    card = event["card"]
    demand_in_hand(state, event["seat"], [card], "R7")
    may = discardable(state)
    demand(card != state.taken_now or card in may, "R4", f"{card} was taken this turn and may not be discarded")
    demand(card in may, "R7", f"{card} fits an open meld and may not be discarded")


def do_discard(state: State, event: Event) -> None:
    """R2: one card ends the turn."""
    take_from_hand(state, [event["card"]])
    state.offered = event["card"]
    state.phase = "end"


def verify_call(state: State, event: Event) -> None:
    """R9: `start`: instead of drawing; `after_draw`: before anything else; `end`: together with the discard."""
    timing = state.rules["call.timing"]
    now = "after_draw" if state.phase == "act" and state.just_drawn else state.phase
    demand(now == timing, "R9", f"a draw is called {timing} only (phase {state.phase})")
    problem = rights.call_problem(state, event["seat"])
    if problem:
        raise IllegalError(*problem)


def do_call(state: State, event: Event) -> None:
    """R10: the others answer; R11: with `everyone` nobody is asked."""
    state.caller = event["seat"]
    state.phase = "respond"
    if state.rules["showdown.who"] == "everyone":
        end(state, "call")


def next_responder(state: State) -> int:
    """R10: the right of the caller first, then the other."""
    assert state.caller is not None
    first = right_of(state.caller)
    return first if first not in state.answers else right_of(first)


def verify_challenge(state: State, event: Event) -> None:
    """R10: who may challenge."""
    allowed = rights.may_challenge(state, event["seat"])
    demand(allowed, "R10", f"seat {event['seat']} may not challenge")


def verify_fold(state: State, event: Event) -> None:
    """R10: who may not challenge folds without being asked (`forced`)."""
    forced = not rights.may_challenge(state, event["seat"])
    demand(event["forced"] == forced, "R10", f"the fold of seat {event['seat']} is {'' if forced else 'not '}forced")


def do_answer(state: State, event: Event) -> None:
    """R10: after the second answer the game is over."""
    state.answers[event["seat"]] = event["act"]
    if len(state.answers) == 2:
        end(state, "call")


def tongits_holds(state: State, after_discard: bool) -> bool:
    """R8.2: whether the player in turn has disposed of all his cards, at a moment where it is tested."""
    exit_rule = state.rules["tongits.exit"]
    if exit_rule == ("no_discard" if after_discard else "discard_last"):
        return False
    hand = state.hands[state.seat]
    return not hand or bool(state.rules["tongits.hand_melds"] and can_meld_all(hand, state.rules))


def spread_seat(state: State) -> int | None:
    """R1.3: whose dealt cards all form melds: only the dealer, or the dealer first and then in turn order."""
    dealer = state.dealer
    order = {
        "off": [],
        "player_in_turn": [dealer],
        "any_player": [dealer, right_of(dealer), right_of(right_of(dealer))],
    }[state.rules["tongits.spread"]]
    return next((seat for seat in order if can_meld_all(state.hands[seat], state.rules)), None)


def verify_declare(state: State, event: Event) -> None:
    """R8, R1.3, docs/reference/formats.md: `melds` are the cards still held, in any full arrangement."""
    melds = event["melds"]
    held = sorted(state.hands[event["seat"]])
    rule = "R8" if event["act"] == "tongits" else "R1.3"
    demand(sorted(card for meld in melds for card in meld) == held, rule, f"the melds shown are not the hand {held}")
    bad = [" ".join(meld) for meld in melds if not can_be_meld(meld, state.rules)]
    demand(not bad, rule, f"no meld: {'; '.join(bad)}")


def do_declare(state: State, event: Event) -> None:
    """R8: wins at once."""
    end(state, event["act"])


def end(state: State, ending: str) -> None:
    state.phase = "over"
    state.ending = ending


VERIFY: dict[str, Callable[[State, Event], None]] = {
    "draw": verify_draw,
    "take": verify_take,
    "lay": verify_lay,
    "secret": verify_secret,
    "sapaw": verify_sapaw,
    "discard": verify_discard,
    "call": verify_call,
    "challenge": verify_challenge,
    "fold": verify_fold,
    "tongits": verify_declare,
    "spread": verify_declare,
}

DO: dict[str, Callable[[State, Event], None]] = {
    "draw": do_draw,
    "take": do_take,
    "lay": do_lay,
    "secret": do_secret,
    "sapaw": do_sapaw,
    "discard": do_discard,
    "call": do_call,
    "challenge": do_answer,
    "fold": do_answer,
    "tongits": do_declare,
    "spread": do_declare,
}
