import pickle
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pytest

from strategies import load_players
from tests.game.scenes import End
from tests.sources import ROOT
from tests.validation import PAYOUTS, Report, check_engine, payout_cases
from tongits_sim.experiments.simulate import simulate
from tongits_sim.records.replay import replay
from tongits_sim.records.write import play_records
from tongits_sim.rules import RuleError, RuleSet, diff, load
from tongits_sim.rules.amounts import largest_payment, most_paid, takes_fees

EXAMPLE = str(ROOT / "docs/examples/my_pay.py")
PLAYERS = load_players("greedy,caller,hunter")


def paid(function: str, *settings: str, base: str = "pagat") -> RuleSet:
    return load(base, [f"payout={EXAMPLE}:{function}", *settings])


@pytest.fixture
def own(tmp_path: Path) -> Path:
    return tmp_path / "own.py"


def test_the_referee_pays_the_same() -> None:
    report = Report()
    for seed, case in enumerate(islice(payout_cases(Random(5)), 2 * len(PAYOUTS))):
        check_engine(case, 6, seed, report)
    assert report.problems == []


def test_a_losing_caller_pays_double() -> None:
    usual = list(play_records(load("pagat"), PLAYERS, 300, 1))
    double = list(play_records(paid("caller_pays_double"), PLAYERS, 300, 1))
    lost = 0
    for record, doubled in zip(usual, double, strict=True):
        assert record["events"] == doubled["events"]
        caller = next((event["seat"] for event in record["events"] if event["act"] == "call"), None)
        winner = record["result"]["winner"]
        before, after = record["result"]["payout"], doubled["result"]["payout"]
        lost += caller not in (None, winner)
        for seat in range(3):
            extra = before[caller] if caller not in (None, winner) else 0
            assert after[seat] == before[seat] + {caller: extra, winner: -extra}.get(seat, 0)
    assert lost > 20


def test_a_payment_for_each_win_in_a_row() -> None:
    rules = load(ROOT / "docs/examples/home_table.toml")
    wins, last = [], None
    for record in play_records(rules, PLAYERS, 60, 3, match_games=30):
        last = None if record["game"] == 0 else last
        winner = record["result"]["winner"]
        count = last[1] + 1 if last and last[0] == winner else 1
        assert record["result"]["payout"][winner] == 2 * (2 + count - 1)
        wins.append(count)
        last = winner, count
    assert max(wins) > 2  # no jackpot ends the row


def test_a_tie_pays_nobody_or_is_split() -> None:
    usual = list(play_records(load("pagat"), PLAYERS, 2000, 1))
    for function in ("tie_pays_nobody", "tie_is_split"):
        tied = 0
        for record, changed in zip(usual, play_records(paid(function), PLAYERS, 2000, 1), strict=True):
            before, after = record["result"], changed["result"]
            called = [event["seat"] for event in record["events"] if event["act"] in ("call", "challenge")]
            counts, winner = before["counts"], before["winner"]
            low = [seat for seat in called if counts[seat] == counts[winner]]
            if before["ending"] != "challenge" or len(low) < 2:
                assert after["payout"] == before["payout"] or before["ending"] == "stock_out"
                continue
            tied += 1
            third = next((seat for seat in range(3) if seat not in low), None)
            pays = 0 if third is None or function == "tie_pays_nobody" else before["payout"][third]
            assert after["payout"] == [pays if seat == third else -pays / 2 for seat in range(3)]
        assert tied > 10


def test_the_house_is_paid_only_where_it_is_named() -> None:
    assert takes_fees(paid("face_cards"))
    assert not takes_fees(paid("wins_in_a_row"))
    answer = simulate(paid("face_cards"), "greedy,caller,hunter", 500).to_dict()
    assert answer["house"]["income"]["mean"] > 0


def test_a_payout_counts_in_the_identity_of_rules(own: Path) -> None:
    own.write_text("def pay(game, units):\n    units[0] += 0\n")
    one = load("pagat", [f"payout={own}:pay"])
    own.write_text("def pay(game, units):\n    units[1] += 0\n")
    other = load("pagat", [f"payout={own}:pay"])
    assert len({load("pagat").digest(), one.digest(), other.digest()}) == 3
    assert one != other
    assert [change.knob for change in diff(one, other)] == ["payout"]
    assert load("pagat").knobs().keys() == one.changed(["payout="]).knobs().keys()


def test_rules_with_a_payout_travel_and_are_stored(own: Path) -> None:
    own.write_text("def pay(game, units):\n    units[0] += 0\n")
    rules = load("pagat", [f"payout={own}:pay"])
    assert pickle.loads(pickle.dumps(rules)) == rules
    assert rules.changed(["pay.fold=2"]).payout == rules.payout
    assert RuleSet.from_knobs(rules.knobs(), name="pagat").payout is rules.payout
    unknown = RuleSet.from_knobs(rules.knobs() | {"payout": "own.py:pay #0123456789abcdef"}, name="mine")
    with pytest.raises(RuleError, match="not loaded"):
        simulate(unknown, "greedy,caller,hunter", 10)
    text = pickle.dumps(rules)
    own.write_text("def pay(game, units):\n    units[2] += 0\n")
    with pytest.raises(RuleError, match="has changed"):
        pickle.loads(text)


@pytest.mark.parametrize(
    ("aces", "hand", "melds"),
    [
        ("low", "As 2s 3s 5c 5d 5h 7d 8d 9d 2c 2d 2h", 4),
        ("both", "As 2s 3s 5c 5d 5h 7d 8d 9d 2c 2d 2h", 4),
        ("both", "Qs Ks As 5c 5d 5h 7d 8d 9d 2c 2d 2h", 4),
        ("both", "Js Qs Ks As 5c 5d 5h 7d 8d 9d Td Jd", 3),
        ("high", "Qs Ks As Qd Kd Ad 5c 5d 5h 2c 2d 2h", 4),
    ],
)
def test_melds_of_a_declared_hand_are_counted_wherever_aces_stand(aces: str, hand: str, melds: int) -> None:
    """The example pays 0.50 for every meld beyond the second, from each loser."""
    place = f"melds.ace_runs={aces}"
    usual = End(load("pagat", [place]), (hand, "9c", "Kc")).won(0).payout()
    own = End(paid("several_melds", place), (hand, "9c", "Kc")).won(0)
    own.state.shown = melds  # the referee reads no melds off a hand
    extra = 0.5 * (melds - 2)
    assert [after - before for before, after in zip(usual, own.payout(), strict=True)] == [2 * extra, -extra, -extra]


def test_a_record_states_its_payout_and_is_verified_only_with_it() -> None:
    (record,) = play_records(paid("several_melds"), PLAYERS, 1, 4)
    stated = record["rules"]["knobs"]["payout"]
    assert stated == paid("several_melds").payout
    assert replay(record) == []
    wrong = record | {"rules": record["rules"] | {"knobs": record["rules"]["knobs"] | {"payout": stated[:-1] + "x"}}}
    assert replay(wrong)[0].startswith("part 2")
    other = stated[:-4] + ("0000" if stated[-4:] != "0000" else "1111")
    unknown = record | {"rules": record["rules"] | {"knobs": record["rules"]["knobs"] | {"payout": other}}}
    assert replay(unknown)[0].startswith("R14")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("units[0] += 1", "add up"),
        ("units[game.turns + 9] = 1", "IndexError|error"),
        ("print(units[0])", "print"),
    ],
)
def test_a_payout_that_breaks_its_contract_is_refused(own: Path, body: str, why: str) -> None:
    own.write_text(f"import numpy as np\ndef pay(game, units):\n    {body}\n")
    with pytest.raises(RuleError, match=why):
        simulate(load("pagat", [f"payout={own}:pay"]), "greedy,caller,hunter", 50)


HEAD = """
from numba import njit
from tongits_sim.payout import HOUSE

@njit
def to_house(units, amount):
    units[HOUSE] += amount

@njit
def deal_again(game):
    game.dealer = 2 - game.dealer

def pay(game, units):
"""


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("return [1, -1, 0]", "returns something, and nothing reads that: change the units instead"),
        ("yield 1", "yields something, and nothing reads that: change the units instead"),
        ("game.counts[1] += 1", "writes to game, which only says how the game ended: change the units alone"),
        ("deal_again(game)", "writes to game"),
        ("with open('rate.txt') as file: units[0] = len(file.read())", "cannot be compiled: .* files are read and"),
        ("import math; units[0] = math.sin(units[0])", "cannot be compiled: .* modules imported at the head"),
        ("units[0] += 1 / 3; units[1] -= 1 / 6; units[2] -= 1 / 6", "round what a loser pays"),
        ("units[0] += 1e6", "which do not add up to 0"),
        (
            "units[0] += 1e6; units[1] -= 1e6",
            (
                r"pays more than 100 units: seats A, B, C \+\d+, -\d+, [+-]\d+ units, the house \+0\. "
                r"State the largest payment: [a-z]+\.py:pay\(most=1000\)\. Seed 1, match 1, game 1\.$"
            ),
        ),
        ("units[0] += 1e300; units[1] -= 1e300", "State the largest payment"),
        ("units[3] += 1; units[0] -= 1", "pays the house without its name"),
    ],
)
def test_a_payout_that_does_not_pay_is_told_what_to_do(own: Path, body: str, why: str) -> None:
    own.write_text(f"{HEAD}    {body}\n")
    with pytest.raises(RuleError, match=why):
        simulate(load("pagat", [f"payout={own}:pay"]), "greedy,caller,hunter", 50)


def test_a_helper_may_pay_the_house(own: Path) -> None:
    own.write_text(f"{HEAD}    units[0] -= 0.1\n    to_house(units, 0.1)\n")
    rules = load("pagat", [f"payout={own}:pay"])
    assert takes_fees(rules)
    house = simulate(rules, "greedy,caller,hunter", 50).to_dict()["house"]
    assert house["income"]["mean"] == pytest.approx(0.1)


def test_a_third_is_rounded_by_who_pays_it(own: Path) -> None:
    own.write_text(
        f"{HEAD}    third = round(game.counts[1] / 3, 2)\n    units[0], units[1], units[2] = third, -third, 0\n"
    )
    answer = simulate(load("pagat", [f"payout={own}:pay"]), "greedy,caller,hunter", 50, fixed_seats=True)
    assert answer.to_dict()["players_summary"][2]["payout"]["mean"] == 0


def test_the_largest_payment_is_stated(own: Path) -> None:
    own.write_text("def pay(game, units):\n    units[0] += 500\n    units[1] -= 500\n")
    large = load("pagat", [f"payout={own}:pay(most=1000)"])
    assert most_paid(large) == 100_000
    assert largest_payment(large) > most_paid(large)
    payouts = simulate(large, "greedy,caller,hunter", 60, fixed_seats=True).to_dict()["players_summary"]
    assert payouts[0]["payout"]["mean"] > 400
    assert np.isclose(sum(row["payout"]["mean"] for row in payouts), 0)
