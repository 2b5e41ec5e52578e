import json

import numpy as np
import pytest

from analyses import luck
from analyses.luck import (
    FILE,
    FORMAT,
    LuckValues,
    _rows,
    controls,
    luck_of,
    luck_values,
    mean_strengths,
    results_of,
    shipped,
)
from strategies import load_player, load_players
from strategies.trained import RULES
from tests.table.games import games, house
from tongits_sim.cards import U, cards_in, parse_card
from tongits_sim.hands.melds import least_deadwood
from tongits_sim.records.write import play_records
from tongits_sim.rules import load, rules_record

PLAYERS = [load_player("expert")] * 3


def test_controls_of_another_seat_are_the_same_ones_turned() -> None:
    rules = house("pagat")
    record = games("pagat")[0]
    means = mean_strengths(rules, 50)
    once = controls(record, 0, rules, means).reshape(3, -1)
    assert np.allclose(controls(record, 1, rules, means).reshape(3, -1), np.roll(once, -1, axis=0))


def test_parts_add_up_and_adjusting_saves_variance() -> None:
    values = luck_values(house("pagat"), PLAYERS, 3, fit=150, check=150)
    assert values.factor > 1.0
    record = games("pagat")[0]
    parts = values.of(record, 2)
    total = float(controls(record, 2, values.rules, values.means) @ values.units)
    assert sum(parts.values()) == pytest.approx(total)
    assert results_of(record).shape == (3,)


def plain_strength(hand: set[int], ace_runs: int, share: float) -> np.ndarray:
    cards = [card for card in hand if card & 15 < 13]
    count, sets, runs = least_deadwood(U(sum(1 << card for card in cards)), ace_runs)
    melded = set(cards_in(int(sets) | int(runs)))
    loose = [min((card & 15) + 1, 10) for card in cards if card not in melded]
    after = (int(count) - max(loose, default=0)) / 10
    return np.array([after, after * share, len(melded) / 3])


@pytest.mark.parametrize(("rules", "bots"), [("pagat", "greedy,caller,hunter"), ("wars+joker", "expert,greedy,random")])
def test_luck_of_draws_is_counted_card_by_card(rules: str, bots: str) -> None:
    ace_runs = rules_record(load(rules))[0].melds_ace_runs
    for record in play_records(load(rules), load_players(bots), 6, 5, 1):
        hands = [{parse_card(card) for card in cards} for cards in record["hands"]]
        stock = [parse_card(card) for card in record["stock"]]
        size = len(stock)
        draws = np.zeros((3, 3))
        for event in record["events"]:
            hand, cards = hands[event["seat"]], {parse_card(card) for card in event.get("cards", [])}
            if event["act"] == "draw":
                strengths = [plain_strength(hand | {card}, ace_runs, len(stock) / size) for card in stock]
                draws[event["seat"]] += strengths[0] - np.mean(strengths, axis=0)
                hand.add(stock.pop(0))
            elif event["act"] in ("discard", "sapaw"):
                hand.remove(parse_card(event["card"]))
            elif event["act"] == "take" and not cards and "onto" not in event:
                hand.add(parse_card(event["card"]))
            else:
                hand -= cards
        assert np.abs(draws).max() > 0
        assert luck.luck_of_draws(record, ace_runs) == pytest.approx(draws)


@pytest.mark.slow
def test_controls_have_mean_zero() -> None:
    """Over many games every control is 0 within its noise, the deal's with that of its mean strengths."""
    rules = house("pagat")
    means = mean_strengths(rules, 20_000)
    x, _ = _rows(play_records(rules, PLAYERS, 1500, 77, match_games=1), rules, means)
    x = x.reshape(-1, 3, x.shape[1])[:, 0]
    z = x.mean(axis=0) / (x.std(axis=0, ddof=1) / np.sqrt(len(x)))
    assert np.abs(z).max() < 4.5


DOCUMENT = json.loads(FILE.read_text(encoding="utf-8"))
ENTRIES = {value["rules"]: value for value in DOCUMENT["values"]}


def test_all_rules_that_ship_have_values() -> None:
    assert DOCUMENT["format"] == FORMAT
    assert list(ENTRIES) == [name for name in RULES if load(name).match.progressive_target == 0]


@pytest.mark.parametrize("name", ENTRIES)
def test_values_belong_to_their_rules(name: str) -> None:
    rules = load(name)
    entry = ENTRIES[name]
    assert entry["rules_digest"] == rules.digest(), "python -m analyses.luck makes the file anew"
    values = shipped(rules)
    assert values is not None
    assert values.units.shape == (18,)
    assert values.factor > 1.0
    assert values.games == (luck.FIT, luck.CHECK)


@pytest.mark.parametrize("name", ["pagat", "pagat+joker"])
def test_means_are_those_of_the_strength_as_it_is(name: str) -> None:
    """A changed definition of strength needs a new file: with other means, results less luck would be biased."""
    again = mean_strengths(load(name), 2000)
    assert np.abs(again - np.array(ENTRIES[name]["means"])).max() < 0.15


def test_other_rules_are_fitted(monkeypatch: pytest.MonkeyPatch) -> None:
    called: list[str] = []

    def fit(rules: object, players: object, seed: int) -> str:
        called.append(f"{rules.name} {seed}")  # type: ignore[attr-defined]
        return "fitted"

    monkeypatch.setattr(luck, "luck_values", fit)
    players = load_players("greedy,greedy,greedy")
    assert isinstance(luck_of(load("pagat"), players), LuckValues)
    changed = load("pagat", ["call.timing=end"])
    assert luck_of(changed, players, 4) == "fitted"  # type: ignore[comparison-overlap]
    assert called == [f"{changed.name} 4"]
