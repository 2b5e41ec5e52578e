"""One game from the deal to its end: the slow machine behind the referee and the naive player (R1, R2, R8, R12)."""

from tests.naive import Rules
from tests.referee import moves
from tests.referee.state import LAST_TURN, Event, IllegalError, State, demand, right_of


def begin(rules: Rules, dealer: int, hands: list[list[str]], stock: list[str]) -> State:
    """R1, R1.3, R2: the table after the deal: a spread holds, or the dealer's first turn has begun."""
    state = State(rules, dealer, [list(hand) for hand in hands], list(stock), seat=dealer)
    spread = moves.spread_seat(state)
    if spread is not None:
        declare(state, "spread", spread)
        return state
    begin_turn(state, dealer)
    state.phase = "act"
    if moves.tongits_holds(state, after_discard=False):
        declare(state, "tongits", dealer)
    return state


def declare(state: State, act: str, seat: int) -> None:
    """R8, R1.3: it is declared automatically: the next event must be the declaration."""
    state.declared = (act, seat)
    state.phase = "declare"


def begin_turn(state: State, seat: int) -> None:
    """R2: the turn of the next seat."""
    state.seat = seat
    state.turn += 1
    state.own_turns[seat] += 1
    state.drawn = state.taken_now = None
    state.phase = "start"


def problem(state: State, event: Event) -> str | None:
    """Why the event is illegal now, starting with the rule number, or None. Changes nothing."""
    try:
        verify(state, event)
    except IllegalError as error:
        return str(error)
    return None


def verify(state: State, event: Event) -> None:
    moves.verify_time(state, event)
    moves.VERIFY[event["act"]](state, event)


def step(state: State, event: Event) -> None:
    """Verify and perform one event. An event that is no call ends a turn in which a call was still possible."""
    if state.phase == "end" and event["act"] != "call":
        end_turn(state)
    verify(state, event)
    moves.DO[event["act"]](state, event)
    state.just_drawn = event["act"] in ("draw", "take")
    after(state, event["act"])


def after(state: State, act: str) -> None:
    """R12 `at_draw`; R8.2: where a Tongits is tested; R9: under `start` timing the turn ends with the discard."""
    if act == "draw" and not state.stock and state.rules["stock_out.moment"] == "at_draw":
        moves.end(state, "stock_out")  # R12: with the drawn card in the hand
        return
    tested = act in ("draw", "take", "lay", "secret", "sapaw", "discard")
    if tested and moves.tongits_holds(state, after_discard=act == "discard"):
        declare(state, "tongits", state.seat)
    elif act == "discard" and state.rules["call.timing"] == "start":
        end_turn(state)


def end_turn(state: State) -> None:
    """R12: `after_turn`: the game ends when the turn in which the last stock card was drawn is complete.

    R2, fine print: it ends when the 120th turn is complete. Under `end` timing the call of the turn came first.
    """
    run_out = not state.stock and state.rules["stock_out.moment"] == "after_turn"
    if run_out or state.turn == LAST_TURN:
        moves.end(state, "stock_out")
    else:
        begin_turn(state, right_of(state.seat))


def finish(state: State) -> None:
    """The record has no more events: the game must be over, or be so by itself (R12), or `IllegalError`."""
    if state.phase == "end":
        end_turn(state)
    if state.phase == "start" and not state.stock:
        moves.end(state, "stock_out")  # R12 `failed_draw`: nobody called or took the discard
    if state.phase == "declare" and state.declared:
        rule = "R8" if state.declared[0] == "tongits" else "R1.3"
        raise IllegalError(rule, f"the {state.declared[0]} of seat {state.declared[1]} is missing")
    rule = "R10" if state.phase == "respond" else "R2"
    demand(state.phase == "over", rule, f"the record ends before the game does (phase {state.phase})")
