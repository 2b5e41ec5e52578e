"""Asks a custom payout what a settled game pays (tongits_sim/payout.py), and checks the answer.

The function is compiled like a bot's hook. A rare kernel, compiled only if rules have a payout, calls it by address.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Sequence
from typing import Any

import numba
import numpy as np

from tongits_sim.cards import ACES, EMPTY, JOKERS, KINGS, LANE, NATURALS, ONE, U, popcount, rank_fours
from tongits_sim.compile import jit
from tongits_sim.compile.extensions import ExtensionError
from tongits_sim.compile.hooks import call_hook
from tongits_sim.compile.identity import reach
from tongits_sim.compile.intrinsics import intrinsic, types
from tongits_sim.compile.jit import c_kernel, njit
from tongits_sim.compile.specialised import record_at
from tongits_sim.compile.struct_copy import mixed_fields
from tongits_sim.errors import TongitsError
from tongits_sim.game import state
from tongits_sim.hands.melds import SET, meld_kind, raised
from tongits_sim.rules import RuleError, RuleSet
from tongits_sim.rules.amounts import UNIT, most_paid
from tongits_sim.rules.codes import MELDS_ACE_RUNS_HIGH, MELDS_ACE_RUNS_LOW
from tongits_sim.rules.custom_payout import Payout
from tongits_sim.rules.record import RULES_DTYPE

OWN_PAY_DTYPE = np.dtype(
    [
        ("own_pay", "i8"),  # address of the function
        ("most", "i8"),  # hundredths
        ("house", "i8"),  # whether the house may win or pay
        ("fault", "i8"),  # the first fault, 0: no fault; then its game and the units that the function said
        ("seed", "u8"),
        ("match", "u8"),
        ("game", "i8"),
        ("units", "f8", (4,)),
    ],
    align=True,
)
_RAISED, _WROTE, _NOT_FINITE, _SUM, _TOO_MUCH, _ROUNDED, _HOUSE = (np.int64(i) for i in range(1, 8))
_ROUNDING = 0.02
"""Units that four amounts, each rounded to a hundredth, can differ in sum from the sum of the exact amounts."""

_own_pay_at = record_at(OWN_PAY_DTYPE)
_QUEENS = U(int(KINGS) >> 1)
_JACKS = U(int(KINGS) >> 2)
_LINE = U(0x3FFF)


@c_kernel
def pay_own(game, view, rules, match, result):
    """Pay a settled game by a custom payout instead of base, sunog and bonus."""
    pay = _own_pay_at(game.payout)
    end = result.end
    _describe(game, view, rules, match, result)
    described = mixed_fields(end, "wins", "jackpot")
    _, raised_error = call_hook(pay.own_pay, end, np.int64(0))
    fault = _fault_of(pay, end.units)
    if raised_error:
        fault = _RAISED
    elif mixed_fields(end, "wins", "jackpot") != described:
        fault = _WROTE
    if fault != 0 and pay.fault == 0:
        pay.seed, pay.match, pay.game, pay.fault = match.seed, match.match, match.game, fault
        for place in range(4):
            pay.units[place] = end.units[place]
    for seat in range(3):
        result.parts[state.PART_BASE, seat] = _hundredths(end.units[seat]) if fault == 0 else np.int64(0)
        result.parts[state.PART_SUNOG, seat] = 0
        result.parts[state.PART_BONUS, seat] = 0
    return np.int64(0)


@njit
def _fault_of(pay, units):
    """What is wrong with the units of the seats and the house; 0: nothing."""
    total, largest = 0.0, 0.0
    for place in range(4):
        if not np.isfinite(units[place]):
            return _NOT_FINITE
        total += units[place]
        largest = max(largest, abs(units[place]))
    if abs(total) > _ROUNDING + 1e-9 * largest:
        return _SUM
    if largest * 100.0 > pay.most + 0.5:
        return _TOO_MUCH
    rounded = np.int64(0)
    for place in range(4):
        rounded += _hundredths(units[place])
    if rounded != 0:
        return _ROUNDED if abs(total) < 1e-6 else _SUM
    return _HOUSE if pay.house == 0 and units[state.HOUSE] != 0.0 else np.int64(0)


@njit
def _hundredths(units):
    return np.int64(np.floor(units * 100.0 + 0.5))


@njit
def _describe(game, view, rules, match, result):
    """Fill `result.end`: the course of the game, and the units by the knobs."""
    end = result.end
    end.ending = result.ending
    end.winner = result.winner
    end.caller = result.caller
    end.dealer = result.dealer
    end.turns = result.turns
    end.number = match.game
    end.wins = match.streak if result.winner >= 0 else 0
    end.pot = 3 * rules.pot_ante / 100.0
    end.jackpot = view.jackpot / 100.0
    end.units[state.HOUSE] = 0.0
    for seat in range(3):
        end.challenged[seat] = result.responses[seat] == state.CHALLENGED
        end.folded[seat] = result.responses[seat] == state.FOLDED
        end.counts[seat] = result.counts[seat]
        end.burned[seat] = result.burned[seat]
        cards = (game.hands[seat] & NATURALS) | game.laid[seat]
        end.cards[seat] = cards
        end.aces[seat] = popcount(cards & ACES)
        end.kings[seat] = popcount(cards & KINGS)
        end.queens[seat] = popcount(cards & _QUEENS)
        end.jacks[seat] = popcount(cards & _JACKS)
        end.open_melds[seat] = view.open_melds[seat]
        end.sapaws[seat] = view.sapaws[seat]
        end.melds[seat] = view.open_melds[seat] + view.secrets[seat]
        hand = game.hands[seat] & NATURALS & ~game.taken[seat]
        end.secret_sets[seat] = popcount(rank_fours(hand))
        end.secret_runs[seat] = _stretches(hand, np.int64(rules.secrets_run_min), rules.melds_ace_runs)
        parts = result.parts
        end.units[seat] = (
            parts[state.PART_BASE, seat] + parts[state.PART_SUNOG, seat] + parts[state.PART_BONUS, seat]
        ) / 100.0
    for number in range(view.n_melds):
        if view.meld_kind[number] == 0:
            owner = view.meld_owner[number]
            if meld_kind(game.secret_faces[number], rules.melds_ace_runs) == SET:
                end.secret_sets[owner] += 1
            else:
                end.secret_runs[owner] += 1
    if result.ending == state.ENDING_TONGITS or result.ending == state.ENDING_SPREAD:
        end.melds[result.winner] += _shown(game, rules, result.winner)


@njit
def _stretches(hand, shortest, ace_runs):
    """Count stretches of at least `shortest` cards of a suit in a hand; under `both` an ace stands at either end."""
    number = 0
    for suit in range(4):
        lane = (hand >> U(16 * suit)) & LANE
        line = lane
        if ace_runs != MELDS_ACE_RUNS_LOW:
            line |= (lane & ONE) << U(13)
        if ace_runs == MELDS_ACE_RUNS_HIGH:
            line &= ~ONE
        length = 0
        for place in range(15):
            if place < 14 and line >> U(place) & ONE:
                length += 1
            else:
                number += 1 if length >= shortest else 0
                length = 0
    return number


@njit
def _shown(game, rules, seat):
    """Count the melds of a declared hand: sets, longest runs, and melds with a joker."""
    sets = game.sets[seat]
    number = popcount((sets | sets >> U(16) | sets >> U(32) | sets >> U(48)) & LANE)
    for suit in range(4):
        lane = (game.runs[seat] >> U(16 * suit)) & LANE
        line = lane
        if lane & ONE and rules.melds_ace_runs != MELDS_ACE_RUNS_LOW:
            line = raised(lane, ONE)
            threes = line & (line >> ONE) & (line >> U(2))
            if rules.melds_ace_runs != MELDS_ACE_RUNS_HIGH and (threes | threes << ONE | threes << U(2)) != line:
                line = lane
        number += popcount(line & ~(line << ONE) & _LINE)
    if game.hands[seat] & JOKERS != EMPTY:
        for joker in range(2):
            number += 1 if game.wild[seat, joker] != EMPTY else 0
    return number


@functools.cache
def kernel_address() -> int:
    """Compile `pay_own`, unless cached, and return its address."""
    layouts = (state.GAME_DTYPE, state.VIEW_DTYPE, RULES_DTYPE, state.MATCH_DTYPE, state.RESULT_DTYPE)
    return jit.c_address(types.int64(*map(numba.from_dtype, layouts)), pay_own, engine=True)


# ---- the function ----------------------------------------------------------------------------------------------------


_lock = threading.Lock()
_records: dict[tuple[Payout, int], np.ndarray] = {}


def address(rules: RuleSet) -> int:
    """Compile the rules' payout, if necessary, and return the address of its `OWN_PAY` record.

    Raises:
        RuleError: only the payout's text is known, or it cannot be compiled.
    """
    return int(_record(rules).ctypes.data)


def _record(rules: RuleSet) -> np.ndarray:
    payout = rules.payout
    most = most_paid(rules)
    assert payout
    with _lock:
        if (payout, most) not in _records:
            record = np.zeros(1, OWN_PAY_DTYPE)
            record["own_pay"] = _compiled(payout)
            record["most"] = most
            record["house"] = payout.takes
            _records[payout, most] = record
        return _records[payout, most]


class _AnswerError(TongitsError):
    """A payout that answers something."""


@intrinsic
def refuse_answer(typingctx, answer):
    """Refuse, while it is compiled, a payout whose answer has a type."""
    if answer != types.none:
        does = "yields" if isinstance(answer, types.Generator) else "returns"
        raise _AnswerError(
            f"{does} something, and nothing reads that: change the units instead, such as units[game.winner] += 2,"
            " and return nothing."
        )

    def codegen(context, builder, signature, args):
        return context.get_dummy_value()

    return types.none(answer), codegen


def _compiled(payout: Payout) -> int:
    """The address of a payout's function, compiled with bounds checks."""
    if payout.function is None:
        raise RuleError(f"these games are paid by {payout}, which is not loaded: name the rules file that has it.")
    for function in reach(payout.function).compiled:
        function.targetoptions["boundscheck"] = True
    end = numba.from_dtype(state.END_DTYPE)
    pay = jit.njit(cache=False, boundscheck=True)(payout.function)

    def pay_game(end: Any, same: Any) -> np.uint64:
        refuse_answer(pay(end, end.units))
        return np.uint64(0)

    try:
        code = jit.compile_for(types.uint64(end, end), pay_game, no_cpython_wrapper=True)
    except KeyError as error:  # numba looks for a record's field
        raise RuleError(f"the payout {payout.spec} reads {error}, which is not a field of the game.") from None
    except ExtensionError as error:
        raise RuleError(f"in the payout {payout.spec}, {error}.") from None
    except _AnswerError as error:
        raise RuleError(f"the payout {payout.spec} {error}") from None
    except jit.CompilingError:
        raise
    except Exception as error:  # noqa: BLE001  (a compiler may stumble over a function in ways of its own)
        raise RuleError(f"the payout {payout.spec} cannot be compiled: {_why(error)}. {_MAY_USE}") from None
    made = next(iter(code.overloads.values()))
    return int(made.library.get_pointer_to_function(made.fndesc.llvm_func_name))


_MAY_USE = (
    "A payout may use numbers, the fields of game and functions marked @njit; files are read and modules imported at"
    " the head of its file."
)


def _why(error: Exception) -> str:
    """The first line of the compiler that says something."""
    lines = [" ".join(line.split()) for line in str(error).splitlines()]
    said = [line for line in lines if line and not line.startswith(("Failed in ", "[", "-", "During"))]
    text = said[0] if said else f"{type(error).__name__} {error}"
    return text.partition(" Raised from ")[0][:300].rstrip(". ")


def check_payments(rules: RuleSet, errors: Sequence[str] = ()) -> None:
    """Check the payments of a custom payout since the last check.

    Args:
        errors: texts of exceptions in functions called meanwhile.

    Raises:
        RuleError: the function raised or wrote to the game, a payment is not finite or too large, or the payments do
            not add up to 0.
    """
    if not rules.payout:
        return
    record = _record(rules)[0]
    if fault := int(record["fault"]):
        record["fault"] = 0
        raise RuleError(f"the payout {rules.payout.spec} {_words(fault, record, rules, errors)}")


def _words(fault: int, record: Any, rules: RuleSet, errors: Sequence[str]) -> str:
    a, b, c, house = (f"{units:+.6g}" for units in record["units"])
    where = f" Seed {record['seed']}, match {int(record['match']) + 1}, game {record['game'] + 1}."
    paid = f"seats A, B, C {a}, {b}, {c} units, the house {house}"
    if fault == _RAISED:
        return f"stopped with an error{f': {errors[0]}' if errors else ''}.{where}"
    if fault == _WROTE:
        return f"writes to game, which only says how the game ended: change the units alone, units[seat] += 1.{where}"
    if fault == _NOT_FINITE:
        return f"pays a value that is not a number: {paid}.{where}"
    if fault == _TOO_MUCH:
        assert rules.payout
        most = f"{most_paid(rules) / UNIT:g}"
        return (
            f"pays more than {most} units: {paid}. State the largest payment: {rules.payout.name_with_most()}.{where}"
        )
    if fault == _HOUSE:
        return (
            "pays the house without its name, by which a payout says that the house takes part: write units[HOUSE],"
            f" with HOUSE from tongits_sim.payout.{where}"
        )
    if fault == _ROUNDED:
        return (
            f"pays {paid}, which add up to 0 only before each is rounded to hundredths: round what a loser pays,"
            f" amount = round(amount, 2), and give the winner the same amount.{where}"
        )
    return f"pays {paid}, which do not add up to 0.{where}"
