"""The referee's outcome and money (R11-R15), by the worked examples of rules.md; amounts in hundredths of a unit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.naive import DEFAULTS, PRESETS, preset
from tests.referee import settle
from tests.referee.scenes import called, meld, paid, result, stocked_out, table, won
from tests.referee.settle import Match
from tests.referee.state import Sapaw, Shown, State, TableMeld

JOKERS = DEFAULTS | {"jokers.count": 2}
OPEN = ("3c 3d 3h", "4c 4d 4h", "Jc Jd Jh")
NOT_R = [name for name in PRESETS if name != "rulesofcards"]


def opened(rules: dict[str, Any], seats: Sequence[int] = (0, 1, 2)) -> list[TableMeld]:
    """An open set of three for each of the seats."""
    return [meld(rules, seat, OPEN[seat]) for seat in seats]


def losers_pay(state: State, parts: Sequence[str] = ("base", "sunog", "bonus")) -> list[int]:
    """What each seat gets (or pays) in these parts together."""
    booked = paid(state)
    return [sum(booked[part][seat] for part in parts) for seat in range(3)]


# --- R11 showdown ----------------------------------------------------------------------------------------------------


def test_d10_lowest_count_wins() -> None:
    rules = preset("pagat")
    state = called(table(rules, ("Ks", "5c 5d 5h 2s", "Kc Qh"), opened(rules)), "cc")
    assert (result(state).winner, result(state).counts) == (1, [10, 2, 20])


def test_d12_challenger_wins_a_tie() -> None:
    for name in NOT_R:
        rules = preset(name)
        state = called(table(rules, ("7c", "7d", "9c"), opened(rules)), "cf")
        assert result(state).winner == 1


@pytest.mark.parametrize(
    ("names", "winner"),
    [(("sjs", "online", "pagat", "grokipedia", "casino_x"), 1), (("wars", "ecoins", "wikipedia"), 2)],
)
def test_d13_d14_three_way_tie(names: Sequence[str], winner: int) -> None:
    for name in names:
        rules = preset(name)
        assert result(called(table(rules, ("5c", "5d", "5h"), opened(rules)), "cc")).winner == winner


@pytest.mark.parametrize(
    ("names", "winner"),
    [(("sjs", "online", "pagat", "grokipedia", "casino_x"), 1), (("wars", "ecoins", "wikipedia"), 2)],
)
def test_d15_d16_two_challengers_tie(names: Sequence[str], winner: int) -> None:
    for name in names:
        rules = preset(name)
        assert result(called(table(rules, ("Ks", "6d", "6h"), opened(rules)), "cc")).winner == winner


def test_d17_caller_wins_a_tie_in_rulesofcards() -> None:
    rules = preset("rulesofcards")
    assert result(called(table(rules, ("6c", "6d", "Ks"), opened(rules)), "")).winner == 0
    assert result(called(table(rules, ("6c", "6d", "6h"), opened(rules)), "")).winner == 0


def test_r11_2_last_to_meld() -> None:
    rules = preset("rulesofcards") | {"ties.three_way": "last_to_meld"}
    for order, two, three in [([1, 2, 0], 2, 0), ([2, 1, 1], 1, 1), ([0, 2, 1, 2], 2, 2), ([], 1, 1)]:
        melds = opened(rules)
        challengers = table(rules, ("Ks", "6d", "6h"), melds, meld_order=order)
        assert result(called(challengers, "")).winner == two
        everybody = table(rules, ("6s", "6d", "6h"), melds, meld_order=order)
        assert result(called(everybody, "")).winner == three


def test_d22_nobody_may_challenge() -> None:
    for name in PRESETS:
        rules = preset(name)
        state = called(table(rules, ("8s", "2c", "3c"), opened(rules, [0])), "ff")
        outcome = result(state)
        assert (outcome.ending, outcome.winner, outcome.counts) == ("draw", 0, [8, 2, 3])
        assert outcome.burned == [False, True, True]


def test_r11_everyone_who_could_challenge_compares() -> None:
    rules = preset("rulesofcards")
    outcome = result(called(table(rules, ("8s", "2c", "3c"), opened(rules, [0, 2])), ""))
    assert (outcome.ending, outcome.winner, outcome.fought) == ("challenge", 2, [0, 2])
    assert outcome.burned == [False, True, False]


def test_c31_who_folded_is_not_compared() -> None:
    rules = preset("pagat")
    assert result(called(table(rules, ("8s", "2c", "9c"), opened(rules)), "fc")).winner == 0


# --- R12 stock-out ---------------------------------------------------------------------------------------------------


def test_d18_the_last_drawer_among_the_tied() -> None:
    for name in NOT_R:
        rules = preset(name)
        state = stocked_out(table(rules, ("7c", "9c", "7d"), opened(rules), draw_order=[1, 0, 1, 2]))
        assert result(state).winner == 2


def test_d19_d20_the_last_drawer_not_among_the_tied() -> None:
    for name, winner in [("wikipedia", 0), ("pagat", 0), ("sjs", 1), ("ecoins", 1)]:
        rules = preset(name)
        state = stocked_out(table(rules, ("7c", "7d", "9c"), opened(rules), draw_order=[0, 1, 2]))
        assert result(state).winner == winner


def test_d21_last_to_meld() -> None:
    rules = preset("rulesofcards")
    state = table(rules, ("7c", "7d", "9c"), opened(rules), meld_order=[2, 0, 1], draw_order=[0, 1, 2])
    assert result(stocked_out(state)).winner == 1
    state.meld_order = [2]
    assert result(state).winner == 0  # none of the tied melded: right of the last drawer


def test_r12_2_nobody_drew() -> None:
    for ties in ("last_drawer_then_right", "most_recent_drawer", "last_to_meld"):
        rules = DEFAULTS | {"ties.stock_out": ties}
        state = stocked_out(table(rules, ("9c", "7c", "7d"), opened(rules), dealer=2))
        assert result(state).winner == 2
        state.dealer = 0
        assert result(state).winner == 1
    rules = DEFAULTS | {"ties.stock_out": "most_recent_drawer"}
    state = stocked_out(table(rules, ("9c", "7c", "7d"), opened(rules), draw_order=[2, 0]))
    assert result(state).winner == 2
    state.draw_order = [0]  # no tied player ever drew: last_drawer_then_right
    assert result(state).winner == 1


def test_r12_eligible() -> None:
    secret = meld(DEFAULTS, 1, "8c 8d 8h 8s", secret=True)
    for who, saves, winner in [
        ("open_or_secret", True, 1),
        ("open_or_secret", False, 0),
        ("open_only", True, 0),
        ("all", False, 2),
    ]:
        rules = DEFAULTS | {"stock_out.eligible": who, "secrets.saves_from_sunog": saves}
        outcome = result(stocked_out(table(rules, ("9c", "7d", "2c"), [*opened(rules, [0]), secret])))
        assert (outcome.ending, outcome.winner) == ("stock_out", winner)


def test_r12_all_compete_where_nobody_is_eligible() -> None:
    for hands, winner in [(("2c", "7d", "9c"), 0), (("9c", "2c", "7d"), 1), (("9c", "7d", "2c"), 2)]:
        assert result(stocked_out(table(DEFAULTS, hands))).winner == winner


def test_r12_nobody_eligible() -> None:
    state = stocked_out(table(DEFAULTS, ("9c", "7d", "2c")))
    assert (result(state).winner, result(state).burned) == (2, [True, True, False])
    assert paid(state)["base"] == [-100, -100, 200]
    assert paid(state)["sunog"] == [-100, -100, 200]
    rules = DEFAULTS | {"stock_out.nobody_eligible": "void", "pot.ante": 1, "fees.antes": 0.15, "jackpot.seed": 2}
    state = stocked_out(table(rules, ("9c", "7d", "2c"), sapaws=[Sapaw(3, 0, 1)]))
    outcome, before = result(state), Match(0, 1, 1)
    assert (outcome.ending, outcome.winner, outcome.burned) == ("void", None, [False] * 3)
    assert paid(state, before)["payout"] == paid(state, before)["jackpot"] == [-200] * 3
    assert settle.after(state, before, outcome, False) == Match(600, 1, 1)
    assert settle.next_dealer(state, outcome) == 0
    state.rules = rules | {"deal.next_dealer": "rotate"}
    assert settle.next_dealer(state, outcome) == 1


# --- R13 sunog -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "has", "burned"),
    [
        ({}, "nothing", True),
        ({}, "open", False),
        ({}, "laid secret", False),
        ({}, "held secret", True),
        ({"secrets.privilege": "held"}, "held secret", False),
        ({"secrets.privilege": "held", "secrets.saves_from_sunog": False}, "held secret", True),
        ({"secrets.saves_from_sunog": False}, "laid secret", True),
        ({"secrets.grants": "none"}, "laid secret", False),
        ({}, "sapaw", True),
        ({"sapaw.saves_from_sunog": True}, "sapaw", False),
    ],
)
def test_r13_burned(change: dict[str, Any], has: str, burned: bool) -> None:
    rules = DEFAULTS | change
    hand = "8c 8d 8h 8s 2c" if has == "held secret" else "2c 5d"
    melds = {"open": [meld(rules, 1, "8c 8d 8h")], "laid secret": [meld(rules, 1, "8c 8d 8h 8s", secret=True)]}
    sapaws = [Sapaw(5, 1, 0)] if has == "sapaw" else []
    state = table(rules, ("", hand, "Td"), [*opened(rules, [0]), *melds.get(has, [])], sapaws=sapaws)
    assert result(won(state, 0)).burned == [False, burned, True]


# --- R14 payments between players ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("melds", "pays"), [((0, 1, 2), [600, -300, -300]), ((0, 2), [700, -400, -300])])
def test_d33_d34_tongits(melds: Sequence[int], pays: list[int]) -> None:
    rules = preset("sjs")
    assert losers_pay(won(table(rules, ("", "9c", "9d"), opened(rules, melds)), 0)) == pays


@pytest.mark.parametrize(
    ("open_seats", "answers", "hands", "pays"),
    [
        ((0, 1, 2), "ff", ("7c", "2c", "2d"), [200, -100, -100]),  # D35
        ((0,), "ff", ("7c", "2c", "2d"), [400, -200, -200]),  # D36
        ((0, 1, 2), "cf", ("2c", "7c", "2d"), [400, -300, -100]),  # D37
        ((0, 1, 2), "cf", ("7c", "2c", "2d"), [-300, 400, -100]),  # D38
    ],
)
def test_d35_to_d38_draws(open_seats: Sequence[int], answers: str, hands: Sequence[str], pays: list[int]) -> None:
    rules = preset("sjs")
    assert losers_pay(called(table(rules, hands, opened(rules, open_seats)), answers)) == pays


def test_d39_aces_and_kings() -> None:
    rules = preset("sjs")
    state = called(table(rules, ("Ac Ad Ks", "2c", "2d"), opened(rules)), "ff")
    assert losers_pay(state) == [800, -400, -400]


def test_d40_a_secret_and_the_same_set_open() -> None:
    rules = preset("sjs")
    for secret, pays in [(True, -400), (False, -100)]:
        melds = [*opened(rules), meld(rules, 0, "8c 8d 8h 8s", secret=secret)]
        assert losers_pay(called(table(rules, ("7c", "2c", "2d"), melds), "ff"))[1:] == [pays, pays]


def test_d42_tongits_with_aces_and_a_burned_loser() -> None:
    rules = preset("pagat")
    melds = [meld(rules, 0, "Ac 2c 3c"), meld(rules, 0, "Ad 2d 3d"), *opened(rules, [2])]
    assert losers_pay(won(table(rules, ("", "9c", "9d"), melds), 0)) == [1100, -600, -500]


def test_d43_challenged_draw_with_a_secret_set() -> None:
    rules = preset("pagat")
    melds = [*opened(rules), meld(rules, 0, "8c 8d 8h 8s", secret=True)]
    assert losers_pay(called(table(rules, ("2c", "7c", "9d"), melds), "cf")) == [1200, -600, -600]


def test_d45_aces_sapawed_away_do_not_count() -> None:
    rules = preset("pagat")
    theirs = meld(rules, 1, "2c 3c 4c")
    theirs.shown.append(Shown("Ac", "Ac", 0))
    mine = meld(rules, 0, "2d 3d 4d")
    mine.shown.append(Shown("Ad", "Ad", 1))
    state = won(table(rules, ("", "9c", "9d"), [theirs, mine, *opened(rules, [2])]), 0)
    assert paid(state)["bonus"] == [0, 0, 0]
    mine.shown[-1] = Shown("Ad", "Ad", 0)
    assert paid(state)["bonus"] == [200, -100, -100]


@pytest.mark.parametrize(
    ("hands", "melds", "answers", "loser", "pays"),
    [
        (("Ac Ks", "2c", "2d"), (), "ff", 1, -60),  # D46
        (("2c 8c 9c Tc Jc Qc", "3s", "2d"), (1, 2), "cf", 1, -50 - 20),  # an escalera alone
        (("Ac 8c 9c Tc Jc Qc", "3s", "2d"), (), "cf", 1, -90),  # D48
    ],
)
def test_d46_d48_online(hands: Sequence[str], melds: Sequence[int], answers: str, loser: int, pays: int) -> None:
    rules = preset("online")
    laid = [meld(rules, 0, "3c 3d 3h"), meld(rules, 1, "4c 4d 4h"), meld(rules, 2, "5c 5d 5h")]
    assert losers_pay(called(table(rules, hands, laid), answers))[loser] == pays


def test_d47_online_burned() -> None:
    rules = preset("online")
    laid = [meld(rules, 0, "3c 3d 3h"), meld(rules, 0, "8c 8d 8h 8s", secret=True)]
    assert losers_pay(called(table(rules, ("2c", "2d", "2h"), laid), "ff")) == [120, -60, -60]


def test_d49_online_ante_and_fee() -> None:
    rules = preset("online") | {"jackpot.seed": 0, "jackpot.add": 0}
    booked = paid(won(table(rules, ("", "9c", "9d"), opened(rules)), 0))
    assert booked["pot"] == [200, -100, -100]
    assert booked["fees"] == [-45, 0, 0]
    assert booked["payout"] == [235, -140, -140]


def test_d50_casino_x() -> None:
    rules = preset("casino_x") | {"fees.winnings": 0}
    booked = paid(called(table(rules, ("Ac", "2c", "2d"), opened(rules, [0])), "ff"))
    assert [booked[part][0] for part in ("base", "bonus", "sunog")] == [200, 200, 200]
    assert [booked[part][1] for part in ("base", "bonus", "sunog")] == [-100, -100, -100]
    fee = paid(called(table(preset("casino_x"), ("Ac", "2c", "2d"), opened(rules, [0])), "ff"))["fees"]
    assert fee == [-30, 0, 0]


def test_d51_ecoins_per_point() -> None:
    rules = preset("ecoins")
    state = called(table(rules, ("6d", "5s Ts", "2d"), opened(rules)), "cf")
    assert losers_pay(state) == [290 + 100, -(200 + 9 * 10), -100]


def test_d52_sagasa_is_paid_whoever_wins() -> None:
    rules = preset("ecoins")
    state = won(table(rules, ("", "9c", "9d"), opened(rules), sagasas=[1]), 0)
    assert paid(state)["sagasa"] == [-100, 200, -100]
    state.sagasas = [1, 1, 0]
    assert paid(state)["sagasa"] == [0, 300, -300]
    state.rules = preset("pagat") | {"pay.sagasa": 1}
    assert paid(state)["sagasa"] == [0, 0, 0]


def test_d53_deadwood_total() -> None:
    rules = preset("rulesofcards")
    state = won(table(rules, ("", "9c 5s", "Td 8c 5d"), opened(rules)), 0)
    assert losers_pay(state) == [3700, -1400, -2300]


def test_r14_deadwood_diff_replaces_every_base_amount() -> None:
    rules = DEFAULTS | {"pay.mode": "deadwood_diff", "pay.per_point": 1}
    state = called(table(rules, ("6d", "5s Ts", "2d"), opened(rules)), "cf")
    assert losers_pay(state) == [900, -900, 0]  # the folder's count is below the winner's


def test_r14_who_fought_pays_as_a_fighter_even_if_burned() -> None:
    rules = DEFAULTS | {"response.needs": "nothing"}
    booked = paid(called(table(rules, ("2d", "5s", "9d"), opened(rules, [0])), "cf"))
    assert booked["base"] == [400, -300, -100]
    assert booked["sunog"] == [200, -100, -100]


def test_r9_4_pays_double() -> None:
    rules = DEFAULTS | {"tongits.hand_melds": False, "call.zero_count_fight": "pays_double"}
    assert losers_pay(called(table(rules, ("2d 2c 2h", "5s", "9d"), opened(rules)), "ff")) == [400, -200, -200]
    assert losers_pay(called(table(rules, ("2d", "5s 5c 5d", "9d"), opened(rules)), "cf")) == [-600, 800, -200]
    assert losers_pay(called(table(rules, ("2d", "5s", "9d"), opened(rules)), "ff")) == [200, -100, -100]
    assert losers_pay(stocked_out(table(rules, ("2d 2c 2h", "5s", "9d"), opened(rules)))) == [200, -100, -100]
    assert losers_pay(won(table(rules, ("", "5s", "9d"), opened(rules)), 0)) == [600, -300, -300]


# --- R14.3 bonus -----------------------------------------------------------------------------------------------------

PAYING = JOKERS | {"secrets.kinds": "set4_run", "bonus.secret_set": 3, "bonus.secret_run": 2, "bonus.long_run": 0.5}


def each_pays(rules: dict[str, Any], hand: str, melds: Sequence[TableMeld] = (), **more: Any) -> int:
    """The bonus each loser pays to seat 0 after a stock-out."""
    state = table(rules, (hand, "9h 9d Th", "Kd Qh 9s"), melds, **more)
    state.rules = rules | {"stock_out.eligible": "open_or_secret"}
    state.melds.append(meld(rules, 0, "Tc Td Ts"))
    return paid(stocked_out(state))["bonus"][0] // 2


@pytest.mark.parametrize(
    ("change", "hand", "bonus"),
    [
        ({}, "8c 8d 8h 8s", 300),
        ({"secrets.kinds": "none"}, "8c 8d 8h 8s", 0),
        ({}, "4c 5c 6c 7c", 200),
        ({"secrets.kinds": "set4"}, "4c 5c 6c 7c", 0),
        ({"secrets.run_min": 5}, "4c 5c 6c 7c", 0),
        ({}, "4c 5c 6c 7c 8c", 250),
        ({"secrets.kinds": "none"}, "4c 5c 6c 7c 8c", 50),
        ({}, "4c 5c 6c 7c 8d 8h 8s 8c", 500),
        ({"bonus.secret_once": True}, "4c 5c 6c 7c 8d 8h 8s 8c", 300),
        ({"bonus.secret_once": True}, "4c 5c 6c 7c 8c", 250),
        ({}, "2c 3c 4c 5c 6c 7c 8c 9c", 400),  # split into two runs
        ({"bonus.secret_run": 0}, "2c 3c 4c 5c 6c 7c 8c 9c", 50),
        ({"bonus.secret_run": 0}, "2c 3c 4c 5c 6c 7c 8c 9c Ah 2h 3h", 50),
        ({}, "4c 5c 6c 7c 7d 7h 7s", 300),  # the set pays more than the run
        ({"bonus.secret_set": 1}, "4c 5c 6c 7c 7d 7h 7s", 200),
        ({}, "8c 8d 8h X1", 0),
        ({"jokers.block_secret_bonus": False}, "8c 8d 8h X1", 300),
        ({"bonus.secret_needs_tongits": True}, "4c 5c 6c 7c 8c", 50),
    ],
)
def test_r14_3_secrets_in_the_hand(change: dict[str, Any], hand: str, bonus: int) -> None:
    assert each_pays(PAYING | change, hand) == bonus


def test_r14_3_the_count_comes_before_the_bonus() -> None:
    # 4c-6c and three 7s leave 8 points; the run of four would pay 2 but leave 22
    assert each_pays(PAYING, "4c 5c 6c 7c 7d 7h 8d") == 0


def test_r14_3_a_taken_card_is_in_no_secret() -> None:
    assert each_pays(PAYING, "8c 8d 8h 8s", taken={"8d"}) == 0
    assert each_pays(PAYING, "8c 8d 8h 8s", taken={"9d"}) == 300


@pytest.mark.parametrize(
    ("change", "text", "secret", "bonus"),
    [
        ({}, "8c 8d 8h 8s", True, 300),
        ({}, "8c 8d 8h 8s", False, 0),
        ({"bonus.meld_scope": "any_own"}, "8c 8d 8h 8s", False, 300),
        ({"bonus.meld_scope": "any_own"}, "8c 8d 8h", False, 0),
        ({"bonus.meld_scope": "any_own"}, "8c 8d 8h X1=8s", False, 0),
        ({"bonus.meld_scope": "any_own", "secrets.kinds": "none"}, "8c 8d 8h 8s", False, 0),
        ({}, "4c 5c 6c 7c X1=8c", False, 50),
        ({}, "4c 5c 6c 7c 8c", True, 250),
        ({"bonus.meld_scope": "any_own"}, "4c 5c 6c 7c 8c", False, 250),
        ({"bonus.meld_scope": "any_own", "bonus.secret_needs_tongits": True}, "4c 5c 6c 7c 8c", False, 50),
    ],
)
def test_r14_3_secrets_on_the_table(change: dict[str, Any], text: str, secret: bool, bonus: int) -> None:
    rules = PAYING | change
    assert each_pays(rules, "2h", [meld(rules, 0, text, secret=secret)]) == bonus
    assert each_pays(rules, "2h", [meld(rules, 1, text, secret=secret)]) == 0


def test_r14_3_opponents_cards_lengthen_an_own_run() -> None:
    run = meld(PAYING, 0, "4c 5c 6c 7c")
    run.shown.append(Shown("8c", "8c", 1))
    assert each_pays(PAYING, "2h", [run]) == 50


@pytest.mark.parametrize(
    ("scope", "bonus"), [("hand_and_own_melds", 100 + 100 + 100 + 10 + 10), ("hand_only", 100 + 10)]
)
def test_r14_3_card_scope(scope: str, bonus: int) -> None:
    rules = JOKERS | {"bonus.ace": 1, "bonus.king": 0.1, "bonus.card_scope": scope}
    run, aces = meld(rules, 0, "Ah 2h 3h"), meld(rules, 0, "As 2s 3s 4s", secret=True)
    kings = meld(rules, 0, "Jh Qh X1=Kh")
    theirs = meld(rules, 1, "Js Qs Ks")
    run_of_kings = meld(rules, 0, "Jc Qc Kc")
    melds = [run, aces, kings, theirs, run_of_kings]
    state = table(rules, ("Ac Kd", "9h 9d", "7d 6h"), melds)
    assert paid(won(state, 0))["bonus"][1] == -bonus


def test_r14_3_secret_needs_tongits() -> None:
    rules = preset("grokipedia")
    secret = meld(rules, 0, "8c 8d 8h 8s", secret=True)
    state = table(rules, ("", "9h 9d", "7d 6h"), [*opened(rules), secret])
    assert paid(won(state, 0))["bonus"] == [600, -300, -300]
    assert paid(won(state, 0, "spread"))["bonus"] == [0, 0, 0]


# --- R15 match money -------------------------------------------------------------------------------------------------


def chain(rules: dict[str, Any], winners: Sequence[int]) -> list[tuple[list[int], Match]]:
    """The jackpot part and what comes after each of the games won by these seats with an open showdown."""
    before, seen = Match(), []
    for number, winner in enumerate(winners, start=1):
        state = won(table(rules, ("9s", "9c", "9d"), opened(rules)), winner)
        over = number == len(winners)
        seen.append((paid(state, before, over)["jackpot"], before))
        before = settle.after(state, before, result(state), over)
    return [*seen, ([], before)]


def test_d41_jackpot_sjs() -> None:
    steps = chain(preset("sjs"), [0, 1, 1, 2, 0])
    assert [before.jackpot for _, before in steps] == [0, 900, 1200, 0, 900, 0]
    assert steps[2][0] == [-100, 1500 - 100, -100]
    assert [(before.streak_seat, before.streak) for _, before in steps[:5]] == [
        (None, 0),
        (0, 1),
        (1, 1),
        (None, 0),
        (2, 1),
    ]
    assert steps[4][0] == [-100 + 400] * 3  # nobody took it: returned in equal shares


def test_d44_side_pot_pagat() -> None:
    assert chain(preset("pagat"), [0, 1, 1, 0])[2][0] == [-200, 1800 - 200, -200]


def test_r15_a_streak_restarts_even_if_the_jackpot_is_empty() -> None:
    steps = chain(DEFAULTS | {"jackpot.streak": 3}, [1, 1, 1, 1])
    assert [before.streak for _, before in steps] == [0, 1, 2, 0, 1]


def test_r15_second_hit_extra() -> None:
    rules = DEFAULTS | {"jackpot.streak": 3, "jackpot.second_hit_extra": 0.5}
    state = won(table(rules, ("9s", "9c", "9d"), opened(rules)), 1)
    for before, extra in [(Match(), 0), (Match(0, 1, 1), 50), (Match(0, 0, 1), 0), (Match(0, 1, 2), 0)]:
        assert paid(state, before)["bonus"] == [-extra, 2 * extra, -extra]
    state.rules = rules | {"jackpot.streak": 2}
    assert paid(state, Match(0, 1, 1))["bonus"] == [0, 0, 0]


def test_d55_a_spread_takes_the_jackpot() -> None:
    rules = preset("wikipedia")
    state = won(table(rules, ("9s", "9c", "9d")), 2, "spread")
    assert paid(state, Match(600, 1, 1))["jackpot"] == [-200, -200, 1000]
    assert settle.after(state, Match(600, 1, 1), result(state), False) == Match(0, None, 0)
    state.rules = rules | {"jackpot.spread_takes": False}
    assert paid(state, Match(600, 1, 1))["jackpot"] == [-200, -200, -200]
    assert settle.after(state, Match(600, 2, 1), result(state), False) == Match(0, None, 0)
    assert result(state).burned == [True, True, False]  # also when he never had a turn
    assert paid(state)["base"] == [-300, -300, 600]


def test_r15_fees_round_half_up() -> None:
    rules = DEFAULTS | {"fees.winnings": 0.0025, "fees.antes": 0.0075, "pot.ante": 1}
    state = won(table(rules, ("", "9c", "9d"), opened(rules)), 0)
    # 0.25 % of 6 units is 1.5 hundredths, 0.75 % of 3 units 2.25 hundredths
    assert paid(state)["fees"] == [-2 - 2, 0, 0]


def test_r15_2_progressive() -> None:
    rules = preset("online+progressive")
    state = called(table(rules, ("2s", "9c Tc", "9d"), opened(rules)), "cf")
    assert paid(state)["payout"] == [0, 0, 0]
    after = settle.after(state, Match(0, 0, 1, [1, 80, 95]), result(state), False)
    assert after == Match(0, None, 0, [1, 99, 104])
    assert settle.target_reached(rules, after)
    assert not settle.target_reached(rules, Match(0, None, 0, [0, 99, 99]))


def test_r1_2_next_dealer() -> None:
    for how, dealer in [("winner", 2), ("rotate", 1), ("random", None)]:
        rules = DEFAULTS | {"deal.next_dealer": how}
        state = won(table(rules, ("9s", "9c", "")), 2)
        assert settle.next_dealer(state, result(state)) == dealer
