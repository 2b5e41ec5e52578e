"""Who may call, challenge, compete and who is burned (R5.2, R9, R10, R12, R13)."""

from tests.naive import count, held_secret
from tests.referee.state import LongMeld, Sapaw, State, TableMeld, right_of


def holds_secret(state: State, seat: int) -> bool:
    """R5.2: with `secrets.privilege = held`, whether the cards of a secret are in the hand."""
    return state.rules["secrets.privilege"] == "held" and held_secret(state.hands[seat], state.taken, state.rules)


def has_secret(state: State, seat: int) -> bool:
    """R5.2: whether the seat has a secret that counts: laid, or (`held`) in the hand."""
    return bool(state.laid_secrets(seat)) or holds_secret(state, seat)


def call_problem(state: State, seat: int) -> tuple[str, str] | None:
    """R9: why the seat may not call now, as (rule, reason), or None. The moment of the turn is not looked at here."""
    if state.own_turns[seat] <= 1:
        return "R9.1", f"seat {seat} may not call on its first turn"
    if not _has_what_a_call_needs(state, seat):
        return "R9.2", f"seat {seat} may not call without a meld that call.needs asks for"
    return _blocked(state, seat) or _zero_count_problem(state, seat)


def _has_what_a_call_needs(state: State, seat: int) -> bool:
    """R9.2, and fine print: a laid secret under `call_and_challenge` has an age, a held one needs none."""
    rules = state.rules
    secrets_count = rules["secrets.grants"] == "call_and_challenge"
    if rules["call.needs"] == "nothing":
        return True
    # Under `any_table_meld` too, though it lies in no meld on the table (fine print R9.2).
    if secrets_count and holds_secret(state, seat):
        return True
    if rules["call.needs"] == "any_table_meld":
        return bool(state.open_melds(seat) or state.laid_secrets(seat))
    melds = state.open_melds(seat) + (state.laid_secrets(seat) if secrets_count else [])
    return any(age(state, meld) >= rules["call.meld_age"] for meld in melds)


def age(state: State, meld: TableMeld) -> int:
    """R9.2: how many of his own turns ago the player in turn laid the meld (seats alternate strictly: one in three)."""
    return (state.turn - meld.turn) // 3


def _blocked(state: State, seat: int) -> tuple[str, str] | None:
    """R9.3: sapaws and long melds that forbid the call."""
    rules = state.rules
    last_turn = state.turn - 3  # his previous turn, whether this one has begun with a draw or not
    by_others = [sapaw for sapaw in state.sapaws if sapaw.owner == seat and sapaw.seat != seat]
    own = [sapaw for sapaw in state.sapaws if sapaw.seat == seat and _recent(state, sapaw)]
    opponents = rules["call.block_opponent_sapaw"]
    if opponents == "rest_of_game" and by_others:
        return "R9.3", f"seat {seat} may not call: an opponent has once sapawed on its open meld"
    if opponents == "since_last_turn" and any(sapaw.turn > last_turn for sapaw in by_others):
        return "R9.3", f"seat {seat} may not call: an opponent's sapaw on its open meld"
    if rules["call.block_own_sapaw"] == "any_meld" and own:
        return "R9.3", f"seat {seat} may not call: its own sapaw"
    if rules["call.block_own_sapaw"] == "own_meld" and any(sapaw.owner == seat for sapaw in own):
        return "R9.3", f"seat {seat} may not call: its own sapaw on an own meld"
    if rules["call.block_long_meld"] and any(long.seat == seat and _recent(state, long) for long in state.long_melds):
        return "R9.3", f"seat {seat} may not call: its new meld of four or more cards"
    return None


def _recent(state: State, done: Sapaw | LongMeld) -> bool:
    """R9.3: in the most recent turn of the player in turn; `after_draw`: since the last time he could have called."""
    timing = state.rules["call.timing"]
    ago = state.turn - done.turn
    if timing == "after_draw":
        return ago == 0 or (ago == 3 and not done.by_take)
    return ago == (0 if timing == "end" else 3)


def _zero_count_problem(state: State, seat: int) -> tuple[str, str] | None:
    """R9.4: `only_at_zero`. Undecided in the text: whether it binds challengers too; here only the call ("legal")."""
    if state.rules["call.zero_count_fight"] == "only_at_zero" and count(state.hands[seat], state.rules) != 0:
        return "R9.4", f"seat {seat} may call only with a count of 0"
    return None


def may_challenge(state: State, seat: int) -> bool:
    """R10: an own open meld, or (`open_or_secret`) a secret that grants it; `nothing`: always."""
    needs = state.rules["response.needs"]
    if needs == "nothing" or state.open_melds(seat):
        return True
    return needs == "open_or_secret" and state.rules["secrets.grants"] != "none" and has_secret(state, seat)


def fighters(state: State, caller: int) -> list[int]:
    """R11: the caller and the challengers; with `showdown.who = everyone` all who could challenge."""
    others = [right_of(caller), right_of(right_of(caller))]
    if state.rules["showdown.who"] == "everyone":
        return [caller, *(seat for seat in others if may_challenge(state, seat))]
    return [caller, *(seat for seat in others if state.answers.get(seat) == "challenge")]


def eligible(state: State, seat: int) -> bool:
    """R12: whether the seat competes at a stock-out."""
    who = state.rules["stock_out.eligible"]
    if who == "all" or state.open_melds(seat):
        return True
    return who == "open_or_secret" and _saved_by_secret(state, seat)


def burned(state: State, seat: int) -> bool:
    """R13: whether the seat, if it has lost, is burned."""
    saved_by_sapaw = state.rules["sapaw.saves_from_sunog"] and any(sapaw.seat == seat for sapaw in state.sapaws)
    return not (state.open_melds(seat) or _saved_by_secret(state, seat) or saved_by_sapaw)


def _saved_by_secret(state: State, seat: int) -> bool:
    """R12, R13: a secret that saves."""
    return bool(state.rules["secrets.saves_from_sunog"]) and has_secret(state, seat)
