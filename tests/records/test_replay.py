from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from random import Random
from typing import Any

import pytest

from strategies import load_players
from tests.referee import check_record
from tongits_sim.records.replay import replay
from tongits_sim.records.write import play_records
from tongits_sim.rules import load

Record = dict[str, Any]
RULES = ("pagat", "sjs+joker", "ecoins", "online", "rulesofcards", "casino_x+joker", "wikipedia+progressive")


def played(rules: str, games: int = 40) -> list[Record]:
    return list(play_records(load(rules), load_players("random,greedy,random"), games, 3, 4))


def drop(rng: Random, game: Record) -> None:
    del game["events"][rng.randrange(len(game["events"]))]


def swap(rng: Random, game: Record) -> None:
    place = rng.randrange(len(game["events"]))
    game["events"].insert(place, game["events"].pop())


def double(rng: Random, game: Record) -> None:
    game["events"].insert(rng.randrange(len(game["events"]) + 1), deepcopy(rng.choice(game["events"])))


def another_card(rng: Random, game: Record) -> None:
    event = rng.choice([event for event in game["events"] if "card" in event] or [{}])
    event["card"] = rng.choice(rng.choice(game["hands"]))


def another_meld(rng: Random, game: Record) -> None:
    events = [event for event in game["events"] if "cards" in event or "onto" in event]
    for event in events[:1]:
        if "onto" in event:
            event["onto"] += 1
        else:
            event["cards"][-1] = rng.choice(rng.choice(game["hands"]))


def call(rng: Random, game: Record) -> None:
    event = {"seat": rng.randrange(3), "act": rng.choice(["call", "challenge"])}
    game["events"].insert(rng.randrange(len(game["events"]) + 1), event)


def fold(rng: Random, game: Record) -> None:
    for event in game["events"]:
        if event["act"] == "fold":
            event["forced"] = not event["forced"]


def pay(rng: Random, game: Record) -> None:
    game["result"]["parts"][rng.choice(list(game["result"]["parts"]))][rng.randrange(3)] += rng.choice([1, -1, 0.25])


def payout(rng: Random, game: Record) -> None:
    game["result"][rng.choice(["payout", "counts"])][rng.randrange(3)] += 1


def burn(rng: Random, game: Record) -> None:
    seat = rng.randrange(3)
    game["result"]["burned"][seat] = not game["result"]["burned"][seat]


def after(rng: Random, game: Record) -> None:
    game["after"][rng.choice(["jackpot", "next_dealer"])] = rng.randrange(3)


EDITS = (drop, swap, double, another_card, another_meld, call, fold, pay, payout, burn, after)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_an_edited_record_is_refused_when_the_referee_refuses_it(rules: str, edit: Any) -> None:
    rng = Random(9)
    for game in played(rules, 12):
        changed = deepcopy(game)
        edit(rng, changed)
        problems = replay(changed)
        wanted = check_record(changed)
        assert bool(problems) == bool(wanted), (problems, wanted)
        assert all(problem.split(":")[0][0] in "Rfp" for problem in problems)


def test_a_record_that_stops_early() -> None:
    for rules in RULES:
        for game in played(rules, 2):
            for stop in range(len(game["events"])):
                cut = game | {"events": game["events"][:stop]}
                assert bool(replay(cut)) == bool(check_record(cut))
    assert any("the record ends" in problem for problem in replay(played("pagat", 1)[0] | {"events": []}))


def shuffled(rng: Random, game: Record) -> Iterator[list[Record]]:
    events = deepcopy(game["events"])
    for place in range(len(events) - 1):
        one, two = events[place], events[place + 1]
        if one["seat"] == two["seat"] and {one["act"], two["act"]} <= {"lay", "secret", "sapaw"}:
            yield [*events[:place], two, one, *events[place + 2 :]]


@pytest.mark.parametrize("rules", RULES)
def test_any_legal_order_is_accepted(rules: str) -> None:
    for game in played(rules):
        for events in shuffled(Random(1), game):
            changed = game | {"events": events}
            assert bool(replay(changed)) == bool(check_record(changed))


def test_hands_in_any_order() -> None:
    rng = Random(2)
    for game in played("sjs+joker", 10):
        hands = [rng.sample(hand, len(hand)) for hand in game["hands"]]
        assert replay(game | {"hands": hands}) == []


def test_another_program_may_draw_its_dealer_and_seed_as_it_likes() -> None:
    (game,) = play_records(load("pagat", ["deal.next_dealer=random"]), load_players("random,greedy,random"), 1, 3)
    for dealer in range(3):
        assert replay(game | {"seed": -5, "after": game["after"] | {"next_dealer": dealer}}) == []


@pytest.mark.parametrize(("tie", "rule"), [(False, ""), (True, ".2")])
@pytest.mark.parametrize(("ending", "number"), [("challenge", "R11"), ("stock_out", "R12")])
def test_a_wrong_winner_is_blamed_on_a_tie_only_where_there_is_one(
    ending: str, number: str, tie: bool, rule: str
) -> None:
    game = next(game for game in endings(ending) if shares_lowest_count(game) == tie)
    winner = game["result"]["winner"]
    changed = deepcopy(game)
    changed["result"]["winner"] = (winner + 1) % 3
    (problem,) = replay(changed)
    assert problem == f"{number}{rule}: the winner should be {winner}, not {(winner + 1) % 3}"
    assert f"{number}{rule}" in {problem.split(":")[0] for problem in check_record(changed)}


def test_the_winner_of_a_draw_nobody_challenged_is_no_matter_of_ties() -> None:
    game = deepcopy(next(endings("draw")))
    game["result"]["winner"] = (game["result"]["winner"] + 1) % 3
    assert replay(game)[0].startswith("R11: the winner should be")


@cache
def many_games() -> tuple[Record, ...]:
    rules = load("pagat", ["stock_out.eligible=all", "response.needs=nothing", "call.needs=nothing"])
    return tuple(play_records(rules, load_players("random,random(call_rate=0.02),random(call_rate=0.02)"), 3000, 5))


def endings(ending: str) -> Iterator[Record]:
    return (game for game in many_games() if game["result"]["ending"] == ending)


def shares_lowest_count(game: Record) -> bool:
    """Whether two or three who compare have the lowest count: all but those who folded."""
    folded = {event["seat"] for event in game["events"] if event["act"] == "fold"}
    counts = [count for seat, count in enumerate(game["result"]["counts"]) if seat not in folded]
    return counts.count(min(counts)) > 1
