"""Who has won and what is paid (R11-R15); amounts are integers, hundredths of a unit (R14.4)."""

from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from tests.naive import Meld, Rules, best_arrangement, count, is_joker, is_secret_shape
from tests.naive.knobs import exact
from tests.referee import custom_payout, rights
from tests.referee.state import State, right_of
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import largest_payment

PARTS = ("base", "sunog", "bonus", "sagasa", "pot", "jackpot", "fees")


@dataclass
class Outcome:
    """How the game ended, R11-R13.

    `fought` are the seats that compared counts after a call; `tied`: several had the lowest count (R11.2, R12.2).
    """

    ending: str
    winner: int | None
    counts: list[int]
    burned: list[bool] = field(default_factory=lambda: [False, False, False])
    fought: list[int] = field(default_factory=list)
    tied: bool = False

    @property
    def losers(self) -> list[int]:
        return [] if self.winner is None else [seat for seat in range(3) if seat != self.winner]


@dataclass
class Match:
    """What goes from game to game: R15, R15.2, R1.2. `jackpot` is without the stakes of the game to come."""

    jackpot: int = 0
    streak_seat: int | None = None
    streak: int = 0
    scores: list[int] = field(default_factory=lambda: [0, 0, 0])


def cents(rules: Rules, knob: str) -> int:
    """An amount knob in hundredths; R15.2: in a progressive match all amounts are 0."""
    if rules["match.progressive_target"] > 0:
        return 0
    value = exact(rules[knob]) * 100
    assert value.denominator == 1
    return value.numerator


def outcome(state: State) -> Outcome:
    """R8, R11, R12, R13: ending, winner, counts and who is burned."""
    counts = [count(hand, state.rules) for hand in state.hands]
    if state.declared:
        ending, winner = state.declared
        counts[winner] = 0
        result = Outcome(ending, winner, counts)
    elif state.caller is not None:
        result = called(state, state.caller, counts)
    else:
        result = stock_out(state, counts)
    for seat in result.losers:
        result.burned[seat] = rights.burned(state, seat)
    return result


def called(state: State, caller: int, counts: list[int]) -> Outcome:
    """R11: no challenger: the caller wins; otherwise the lowest count of those who fight."""
    fought = rights.fighters(state, caller)
    if fought == [caller]:
        return Outcome("draw", caller, counts)
    lowest = min(counts[seat] for seat in fought)
    tied = [seat for seat in fought if counts[seat] == lowest]
    return Outcome("challenge", call_tie(state, caller, tied), counts, fought=fought, tied=len(tied) > 1)


def call_tie(state: State, caller: int, tied: list[int]) -> int:
    """R11.2: ties for the lowest count."""
    right = right_of(caller)
    last = right_of(right_of(caller))
    if len(tied) == 1:
        return tied[0]
    if len(tied) == 2 and caller in tied:
        challenger = next(seat for seat in tied if seat != caller)
        return {"challenger": challenger, "caller": caller}[state.rules["ties.call"]]
    rule = state.rules["ties.challengers" if len(tied) == 2 else "ties.three_way"]
    if rule == "last_to_meld":
        return most_recent(state.meld_order, tied, otherwise=right)
    return {"right_of_caller": right, "last_challenger": last, "caller": caller}[rule]


def most_recent(order: list[int], tied: list[int], otherwise: int) -> int:
    """R11.2, R12.2: the tied seat that comes last in `order`; `otherwise` if no tied seat occurs there."""
    return next((seat for seat in reversed(order) if seat in tied), otherwise)


def stock_out(state: State, counts: list[int]) -> Outcome:
    """R12: the eligible compare counts; nobody eligible: all compete, or void."""
    compete = [seat for seat in range(3) if rights.eligible(state, seat)]
    if not compete and state.rules["stock_out.nobody_eligible"] == "void":
        return Outcome("void", None, counts)
    compete = compete or [0, 1, 2]
    lowest = min(counts[seat] for seat in compete)
    tied = [seat for seat in compete if counts[seat] == lowest]
    return Outcome("stock_out", stock_out_tie(state, tied), counts, tied=len(tied) > 1)


def stock_out_tie(state: State, tied: list[int]) -> int:
    """R12.2; fine print R2: if nobody ever drew, the dealer stands in as last drawer."""
    drawer = state.draw_order[-1] if state.draw_order else state.dealer
    to_the_right = [drawer, right_of(drawer), right_of(right_of(drawer))]
    first = next(seat for seat in to_the_right if seat in tied)
    if state.rules["ties.stock_out"] == "most_recent_drawer":
        return most_recent(state.draw_order, tied, otherwise=first)
    if state.rules["ties.stock_out"] == "last_to_meld":
        return most_recent(state.meld_order, tied, otherwise=first)
    return first


def base(state: State, result: Outcome, loser: int) -> int:
    """R14: what the loser pays as base; R9.4 `pays_double`."""
    rules, counts = state.rules, result.counts
    assert result.winner is not None
    more = counts[loser] - counts[result.winner]
    if rules["pay.mode"] == "flat":
        amount = flat_base(rules, result, loser, more)
    else:
        points = counts[loser] if rules["pay.mode"] == "deadwood_total" else max(0, more)
        amount = 0 if rules["match.progressive_target"] > 0 else 100 * points
    called_win = result.ending in ("draw", "challenge")
    doubled = rules["call.zero_count_fight"] == "pays_double" and called_win and counts[result.winner] == 0
    return 2 * amount if doubled else amount


def flat_base(rules: Rules, result: Outcome, loser: int, more: int) -> int:
    """R14: Tongits and spread, unchallenged draw, challenged draw (fought or not), stock-out."""
    if result.ending in ("tongits", "spread"):
        return cents(rules, "pay.tongits")
    if result.ending == "draw":
        return cents(rules, "pay.fold")
    if result.ending == "stock_out":
        return cents(rules, "pay.stock_out")
    if loser in result.fought:
        return cents(rules, "pay.fight_lost") + more * cents(rules, "pay.per_point")
    return cents(rules, "pay.fold_if_challenged")


def bonus(state: State, result: Outcome) -> int:
    """R14.3: what each loser pays for the winner's aces, kings, secrets and long runs."""
    assert result.winner is not None
    cards = winners_cards(state, result.winner)
    aces = sum(card[0] == "A" for card in cards)
    kings = sum(card[0] == "K" for card in cards)
    # R3: of the arrangements with the least count the one with the largest bonus. The text does not say that the
    # arrangement of a Tongits must be a full one; that differs only with `jokers.points` 0.
    _, held = best_arrangement(state.hands[result.winner], state.rules, lambda melds: meld_bonus(state, result, melds))
    card_bonus = aces * cents(state.rules, "bonus.ace") + kings * cents(state.rules, "bonus.king")
    return card_bonus + meld_bonus(state, result, held)


def winners_cards(state: State, winner: int) -> list[str]:
    """R14.3: cards in his hand at the end and (`hand_and_own_melds`) those he himself put into his own melds."""
    cards = list(state.hands[winner])
    if state.rules["bonus.card_scope"] == "hand_and_own_melds":
        own = [meld for meld in state.melds if meld.owner == winner]
        cards += [shown.card for meld in own for shown in meld.shown if shown.seat == winner]
    return cards


def meld_bonus(state: State, result: Outcome, held: list[Meld]) -> int:
    """R14.3: secret sets, secret runs and long runs, with the hand arranged in this way.

    Undecided in the text: whether a long run still in the hand counts for `bonus.long_run`. "Own run of five or more,
    open or not": yes.
    """
    rules = state.rules
    secrets: list[int] = []
    runs: list[int] = []
    for meld in held:
        from_stock = not state.taken & set(meld.cards)
        has_joker = any(is_joker(card) for card in meld.cards)
        secrets.append(secret_bonus(rules, meld.kind, len(meld.cards), has_joker, concealed=from_stock))
        runs.append(long_run_bonus(rules, meld.kind, len(meld.cards)))
    for laid in (meld for meld in state.melds if meld.owner == result.winner):
        secrets.append(secret_bonus(rules, laid.kind, len(laid.shown), laid.jokers > 0, concealed=not laid.open))
        runs.append(long_run_bonus(rules, laid.kind, len(laid.shown)))
    if rules["bonus.secret_needs_tongits"] and result.ending != "tongits":
        secrets = []
    return (max([0, *secrets]) if rules["bonus.secret_once"] else sum(secrets)) + sum(runs)


def secret_bonus(rules: Rules, kind: str, size: int, has_joker: bool, concealed: bool) -> int:
    """R14.3: the bonus of one meld as a secret; R5.2: a card taken under `free` cannot be in one.

    Undecided in the text: a held set of four with a taken card under `any_own`. It counts like an open one.
    """
    if not is_secret_shape(kind, size, rules) or (has_joker and rules["jokers.block_secret_bonus"]):
        return 0
    if rules["bonus.meld_scope"] == "concealed" and not concealed:
        return 0
    return cents(rules, "bonus.secret_set" if kind == "set" else "bonus.secret_run")


def long_run_bonus(rules: Rules, kind: str, size: int) -> int:
    """R14.3: an own run of five or more as it lies at the end, opponents' cards and jokers included."""
    return cents(rules, "bonus.long_run") if kind == "run" and size >= 5 else 0


def round_half_up(value: Fraction) -> int:
    """R15, fine print: half up to a whole hundredth."""
    return (value + Fraction(1, 2)).__floor__()


def stake(rules: Rules, before: Match) -> int:
    """R15: what each player puts into the jackpot: `seed` when there is none, `add` otherwise.

    Undecided in the text: whether a jackpot of amount 0 (seed 0, add > 0) is one. Here it is none.
    """
    return cents(rules, "jackpot.seed" if before.jackpot == 0 else "jackpot.add")


def streak_of(before: Match, winner: int) -> int:
    """R15: the games in a row that the winner has won, this one included."""
    return before.streak + 1 if before.streak_seat == winner else 1


def takes_jackpot(state: State, before: Match, result: Outcome) -> bool:
    """R15: a full streak, or a spread with `jackpot.spread_takes` (also of an empty jackpot: the streak restarts)."""
    if result.winner is None:
        return False
    full = streak_of(before, result.winner) >= state.rules["jackpot.streak"]
    if state.rules.get("payout") and before.jackpot + 3 * stake(state.rules, before) == 0:
        return False  # a payout of one's own counts wins in a row where no jackpot ends them
    return full or bool(result.ending == "spread" and state.rules["jackpot.spread_takes"])


def second_hit(state: State, before: Match, result: Outcome) -> int:
    """R15: with streak 3, the second win in a row earns an extra from each loser, booked as bonus."""
    if result.winner is None or state.rules["jackpot.streak"] != 3 or streak_of(before, result.winner) != 2:
        return 0
    return cents(state.rules, "jackpot.second_hit_extra")


def from_losers(result: Outcome, amounts: dict[int, int]) -> list[int]:
    """R14: each loser pays the winner."""
    paid = [-amounts.get(seat, 0) for seat in range(3)]
    if result.winner is not None:
        paid[result.winner] = sum(amounts.values())
    return paid


def parts(state: State, before: Match, result: Outcome, match_over: bool) -> dict[str, list[int]]:
    """R14, R15: every part of the payout, by seat."""
    rules, winner = state.rules, result.winner
    each_bonus = bonus(state, result) + second_hit(state, before, result) if winner is not None else 0
    hit = from_losers(result, dict.fromkeys(result.losers, second_hit(state, before, result)))
    burned = [seat for seat in result.losers if result.burned[seat]]
    booked = {
        "base": from_losers(result, {seat: base(state, result, seat) for seat in result.losers}),
        "sunog": from_losers(result, {seat: cents(rules, "pay.sunog_extra") for seat in burned}),
        "bonus": from_losers(result, dict.fromkeys(result.losers, each_bonus)),
        "sagasa": sagasa(state),
        "pot": [0, 0, 0],
        "jackpot": jackpot(state, before, result, match_over),
        "fees": [0, 0, 0],
    }
    if rules.get("payout"):
        usual = [sum(booked[part][seat] for part in ("base", "sunog", "bonus")) for seat in range(3)]
        usual = [amount - second for amount, second in zip(usual, hit, strict=True)]
        wins = 0 if winner is None else streak_of(before, winner)
        whole = before.jackpot + 3 * stake(rules, before)
        booked["base"] = custom_payout.amounts(state, result, wins, whole, usual)
        booked["sunog"], booked["bonus"] = [0, 0, 0], hit
    if winner is not None:
        ante = cents(rules, "pot.ante")
        booked["pot"] = [2 * ante if seat == winner else -ante for seat in range(3)]
        won = sum(booked[part][winner] for part in ("base", "sunog", "bonus"))
        booked["fees"][winner] = -fee(rules, "fees.antes", 3 * ante) - fee(rules, "fees.winnings", max(won, 0))
    for seat in range(3):
        won = sum(booked[part][seat] for part in ("base", "sunog", "bonus", "sagasa"))
        assert abs(won) <= bound(tuple(rules.items())), (
            f"seat {seat} wins {won} hundredths, more than tongits_sim/rules/amounts.py allows"
        )
    return booked


@lru_cache(maxsize=256)
def bound(rules: tuple[tuple[str, Any], ...]) -> int:
    """What the program takes for the largest amount of a game without stakes; its intervals and histograms need it."""
    stakes = {"pot.ante": 0, "jackpot.seed": 0, "jackpot.add": 0}
    chosen = RuleSet.from_knobs({knob: _plain(value) for knob, value in rules} | stakes)
    return largest_payment(chosen)


def _plain(value: Any) -> Any:
    return float(value) if isinstance(value, Decimal) else value


def fee(rules: Rules, knob: str, amount: int) -> int:
    """R15: the share kept by the house; each of the two fees is rounded by itself."""
    return round_half_up(exact(rules[knob]) * amount)


def sagasa(state: State) -> list[int]:
    """R5.3: both opponents pay at once, whoever wins in the end."""
    paid = [0, 0, 0]
    price = cents(state.rules, "pay.sagasa") if state.rules["secrets.sagasa"] == "pay" else 0
    for maker in state.sagasas:
        for seat in range(3):
            paid[seat] += 2 * price if seat == maker else -price
    return paid


def jackpot(state: State, before: Match, result: Outcome, match_over: bool) -> list[int]:
    """R15: all three stake; the taker takes all; at the end of the match equal shares of what nobody took."""
    each = stake(state.rules, before)
    booked = [-each, -each, -each]
    content = before.jackpot + 3 * each
    if takes_jackpot(state, before, result):
        assert result.winner is not None
        booked[result.winner] += content
    elif match_over:
        booked = [amount + content // 3 for amount in booked]
    return booked


def after(state: State, before: Match, result: Outcome, match_over: bool) -> Match:
    """R15, R15.2: what the next game of the match starts with."""
    content = before.jackpot + 3 * stake(state.rules, before)
    if result.winner is None:  # void: stakes stay, streak and scores unchanged
        return Match(0 if match_over else content, before.streak_seat, before.streak, list(before.scores))
    scores = list(before.scores)
    if state.rules["match.progressive_target"] > 0:
        for seat in result.losers:
            scores[seat] += result.counts[seat]
    if takes_jackpot(state, before, result):
        return Match(0, None, 0, scores)
    return Match(0 if match_over else content, result.winner, streak_of(before, result.winner), scores)


def next_dealer(state: State, result: Outcome) -> int | None:
    """R1.2: the next dealer, or None where any seat will do (`random`).

    Fine print: after a void game the same dealer again, and `rotate` rotates. Undecided: `random` after a void game;
    any seat is accepted.
    """
    how = state.rules["deal.next_dealer"]
    if how == "rotate":
        return right_of(state.dealer)
    if how == "random":
        return None
    return state.dealer if result.winner is None else result.winner


def target_reached(rules: Rules, now: Match) -> bool:
    """R15.2: whether somebody has reached the target."""
    target: Any = rules["match.progressive_target"]
    return bool(target > 0 and max(now.scores) >= target)
