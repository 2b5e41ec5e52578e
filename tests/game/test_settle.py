from collections.abc import Callable
from typing import Any

import pytest

from tests.game.scenes import NOT_R, End, house
from tests.referee.settle import bound

OTHERS = ("sjs", "online", "pagat", "grokipedia", "casino_x")
LAST = ("wars", "ecoins", "wikipedia")


@pytest.mark.parametrize(
    ("rules", "hands", "counts"),
    [
        *((rules, ("Ks", "5c 5d 5h 2s", "Kc Qh"), [10, 2, 20]) for rules in NOT_R),  # D10
        ("pagat", ("5s 6s 7s Kh", "9c", ""), [10, 9, 0]),  # D8
        ("pagat", ("Ts Th Td 3c", "9c", ""), [3, 9, 0]),  # D9
        ("casino_x", ("3d 8h 6s 7s Jh Qs 3s Ad Th", "", ""), [58, 0, 0]),  # D11
        ("rulesofcards", ("5c 5d 5h 2s", "9c", "Ks"), [17, 9, 10]),  # melds in the hand may count
    ],
)
def test_r1_r3_r11_counts(rules: str, hands: tuple[str, str, str], counts: list[int]) -> None:
    end = End(rules, hands).opened().called("cc")
    assert end.winner() == counts.index(min(counts))
    assert list(end.board.result.counts) == counts


TIE, HIGH_CALLER, DRAWN = ("5c", "5d", "5h"), ("Tc", "6d", "6h"), ("5c", "5d", "Kh")

WINS: list[tuple[str, tuple[str, ...], tuple[str, str, str], str | tuple[int, ...], int]] = [
    ("D12 R11.2 a challenger wins a tie", NOT_R, ("7c", "7d", "9c"), "cf", 1),
    ("D13 R11.2 three tie", OTHERS, TIE, "cc", 1),
    ("D14 R11.2 three tie", LAST, TIE, "cc", 2),
    ("D15 R11.2 two challengers tie", OTHERS, HIGH_CALLER, "cc", 1),
    ("D16 R11.2 two challengers tie", LAST, HIGH_CALLER, "cc", 2),
    ("D17 R11.2 the caller wins a tie", ("rulesofcards",), ("6c", "6d", "Kh"), "cc", 0),
    ("C31 R11 who folded is not compared", ("pagat",), ("8s", "2c", "9c"), "fc", 0),
    ("D18 R12.2 the last drawer wins a tie", NOT_R, ("5c", "Kd", "5h"), (0, 1, 2), 2),
    ("D19 R12.2 the right of the last drawer", ("wikipedia", "pagat"), DRAWN, (0, 1, 2), 0),
    ("D20 R12.2 the most recent drawer", ("sjs", "ecoins"), DRAWN, (0, 1, 2), 1),
]
"""What happens, under which rules, hands, answers to a call or who drew last, and who wins; all are open."""


@pytest.mark.parametrize(
    ("rules", "hands", "how", "winner"),
    [pytest.param(rules, *case, id=f"{what} {rules}") for what, many, *case in WINS for rules in many],
)
def test_who_wins(rules: str, hands: tuple[str, str, str], how: str | tuple[int, ...], winner: int) -> None:
    end = End(rules, hands).opened()
    assert (end.called(how) if isinstance(how, str) else end.stocked_out(*how)).winner() == winner


@pytest.mark.parametrize(
    ("value", "winner"), [("right_of_caller", 1), ("last_challenger", 2), ("caller", 0), ("last_to_meld", 1)]
)
def test_ties_three_way(value: str, winner: int) -> None:
    rules = house("pagat", ties__three_way=value)
    assert End(rules, ("5c", "5d", "5h")).opened(2, 0, 1).called("cc").winner() == winner


@pytest.mark.parametrize(("value", "winner"), [("right_of_caller", 1), ("last_challenger", 2), ("last_to_meld", 2)])
def test_ties_challengers(value: str, winner: int) -> None:
    rules = house("pagat", ties__challengers=value)
    assert End(rules, ("Tc", "6d", "6h")).opened(1, 2, 0).called("cc").winner() == winner


def test_ties_challengers_last_to_meld_counts_secrets_and_no_sapaws() -> None:
    rules = house("pagat", ties__challengers="last_to_meld")
    end = End(rules, ("Tc", "6d", "6h")).opened(0, 2, 1).meld(2, "8c 8d 8h 8s", secret=True).sapaw(1, "3s", 0)
    assert end.called("cc").winner() == 2


@pytest.mark.parametrize(("order", "two", "three"), [((1, 2, 0), 2, 0), ((2, 0, 1), 1, 1), ((0, 1, 2), 2, 2)])
def test_ties_last_to_meld(order: tuple[int, ...], two: int, three: int) -> None:
    rules = house("rulesofcards", ties__three_way="last_to_meld")
    assert End(rules, ("Kc", "6d", "6h")).opened(*order).called("cc").winner() == two
    assert End(rules, ("6c", "6d", "6h")).opened(*order).called("cc").winner() == three


@pytest.mark.parametrize("rules", NOT_R)
def test_d22_r11_unchallenged_hands_are_not_compared(rules: str) -> None:
    assert End(rules, ("8c", "2c", "3d")).opened(0).called("ff").winner() == 0


def test_r11_everyone_who_could_challenge_compares() -> None:
    assert burned(End("rulesofcards", ("8s", "2c", "3d")).opened(0, 2).called("fc")) == [0, 1, 0]


def test_d21_r12_2_last_to_meld() -> None:
    assert End("rulesofcards", ("5c", "5d", "Kh")).opened(2, 0, 1).stocked_out(0, 1, 2).winner() == 1


@pytest.mark.parametrize("ties", ["last_drawer_then_right", "most_recent_drawer", "last_to_meld"])
@pytest.mark.parametrize(("dealer", "winner"), [(2, 2), (0, 1)])
def test_r12_2_dealer_stands_in_when_nobody_drew(ties: str, dealer: int, winner: int) -> None:
    rules = house("pagat", ties__stock_out=ties)
    end = End(rules, ("9c", "7c", "7d"), dealer).meld(1, "4c 4d 4h").meld(2, "Jc Jd Jh").opened(0)
    end.board.view.last_meld[:], end.state.meld_order = 0, []
    assert end.stocked_out().winner() == winner


@pytest.mark.parametrize(("draws", "winner"), [((2, 0), 2), ((0,), 1)])
def test_r12_2_who_never_drew_is_not_the_most_recent_drawer(draws: tuple[int, ...], winner: int) -> None:
    rules = house("pagat", ties__stock_out="most_recent_drawer")
    assert End(rules, ("9c", "7c", "7d")).opened().stocked_out(*draws).winner() == winner


def test_r12_2_last_to_meld_of_those_who_never_melded() -> None:
    rules = house("rulesofcards", stock_out__eligible="all")
    assert End(rules, ("5c", "5d", "Kh")).stocked_out(2, 0, 1).winner() == 1


def test_r12_a_single_eligible_player_wins_whatever_his_count() -> None:
    assert End("pagat", ("Kc Qd", "2d", "3h")).opened(0).stocked_out(0, 1, 2).winner() == 0


@pytest.mark.parametrize(
    ("hands", "winner"), [(("2c", "7d", "9c"), 0), (("5c", "2d", "3h"), 1), (("9c", "7d", "2c"), 2)]
)
def test_r12_nobody_eligible_all_compete(hands: tuple[str, str, str], winner: int) -> None:
    end = End("pagat", hands).stocked_out(0)
    assert end.winner() == winner
    assert sorted(end.paid("base")) == sorted(end.paid("sunog")) == [-1, -1, 2]


def test_r12_nobody_eligible_void() -> None:
    end = End(house("online", stock_out__nobody_eligible="void"), ("5c", "2d", "3h")).stocked_out(0)
    assert end.winner() == -1
    assert end.payout() == [0, 0, 0]  # the jackpot of a match of one game is returned
    assert list(end.board.result.burned) == [0, 0, 0]


@pytest.mark.parametrize(
    ("value", "saves", "winner"),
    [("open_or_secret", True, 1), ("open_or_secret", False, 0), ("open_only", True, 0), ("all", False, 2)],
)
def test_stock_out_eligible(value: str, saves: bool, winner: int) -> None:
    rules = house("pagat", stock_out__eligible=value, secrets__saves_from_sunog=saves)
    end = End(rules, ("Kc", "5d", "2h")).opened(0).meld(1, "8c 8d 8h 8s", secret=True)
    assert end.stocked_out(0).winner() == winner


def burned(end: End) -> list[int]:
    end.winner()
    return list(end.board.result.burned)


def test_r13_winners_never_are() -> None:
    assert burned(End("pagat").won(0)) == [0, 1, 1]


@pytest.mark.parametrize(
    ("knobs", "has", "is_burned"),
    [
        ({}, "nothing", 1),
        ({}, "open", 0),
        ({}, "laid secret", 0),
        ({}, "held secret", 1),
        ({"secrets__privilege": "held"}, "held secret", 0),
        ({"secrets__privilege": "held", "secrets__saves_from_sunog": False}, "held secret", 1),
        ({"secrets__saves_from_sunog": False}, "laid secret", 1),
        ({"secrets__grants": "none"}, "laid secret", 0),
        ({}, "sapaw", 1),
        ({"sapaw__saves_from_sunog": True}, "sapaw", 0),
    ],
)
def test_r13_what_saves(knobs: dict[str, Any], has: str, is_burned: int) -> None:
    end = End(house("pagat", **knobs), ("", "8c 8d 8h 8s 2c" if has == "held secret" else "2c 5d", "Td")).opened(0)
    if has in ("open", "laid secret"):
        end.meld(1, "8c 8d 8h 8s", secret=has == "laid secret")
    if has == "sapaw":
        end.sapaw(1, "3s", 0)
    assert burned(end.won(0)) == [0, is_burned, 1]


def five(rules: str = "sjs", *opened: int) -> End:
    """The dealer with a count of five against two nines; who is not named is not open."""
    return End(rules, ("5c", "9d", "9h")).opened(*opened)


PAID: dict[str, tuple[Callable[[], End], list[int]]] = {
    "D33 R14 Tongits": (lambda: End("sjs").opened().won(0), [6, -3, -3]),
    "D34 R14.2 Tongits and a sunog": (lambda: End("sjs").opened(0, 2).won(0), [7, -4, -3]),
    "D35 R14 call, both fold": (lambda: five().called("ff"), [2, -1, -1]),
    "D36 R14.2 call, both sunog": (lambda: five("sjs", 0).called("ff"), [4, -2, -2]),
    "D37 R14 the caller wins a challenge": (lambda: five().called("cf"), [4, -3, -1]),
    "D38 R14 a challenger wins": (lambda: End("sjs", ("9c", "5d", "9h")).opened().called("cf"), [-3, 4, -1]),
    "D39 R14.3 aces and kings": (
        lambda: End("sjs", ("Ac Ad Ks", "Qd Jd 9d", "Qh Jh 9h")).opened().called("ff"),
        [8, -4, -4],
    ),
    "D40 R14.3 a quad face down": (lambda: five().meld(0, "8c 8d 8h 8s", secret=True).called("ff"), [8, -4, -4]),
    "D40 R14.3 an open quad": (lambda: five().meld(0, "8c 8d 8h 8s").called("ff"), [2, -1, -1]),
    "D42 R14 aces and a burned loser": (
        lambda: End("pagat").meld(0, "Ac 2c 3c").meld(0, "Ad 2d 3d").opened(1).won(0),
        [11, -5, -6],
    ),
    "D43 R14 a secret": (lambda: five("pagat").meld(0, "8c 8d 8h 8s", secret=True).called("cf"), [12, -6, -6]),
    "D45 R14.3 an ace sapawed onto another's meld": (
        lambda: End("pagat").opened(0, 2).meld(1, "2s 3s 4s").sapaw(0, "As", 2).won(0),
        [6, -3, -3],
    ),
    "R14.3 an own sapaw": (lambda: End("pagat").meld(0, "2s 3s 4s").opened(1, 2).sapaw(0, "As", 0).won(0), [8, -4, -4]),
    "R14.3 an opponent's sapaw": (
        lambda: End("pagat").meld(0, "2s 3s 4s").opened(1, 2).sapaw(1, "As", 0).won(0),
        [6, -3, -3],
    ),
}


@pytest.mark.parametrize("what", PAID)
def test_payments_of_constructed_endings(what: str) -> None:
    end, paid = PAID[what]
    assert end().paid() == paid


@pytest.mark.parametrize(
    ("hands", "melds", "answers", "loser"),
    [
        (("Ac Kd 2c", "9d", "9h"), (), "ff", 0.60),  # D46
        (("8c 8d 8h 8s 2c", "9d", "9h"), (1, 2), "ff", 0.60),  # D47, burned
        (("2c 8h 9h Th Jh Qh", "Qs", "Qd"), (), "cf", 0.50 + 0.20),  # an escalera alone
        (("Ac 5d 6d 7d 8d 9d", "Qs", "Qh"), (), "cf", 0.90),  # D48
    ],
)
def test_d46_d47_d48_r14_shares_of_the_ante(
    hands: tuple[str, str, str], melds: tuple[int, ...], answers: str, loser: float
) -> None:
    end = End("online", hands).opened(*(seat for seat in range(3) if seat not in melds))
    assert end.called(answers).paid()[1] == -loser


def test_d49_r15_pot_and_fee() -> None:
    end = End(house("online", jackpot__seed=0, jackpot__add=0)).opened().won(0)
    assert end.paid("base", "pot", "fees") == [2.35, -1.40, -1.40]
    assert end.paid("fees") == [-0.45, 0, 0]


def test_d50_r14_casino_x() -> None:
    rules = house("casino_x", jackpot__seed=0, jackpot__add=0, fees__winnings=0)
    hands = ("Ac 5c", "9d", "9h")
    assert End(rules, hands).opened(0).called("ff").payout() == [6, -3, -3]
    parts = [End(rules, hands).opened(0).called("ff").paid(part)[0] for part in ("base", "bonus", "sunog")]
    assert parts == [2, 2, 2]
    assert End("casino_x", hands).opened(0).called("ff").paid("fees") == [-0.3, 0, 0]


def test_d51_r14_per_point() -> None:
    assert End("ecoins", ("Td 5h", "6c", "9h")).opened().called("cf").paid("base") == [-2.9, 3.9, -1]


def test_d53_r14_deadwood() -> None:
    end = End("rulesofcards", ("", "Td 4d", "Th 9h 4h")).opened().won(0)
    assert end.payout() == [37, -14, -23]


def test_d55_r1_3_a_spread_takes_the_jackpot() -> None:
    for rules in ("wikipedia", "casino_x"):
        end = End(rules).before(jackpot=12).won(1, spread=True)
        stake = 2 if rules == "wikipedia" else 1
        assert end.paid("jackpot") == [-stake, 12 + 2 * stake, -stake]


@pytest.mark.parametrize(
    ("end", "knob"), [("tongits", "tongits"), ("fold", "fold"), ("stock_out", "stock_out"), ("sunog", "sunog_extra")]
)
def test_amounts(end: str, knob: str) -> None:
    rules = house("pagat", bonus__ace=0, **{f"pay__{knob}": 7.25})
    scene = End(rules, ("5c", "9d", "9h")).opened(*((0, 1, 2) if end != "sunog" else (0, 1)))
    ends = {"tongits": scene.won, "fold": lambda seat: scene.called("ff"), "sunog": scene.won}
    ended = ends.get(end, lambda seat: scene.stocked_out(0))(0)
    assert ended.paid("sunog" if end == "sunog" else "base")[2] == -7.25


def test_pay_fight_lost_and_fold_if_challenged() -> None:
    rules = house("pagat", pay__fight_lost=4, pay__fold_if_challenged=0.5)
    assert End(rules, ("5c", "9d", "9h")).opened().called("cf").paid("base") == [4.5, -4, -0.5]


def test_r14_who_fought_pays_as_a_fighter_even_if_burned() -> None:
    rules = house("pagat", response__needs="nothing")
    assert End(rules, ("5c", "9d", "9h")).opened(0, 2).called("cf").paid("base", "sunog") == [7, -4, -3]


@pytest.mark.parametrize(
    ("mode", "expected"), [("flat", [6, -3, -3]), ("deadwood_total", [28, -9, -19]), ("deadwood_diff", [18, -4, -14])]
)
def test_pay_mode(mode: str, expected: list[float]) -> None:
    end = End(house("pagat", pay__mode=mode), ("5c", "9d", "9h Th")).opened().called("cc")
    assert end.paid("base") == expected


def test_r14_deadwood_diff_is_never_negative() -> None:
    rules = house("pagat", pay__mode="deadwood_diff", pay__per_point=1)
    assert End(rules, ("8c", "2d", "9h")).opened().called("ff").paid("base") == [1, 0, -1]


@pytest.mark.parametrize(("value", "loser"), [("off", -1), ("pays_double", -2), ("only_at_zero", -1)])
def test_call_zero_count_fight_pays(value: str, loser: float) -> None:
    rules = house("pagat", tongits__hand_melds=False, call__zero_count_fight=value)
    assert End(rules, ("5c 5d 5h", "9d", "9h")).opened().called("ff").paid("base")[1] == loser
    assert End(rules, ("5c", "9d 9c 9s", "9h")).opened().called("cf").paid("base")[0] == 3 * loser
    assert End(rules, ("5c", "9d", "9h")).opened().called("ff").paid("base")[1] == -1
    assert End(rules, ("5c 5d 5h", "9d", "9h")).opened().stocked_out(0).paid("base")[1] == -1


def test_a_payment_above_the_bound_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits of confidence and histograms need the bound: a rule that pays more must say so in it."""
    nothing_else = {"bonus__ace": 0, "bonus__secret_set": 0, "pay__sunog_extra": 0}
    rules = house("pagat", tongits__hand_melds=False, call__zero_count_fight="pays_double", **nothing_else)
    end = End(rules, ("5c 5d 5h", "9d", "9h")).opened().called("cc")
    assert end.paid("base") == [12, -6, -6]  # 3 units doubled, from both: as much as these rules can pay
    assert bound(tuple(end.state.rules.items())) == 1200
    monkeypatch.setattr("tests.referee.settle.bound", lambda _: 1199)
    with pytest.raises(AssertionError, match="seat 0 wins 1200 hundredths, more than"):
        end.paid("base")


PAYING = {"bonus__ace": 0, "bonus__secret_set": 3, "bonus__secret_run": 2, "bonus__long_run": 0.5}


def bonus(hand: str, *melds: str, secret: bool = False, owner: int = 0, taken: str = "", **knobs: Any) -> float:
    """What each loser pays as bonus to seat 0, who wins at the stock's end with these cards and melds."""
    rules = house("pagat+joker", **PAYING | {"secrets__kinds": "set4_run"} | knobs)
    end = End(rules, (hand, "9h 9d Th", "Kd Qh 9s")).meld(0, "Tc Td Ts")
    for meld in melds:
        end.meld(owner, meld, secret)
    if taken:
        end.took(0, taken)
    return -end.stocked_out(0).paid("bonus")[1]


@pytest.mark.parametrize(
    ("knobs", "hand", "expected"),
    [
        ({}, "8c 8d 8h 8s", 3),
        ({"secrets__kinds": "none"}, "8c 8d 8h 8s", 0),
        ({}, "4c 5c 6c 7c", 2),
        ({"secrets__kinds": "set4"}, "4c 5c 6c 7c", 0),
        ({}, "4c 5c 6c 7c 8c", 2.5),
        ({"secrets__kinds": "none"}, "4c 5c 6c 7c 8c", 0.5),
        ({"bonus__secret_once": True}, "4c 5c 6c 7c 8d 8h 8s 8c", 3),
        ({}, "4c 5c 6c 7c 7d 7h 8d", 0),  # the count comes first: the run of four would leave 22 points
        ({"jokers__block_secret_bonus": False}, "8c 8d 8h X1", 3),
        ({"bonus__secret_needs_tongits": True}, "4c 5c 6c 7c 8c", 0.5),
        ({"bonus__king": 0.5, "bonus__ace": 1}, "Kc Kd Ah 2c", 2),
    ],
)
def test_r14_3_cards_in_the_hand(knobs: dict[str, Any], hand: str, expected: float) -> None:
    assert bonus(hand, **knobs) == expected


@pytest.mark.parametrize(("taken", "expected"), [("8d", 0), ("9c", 3)])
def test_r14_3_a_taken_card_is_in_no_secret(taken: str, expected: float) -> None:
    assert bonus("8c 8d 8h 8s 9c", taken=taken) == expected


@pytest.mark.parametrize(
    ("knobs", "meld", "secret", "expected"),
    [
        ({}, "8c 8d 8h 8s", True, 3),
        ({}, "8c 8d 8h 8s", False, 0),
        ({"bonus__secret_once": True}, "8c 8d 8h 8s", True, 3),
        ({"bonus__meld_scope": "any_own"}, "8c 8d 8h 8s", False, 3),
        ({"bonus__meld_scope": "any_own"}, "8c 8d 8h", False, 0),
        ({"bonus__meld_scope": "any_own"}, "8c 8d 8h X1(8s)", False, 0),
        ({"bonus__meld_scope": "any_own", "secrets__kinds": "none"}, "8c 8d 8h 8s", False, 0),
        ({}, "4c 5c 6c 7c X1(8c)", False, 0.5),
        ({}, "4c 5c 6c 7c", False, 0),
        ({}, "4c 5c 6c 7c 8c", True, 2.5),
        ({"bonus__meld_scope": "any_own"}, "4c 5c 6c 7c 8c", False, 2.5),
        ({"bonus__meld_scope": "any_own", "bonus__secret_needs_tongits": True}, "4c 5c 6c 7c 8c", False, 0.5),
        ({"jokers__block_secret_bonus": True}, "8c 8d 8h X1(8s)", True, 0),
        ({"jokers__block_secret_bonus": False}, "8c 8d 8h X1(8s)", True, 3),
    ],
)
def test_r14_3_melds_on_the_table(knobs: dict[str, Any], meld: str, secret: bool, expected: float) -> None:
    assert bonus("2h", meld, secret=secret, **knobs) == expected
    assert bonus("2h", meld, secret=secret, owner=1, stock_out__eligible="open_only", **knobs) == 0


@pytest.mark.parametrize(("once", "expected"), [(False, 5), (True, 3)])
def test_r14_3_secrets_held_and_laid(once: bool, expected: float) -> None:
    assert bonus("4c 5c 6c 7c 2s", "8c 8d 8h 8s", secret=True, bonus__secret_once=once) == expected


@pytest.mark.parametrize(("spread", "loser"), [(False, -3), (True, 0)])
def test_bonus_secret_needs_tongits(spread: bool, loser: float) -> None:
    rules = house("pagat", bonus__secret_needs_tongits=True)
    end = End(rules).opened(1, 2).meld(0, "8c 8d 8h 8s", secret=True).won(0, spread)
    assert end.paid("bonus")[1] == loser


def test_bonus_long_run_as_it_lies_at_the_end() -> None:
    rules = house("pagat", bonus__ace=0, bonus__long_run=2)
    end = End(rules, ("2c", "9d", "9h")).meld(0, "4d 5d 6d 7d").opened(1, 2).sapaw(1, "8d", 0)
    assert end.called("ff").paid("bonus")[1] == -2


@pytest.mark.parametrize(("scope", "expected"), [("hand_and_own_melds", 3 + 0.2), ("hand_only", 1 + 0.1)])
def test_bonus_card_scope(scope: str, expected: float) -> None:
    rules = house("pagat+joker", bonus__ace=1, bonus__king=0.1, bonus__card_scope=scope, bonus__secret_set=0)
    end = End(rules, ("Ac Kd", "9h 9d", "7d 6h")).meld(0, "Ah 2h 3h").meld(0, "As 2s 3s 4s", secret=True)
    end.meld(0, "Jh Qh X1(Kh)").meld(1, "Js Qs Ks").meld(0, "Jc Qc Kc")  # no joker is a king, nor is another's his
    assert end.won(0).paid("bonus")[1] == pytest.approx(-expected)


@pytest.mark.parametrize(("points", "winner"), [(10, 1), (0, 0), (20, 1)])
def test_jokers_points(points: int, winner: int) -> None:
    rules = house("pagat+joker", jokers__points=points)
    assert End(rules, ("X1 2c", "9d", "9h Kh")).opened().called("cc").winner() == winner
