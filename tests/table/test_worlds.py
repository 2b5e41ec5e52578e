import collections
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from strategies import load_player, load_players
from tests.table.games import house
from tests.table.scenes import positions, recorded, some, worker
from tests.table.test_positions import TYPED
from tongits_sim.cards import EMPTY, U, bit, cards_in, parse_mask
from tongits_sim.compile.bits import GOLDEN, mix
from tongits_sim.compile.jit import njit
from tongits_sim.experiments.batch_kernel import sit_down
from tongits_sim.game.board import Board
from tongits_sim.game.bot_calls import ask_bot
from tongits_sim.game.log import ACT_DISCARD, ACT_DRAW, ACT_TAKE_FREE
from tongits_sim.game.state import DECISIONS, GAME_DTYPE, VIEW_DTYPE
from tongits_sim.hands.melds import meld_kind
from tongits_sim.records.events import action_code_of
from tongits_sim.records.replay import ANSWERS, dealt_board
from tongits_sim.records.schema import Record
from tongits_sim.records.write import play_records
from tongits_sim.rules import load, rules_record
from tongits_sim.table.actions import KINDS, melds_of, possible_actions
from tongits_sim.table.observed import Likelihood
from tongits_sim.table.position import Position, PositionError
from tongits_sim.table.position_text import read_position
from tongits_sim.table.recorded import choices_of
from tongits_sim.table.rollout_worker import RolloutWorker, Workers
from tongits_sim.table.rollouts import PlayedWorlds, Rollouts, t95
from tongits_sim.table.world_kernel import EVERYBODY, NO_SEAT, advance_to, replay_world, swap_cards, swap_draws
from tongits_sim.table.worlds import (
    choose_draws,
    deal_world,
    next_stock,
    own_since_start,
    place_world,
    possible_draws,
    secret_of,
)


@pytest.mark.parametrize(("rules", "bots"), [("pagat", "expert,expert,expert"), ("pagat!free", "random,random,random")])
def test_every_world_is_a_deal(rules: str, bots: str) -> None:
    for position, board in positions(rules, bots, 3)[::5]:
        one = worker(position, bots)
        game, view = one.records.game, one.records.view
        for number in range(20):
            if not deal_world(one.records, one.worlds[0], number):
                assert position.melds  # a draw of a secret's card may find none left
                continue
            hands = [int(hand) for hand in game.hands]
            stock = [int(card) for card in game.stock[: int(view.stock_left)]]
            cards = [card for hand in hands for card in cards_in(hand)] + stock
            assert len(cards) == len(set(cards)) == 52
            assert [hand.bit_count() for hand in hands] == [int(size) for size in view.hand_size]
            assert hands[position.seat] == int(board.game.dealt[position.seat])


def test_unknown_cards_are_everywhere_equally_often() -> None:
    position, _ = some("pagat", 12)
    one = worker(position)
    game, known = one.records.game, one.worlds[0]
    worlds = 4000
    places = collections.Counter[tuple[int, int]]()
    for number in range(worlds):
        assert deal_world(one.records, known, number)
        for seat in (position.right, position.left):
            places.update((seat, card) for card in cards_in(int(known.hidden_cards[seat])))
    unknown = cards_in(position.unknown)
    for seat in (position.right, position.left):
        share = int(known.n_hidden[seat]) / len(unknown)
        z = [(places[seat, card] - worlds * share) / np.sqrt(worlds * share * (1 - share)) for card in unknown]
        assert np.abs(z).max() < 4.5
        assert 0.4 < np.mean(np.square(z)) < 2
    assert game.stock_next == 0


def test_draws_bring_all_their_cards_equally_often() -> None:
    position, _ = some("pagat", 30)
    one = worker(position)
    known = one.worlds[0]
    j = max(j for j in range(int(known.draws)) if known.draw_card[j] < 0 and int(known.draw_pool[j]))
    shown = int(known.draw_pool[j])
    seat = int(known.draw_seat[j])
    worlds = 4000
    hits = 0
    for number in range(worlds):
        assert deal_world(one.records, known, number)
        hits += (shown >> int(one.records.game.stock[j])) & 1
    later = sum(1 for k in range(j + 1, int(known.draws)) if known.draw_seat[k] == seat)
    assert later == 0
    share = shown.bit_count() / (shown.bit_count() + int(known.n_hidden[seat]))
    assert abs(hits - worlds * share) < 4.5 * np.sqrt(worlds * share * (1 - share))


def test_every_card_comes_first_once_in_each_round_of_orders() -> None:
    position, _ = some("pagat", 12)
    one = worker(position)
    game = one.records.game
    assert deal_world(one.records, one.worlds[0], 0)
    game.stock_next, game.stock_size = 3, 8
    before = [int(card) for card in game.stock]
    drawn = before[:3]
    later = before[8:]
    state = U(1)
    counts = collections.Counter[tuple[int, int]]()
    rounds = 2000
    for turn in range(5 * rounds):
        if turn > 0:
            state = next_stock(game, state, turn)
        left = [int(card) for card in game.stock[3:8]]
        assert sorted(left) == sorted(before[3:8])
        assert [int(card) for card in game.stock[:3]] == drawn
        assert [int(card) for card in game.stock[8:]] == later
        counts.update(enumerate(left))
    assert all(counts[0, card] == rounds for card in before[3:8])
    assert all(count == rounds for count in counts.values())


def test_shuffles_between_rounds_bring_all_orders() -> None:
    position, _ = some("pagat", 12)
    one = worker(position)
    game = one.records.game
    assert deal_world(one.records, one.worlds[0], 0)
    game.stock_next, game.stock_size = 0, 3
    state = U(7)
    orders = collections.Counter[tuple[int, ...]]()
    for turn in range(1, 6001):
        state = next_stock(game, state, turn)
        orders[tuple(int(card) for card in game.stock[:3])] += 1
    assert len(orders) == 6
    assert all(abs(count - 1000) < 200 for count in orders.values())
    game.stock_next = 2
    assert next_stock(game, state, 1) == state  # one card has one order


def rollouts_of(payout: np.ndarray, walk: np.ndarray, counts: Sequence[int] | None = None) -> Rollouts:
    one = Rollouts.__new__(Rollouts)
    one.played = np.array(counts or [len(payout)] * payout.shape[1])
    one._samples = PlayedWorlds(walk, payout, np.stack([payout > 0] * 3, axis=2).astype(float))
    return one


def samples(worlds: int, gaps: tuple[float, ...], seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    luck = rng.normal(0, 3, worlds)
    return np.stack([luck + gap + rng.normal(0, 1, worlds) for gap in gaps], axis=1)


def test_gaps_are_paired_by_world_and_one_walk_has_no_error() -> None:
    payout = samples(50, (0.5, 0.0), 1)
    one = rollouts_of(payout, np.arange(50))
    apart = payout[:, 0] - payout[:, 1]
    mean, se = one.gap(0, 1)
    assert mean == pytest.approx(apart.mean())
    assert se == pytest.approx(apart.std(ddof=1) / np.sqrt(50) * t95(49) / 1.959963984540054)
    assert one.gap(1, 0)[0] == pytest.approx(-mean)
    assert rollouts_of(payout, np.zeros(50, int)).gap(0, 1)[1] == float("inf")
    assert one.gap(0, 1, 20)[0] == pytest.approx(apart[20:].mean())


def test_intervals_of_gaps_hold_where_worlds_of_a_walk_bring_alike() -> None:
    held = naive = 0
    for seed in range(400):
        rng = np.random.default_rng(seed)
        gap = np.repeat(rng.normal(0, 1, 40), 8) + rng.normal(0, 1, 320)
        payout = np.stack([gap, np.zeros(320)], axis=1)
        for walk, name in ((np.arange(320) // 8, "walks"), (np.arange(320), "worlds")):
            mean, se = rollouts_of(payout, walk).gap(0, 1)
            held += name == "walks" and abs(mean) <= 1.96 * se
            naive += name == "worlds" and abs(mean) <= 1.96 * se
    assert 0.92 <= held / 400 <= 0.98
    assert naive / 400 < 0.7


def test_an_option_given_up_is_valued_by_its_difference() -> None:
    payout = samples(1000, (0.0, 1.0), 5)
    payout[200:, 0] = 0.0
    one = rollouts_of(payout, np.arange(1000), [200, 1000])
    gap = float((payout[:200, 0] - payout[:200, 1]).mean())
    worse = one.value(0, 1)
    best = one.value(1, 1)
    assert worse[0] == pytest.approx(best[0] + gap)
    assert worse[1] > best[1]
    assert one.ends(1)[0] == pytest.approx((payout[:, 1] > 0).mean())


ALL_DISCARDS = Likelihood(discards=100)

MACHINE = ("wild_kernel", "bonus_kernel", "wild_bonus_kernel", "chance")


def weight_of_truth(one: RolloutWorker, record: Record, board: Board) -> float:
    sit_down(one.worlds[0].start_game, one.table[0])
    start = dealt_board(record)
    records = one.records
    known = one.worlds[0]
    for name in GAME_DTYPE.names or ():
        records.game[name] = known.start_game[name] if name in MACHINE else start.game[name]
    for name in VIEW_DTYPE.names or ():
        records.view[name] = start.view[name]
    for k in range(int(known.secrets)):
        known.secret_faces[k] = board.game.secret_faces[known.secret_number[k]]
    return float(replay_world(records, known, EVERYBODY, 0.0))


@pytest.mark.parametrize(
    ("rules", "bots"),
    [
        ("pagat", "expert,expert,expert"),
        ("sjs", "expert,greedy,hunter"),
        ("wikipedia!sequential", "greedy,caller,greedy(challenge_at=70)"),
        ("pagat!after_draw", "greedy,caller,expert"),
        ("casino_x", "expert,turtle,expert"),
        ("pagat!free", "defender,expert,hunter"),
        ("pagat+joker", "expert,expert,expert"),
    ],
)
def test_the_truth_weighs_one_among_its_own_bots(rules: str, bots: str) -> None:
    checked = 0
    for record, position, board in recorded(rules, bots, 4):
        players = [load_player(name) for name in record["players"]]
        one = RolloutWorker(position, players, ALL_DISCARDS, seed=1)
        assert weight_of_truth(one, record, board) == 1.0, (position, record["players"])
        checked += 1
    assert checked > 20


def test_the_truth_is_possible_whoever_played() -> None:
    lowest = 1.0
    for record, position, board in recorded("pagat", "random,random,random", 3):
        weight = weight_of_truth(worker(position), record, board)
        assert weight > 0, position
        lowest = min(lowest, weight)
    assert lowest < 1e-3  # a random player does what no expert would


def test_who_passed_a_call_may_be_somebody_who_always_calls() -> None:
    """Under sjs the turn before ends with a call or a pass, which leaves no row behind the last move."""
    players = load_players("greedy(call_at=130),greedy(call_at=130),greedy(call_at=130)")
    one, tried = None, 0
    for record in play_records(load("sjs"), load_players("greedy,expert,caller"), 6, 1, 1):
        for choice in choices_of(record):
            if one is None:
                one = RolloutWorker(choice.position, players, Likelihood(), 1)
            else:
                one.take_up(choice.position, Likelihood(), 1)
            actions = one.legal_of(possible_actions(choice.position))
            assert actions
            one.set_actions(actions)
            weights = one.play(np.arange(1), np.ones(len(actions), np.int64)).weights
            assert (weights > 0).all()
            tried += 1
    assert tried > 40


@pytest.mark.parametrize(
    ("ace_runs", "cards", "melds"),
    [
        ("low", "Ac 2c 3c 4c Jc Qc Kc", {"Ac 2c 3c 4c"}),
        ("high", "Ac 2c 3c 4c Jc Qc Kc", {"Jc Qc Kc Ac"}),
        ("both", "Ac 2c 3c 4c Jc Qc Kc", {"Ac 2c 3c 4c", "Jc Qc Kc Ac"}),
        ("high", "Ad Kd Qd Ac Jc Qc Kc Ah As", {"Jc Qc Kc Ac", "Ac Ad Ah As"}),
        ("high", "As Ks Qs Jh", set()),
    ],
)
def test_a_face_down_meld_is_any_that_the_rules_know(ace_runs: str, cards: str, melds: set[str]) -> None:
    rules = rules_record(load("sjs", [f"melds.ace_runs={ace_runs}"]))[0]
    found = {int(secret_of(parse_mask(cards), 4, rules, U(int(mix(U(word)))))) for word in range(100)}
    assert found == ({int(parse_mask(meld)) for meld in melds} or {0})


def test_forcing_the_bots_own_choice_is_the_game_itself() -> None:
    """With the true cards, the option that the bot took brings what the game brought."""
    checked = 0
    for record, position, board in recorded("pagat", "expert,expert,expert", 4):
        one = worker(position)
        options = possible_actions(position)
        one.set_actions(options)
        word = word_of_bot(one, board)
        matching = [
            n for n, option in enumerate(options) if option.decision == board.view.decision and option.code == word
        ]
        if matching:
            one.set_actions([options[matching[0]]])
            payout, _ = one.play_true(board)
            assert payout[0, 0] == round(100 * record["result"]["payout"][position.seat])
            checked += 1
    assert checked > 20


def word_of_bot(one: RolloutWorker, board: Board) -> int:
    sit_down(one.records.game, one.table[0])
    one.view[0] = board.view
    action, reason = ask_bot(one.table[0], one.view[0], np.int64(board.view.me), np.int64(board.view.decision))
    assert reason == 0
    return int(action)


@pytest.mark.parametrize(("rules", "bots"), [("pagat", "expert,expert,expert"), ("pagat!free", "random,random,random")])
def test_the_true_card_of_a_draw_is_among_those_it_may_have_brought(rules: str, bots: str) -> None:
    for position, board in positions(rules, bots, 3)[::3]:
        known = worker(position, bots).worlds[0]
        for j in range(int(known.draws)):
            seat = int(known.draw_seat[j])
            pool = int(known.draw_pool[j])
            assert (known.draw_card[j] >= 0) == (seat == position.seat)
            if seat != position.seat:
                drawn = 1 << int(board.game.stock[j])
                held = int(board.game.hands[seat])
                hidden = sum(int(faces) for faces in board.game.secret_faces)
                assert drawn & (pool | held | hidden)


def test_a_card_taken_into_the_hand_was_not_drawn() -> None:
    """A card that a seat took and discarded later cannot be what a draw between these two moves brought."""
    checked = 0
    for position, _ in positions("pagat!free", "random,random,random", 6):
        for at, (head, card, _) in enumerate(position.past.rows):
            if head & 255 == int(ACT_TAKE_FREE) and head >> 8 & 255 != position.seat:
                known = worker(position).worlds[0]
                left = [
                    row
                    for row, (after, cards, _) in enumerate(position.past.rows)
                    if row > at and cards & card and after & 255 != int(ACT_DRAW)
                ]
                for j in range(int(known.draws)):
                    if known.draw_seat[j] == head >> 8 & 255 and at < known.draw_row[j] < min(left, default=0):
                        assert not int(known.draw_pool[j]) & card
                        checked += 1
    assert checked > 3


@pytest.mark.parametrize("rules", ["pagat", "casino_x", "pagat!free", "pagat+joker"])
def test_the_played_action_is_among_the_options(rules: str) -> None:
    """Random players do everything that may be done; each of their moves is an option, and legal."""
    seen = set[str]()
    for record, position, board in recorded(rules, "random,random,random", 3):
        event = record["events"][board.logged]
        decision = DECISIONS.index(position.decision)
        if event["act"] not in ANSWERS[decision] or event["act"] in ("call", "fold", "challenge"):
            continue
        options = possible_actions(position)
        words = [option.code for option in options if option.decision == decision]
        done = int(action_code_of(event))
        if "as" in event:
            continue  # which joker stands for what may be said in several ways
        assert done in words or any(option.cards == done for option in options), (event, position)
        seen.add(event["act"])
    assert seen >= {"discard"}


def test_illegal_actions_are_left_out() -> None:
    position = read_position(house("pagat"), TYPED)
    rollouts = Rollouts(position, [load_player("expert")] * 3)
    texts = [action.text(position) for action in rollouts.actions]
    discards = {f"discard {card}" for card in TYPED.hand.split()}
    assert set(texts) == {"lay 3h 4h 5h"} | discards  # no secret of three cards, face down
    assert len(texts) == len(set(texts)) == 11
    assert {action.kind for action in rollouts.actions} <= set(KINDS)


def test_all_melds_of_some_cards() -> None:
    cards = int(parse_mask("3h 4h 5h 6h 3c 3d"))
    melds = set(melds_of(cards, 0, 0, 1))
    every = {
        sum(1 << card for number, card in enumerate(cards_in(cards)) if choice >> number & 1) for choice in range(64)
    }
    assert melds == {faces for faces in every if int(meld_kind(U(faces), 0))}
    with_joker = list(melds_of(cards, 0, 1, 1))
    assert set(with_joker) > melds
    assert all((faces & ~cards).bit_count() <= 1 for faces in with_joker)
    assert np.all([faces.bit_count() >= 3 for faces in with_joker])


def test_the_weight_is_a_product_over_seats() -> None:
    position, _ = some("pagat", 20)
    one = worker(position)
    records, known = one.records, one.worlds[0]
    sit_down(known.start_game, one.table[0])
    seen = set[float]()
    for number in range(60):
        assert deal_world(records, known, number)
        known.weight_of[:] = 1.0
        whole = float(replay_world(records, known, EVERYBODY, 0.0))
        by_seat = known.tried.copy()
        assert whole == np.prod(by_seat)
        assert by_seat[position.seat] == 1.0
        seen |= set(by_seat.tolist())
        for seat in (position.right, position.left):
            assert deal_world(records, known, number)
            assert replay_world(records, known, 1 << seat, 0.0) == by_seat[seat]
        known.weight_of[:] = by_seat
        assert deal_world(records, known, number)
        assert replay_world(records, known, NO_SEAT, 0.0) == whole
    assert len(seen) >= 3


def test_a_weight_below_the_least_is_none() -> None:
    position, _ = some("pagat", 37)
    one = worker(position)
    records, known = one.records, one.worlds[0]
    sit_down(known.start_game, one.table[0])
    refused = 0
    for number in range(60):
        assert deal_world(records, known, number)
        whole = float(replay_world(records, known, EVERYBODY, 0.0))
        assert deal_world(records, known, number)
        again = float(replay_world(records, known, EVERYBODY, 1e-9))
        assert again == (whole if whole >= 1e-9 else 0.0)
        refused += again == 0.0 < whole
    assert refused > 5


def test_worlds_do_not_depend_on_how_they_are_cut() -> None:
    position = some("pagat", 20)[0]
    players = [load_player("expert")] * 3
    whole, parts = (Rollouts(position, players, seed=3) for _ in range(2))
    whole.extend(48)
    for to in (8, 12, 48):
        parts.extend(to)
    assert all(map(np.array_equal, whole.samples, parts.samples))


def test_a_field_that_would_play_otherwise_still_has_worlds() -> None:
    """Random players do what no expert would: worlds weigh little, and are found all the same."""
    checked = 0
    for position, _ in positions("pagat", "random,random,random", 3)[10::10]:
        one = Rollouts(position, [load_player("expert")] * 3, seed=3)
        one.extend(64)
        assert len(one.samples.walk) == 64
        checked += 1
    assert checked > 3


EVEN = Likelihood(0.005, 0.005, 0.005, 0.005, 0.005, 0.005, discards=0)

HARD = 37

"""A late position of the games for tests: the hidden hands hold three cards and two, and 3 random worlds in 1,000 agree
with what was seen."""

NEXT_TO_NOTHING = 1e-9

"""Three choices that no bot would have made."""


def test_walks_end_in_worlds_drawn_by_weight() -> None:
    """How often the right player holds each card: as in random worlds, weighted."""
    position, _ = some("pagat", 6)
    one = worker(position, likelihood=replace(EVEN, per_walk=1))  # enough random worlds weigh something
    records, known = one.records, one.worlds[0]
    sit_down(known.start_game, one.table[0])
    right = position.right
    cards = cards_in(position.unknown)
    weighted = np.zeros(len(cards))
    total = 0.0
    squares = 0.0
    for number in range(6000):
        if deal_world(records, known, number):
            held = held_by(known, right, cards)
            weight = float(replay_world(records, known, EVERYBODY, 0.0))
            weighted += weight * held
            total += weight
            squares += weight * weight
    walked = np.zeros(len(cards))
    worlds = 600
    for number in range(worlds):
        assert advance_to(records, known, number, False) > 0
        walked += held_by(known, right, cards)
    expected = weighted / total
    effective = total * total / squares
    assert effective > 200
    z = (walked / worlds - expected) / np.sqrt(expected * (1 - expected) * (1 / worlds + 1 / effective) + 1e-9)
    assert np.abs(z).max() < 4.5
    assert np.mean(np.square(z)) < 2.2
    plain = int(known.n_hidden[right]) / len(cards)
    assert np.abs(expected - plain).max() > 0.1  # what was done says something


def held_by(known: np.record, seat: int, cards: list[int]) -> np.ndarray:
    held = 0
    first = sum(int(known.n_hidden[earlier]) for earlier in range(seat))
    for place in range(first, first + int(known.n_hidden[seat])):
        held |= 1 << int(known.order[place])
    return np.array([held >> card & 1 for card in cards], float)


@njit
def weigh_every_deal(records, worlds, unknown, shares):
    """Weigh every deal of unknown cards (int64[n]) to hands of three and two, each with six ways to draw.

    shares: float64[2, 64], set to the weight of the worlds in which each hand holds each card; returns their total.
    """
    n = len(unknown)
    total = 0.0
    state = GOLDEN
    for a in range(n):
        for b in range(a):
            for c in range(b):
                for d in range(n):
                    for e in range(d):
                        if d in (a, b, c) or e in (a, b, c):
                            continue
                        at = 5
                        for k in range(n):
                            if k not in (a, b, c, d, e):
                                worlds.order[at] = unknown[k]
                                at += 1
                        for place, k in enumerate((a, b, c, d, e)):
                            worlds.order[place] = unknown[k]
                        worlds.hidden_cards[0] = bit(unknown[a]) | bit(unknown[b]) | bit(unknown[c])
                        worlds.hidden_cards[1] = bit(unknown[d]) | bit(unknown[e])
                        worlds.cards = n
                        for _ in range(6):
                            state += GOLDEN
                            choose_draws(worlds, state)
                            place_world(records, worlds)
                            weight = replay_world(records, worlds, EVERYBODY, NEXT_TO_NOTHING)
                            total += weight
                            for place in range(5):
                                shares[0 if place < 3 else 1, worlds.order[place]] += weight
    return total


def test_a_hard_position_has_the_worlds_of_every_deal() -> None:
    """Where little agrees with what was seen: as in all 43,680 deals of the hidden cards, each weighed."""
    position, _ = some("pagat", HARD)
    one = worker(position)
    records, known = one.records, one.worlds[0]
    sit_down(known.start_game, one.table[0])
    assert known.n_hidden.tolist() == [3, 2, 0]
    cards = cards_in(position.unknown)
    shares = np.zeros((2, 64))
    total = weigh_every_deal(records, known, np.array(cards), shares)
    expected = (shares / total)[:, cards]
    walks = 300
    per_walk = int(known.per_walk)
    held = np.zeros((walks, 2, len(cards)))
    for number in range(walks * per_walk):
        assert advance_to(records, known, number, number > 0) > 0
        for seat in range(2):
            held[number // per_walk, seat] += held_by(known, seat, cards) / per_walk
    spread = np.maximum(held.std(axis=0, ddof=1), np.sqrt(expected * (1 - expected) / per_walk))
    z = (held.mean(axis=0) - expected) / (spread / np.sqrt(walks) + 2e-3)
    assert np.abs(z).max() < 4
    assert np.mean(np.square(z)) < 1.6
    assert expected.max() > 0.4  # and that is far from
    assert np.sort(expected[0])[len(cards) // 2] < 0.15  # what chance would deal


@pytest.mark.parametrize(("rules", "bots"), [("pagat", "expert,expert,expert"), ("pagat!free", "random,random,random")])
def test_the_weight_at_hand_is_that_of_the_world(rules: str, bots: str) -> None:
    position, _ = some(rules, 25, bots)
    one = worker(position, bots, Likelihood(burn_in=40, thin=7, per_walk=5))
    records, known = one.records, one.worlds[0]
    sit_down(known.start_game, one.table[0])
    for number in range(40):
        weight = float(advance_to(records, known, number, number > 0))
        assert weight > 0
        place_world(records, known)
        assert float(replay_world(records, known, EVERYBODY, 0.0)) == pytest.approx(weight)


def test_a_world_is_the_same_on_the_way_and_by_itself() -> None:
    position, _ = some("pagat", 25)
    one = worker(position)
    other = worker(position)
    for start in (one, other):
        sit_down(start.worlds[0].start_game, start.table[0])
    for number in range(16):
        advance_to(one.records, one.worlds[0], number, number > 0)
        advance_to(other.records, other.worlds[0], number, False)
        for name in ("order", "draw_now", "key", "hidden_cards"):
            assert np.array_equal(one.worlds[name], other.worlds[name])


def test_steps_are_undone_by_the_same_step() -> None:
    position, _ = some("pagat!free", 60, "random,random,random")
    one = worker(position)
    known = one.worlds[0]
    rng = np.random.default_rng(4)
    hands = int(known.n_hidden.sum())
    redrawn = 0
    for number in range(30):
        assert deal_world(one.records, known, number)
        before = state_of(known)
        i = int(rng.integers(hands))
        j = int(rng.integers(int(known.cards)))
        if known.group[i] != known.group[j]:
            swap_cards(known, i, j)
            sound(known)
            assert state_of(known) != before
            swap_cards(known, i, j)
            assert state_of(known) == before
        draw = int(rng.integers(int(known.draws)))
        old = int(known.draw_now[draw])
        cards = cards_in(int(own_since_start(known, int(known.draw_seat[draw]))) & ~(1 << old))
        if known.draw_card[draw] < 0 and swap_draws(known, draw, int(rng.choice(cards))):
            sound(known)
            assert state_of(known) != before
            assert swap_draws(known, draw, old)
            assert state_of(known) == before
            redrawn += 1
    assert redrawn > 5


def state_of(known: Any) -> tuple[Any, ...]:
    return tuple(known[name].tolist() for name in ("order", "hidden_cards", "assigned", "draw_now"))


def sound(known: Any) -> None:
    """Hands hold what their places hold, and each draw brought a card it may have brought, each card once."""
    hands = [0, 0, 0]
    for place in range(int(known.n_hidden.sum())):
        hands[int(known.group[place])] |= 1 << int(known.order[place])
    assert hands == known.hidden_cards.tolist()
    drawn = [0, 0, 0]
    for j in range(int(known.draws)):
        if known.draw_card[j] < 0:
            card = bit(int(known.draw_now[j]))
            seat = int(known.draw_seat[j])
            assert possible_draws(known, j) & card != EMPTY
            assert not drawn[seat] & int(card)
            drawn[seat] |= int(card)
    assert drawn == known.assigned.tolist()


def test_the_last_discards_count() -> None:
    position, _ = some("pagat", 30)
    rows = position.past.rows
    for discards in (0, 1, 2):
        first = Likelihood(discards=discards).discards_from(position)
        counted = sum(head & 255 == int(ACT_DISCARD) for head, _, _ in rows[first:])
        assert counted == min(3 * discards, sum(head & 255 == int(ACT_DISCARD) for head, _, _ in rows))
    assert Likelihood(discards=100).discards_from(position) == 0


PLAIN = ("discard", "draw", "call", "fold", "challenge")

"""Kinds of options that are always legal where they are listed."""


def test_options_not_wanted_are_left_alone() -> None:
    position, _ = some("pagat", 20)
    one = worker(position)
    options = [action for action in possible_actions(position) if action.kind in PLAIN]
    one.set_actions(options)
    numbers = np.arange(8)
    active = np.zeros(len(options), np.int64)
    active[0] = 1
    played = one.play(numbers, active)
    assert played.weights[:, 0].tolist() == [1.0] * 8
    assert played.payout.shape == played.flags.shape == (len(numbers), 1, len(options))
    assert played.payout[:, :, 0].any()
    assert not played.payout[:, :, 1:].any()


def test_orders_of_the_stock_begin_with_the_worlds_own() -> None:
    position, _ = some("pagat", 12)
    one = worker(position, likelihood=Likelihood(per_walk=1))
    one.set_actions([action for action in possible_actions(position) if action.kind in PLAIN][:2])
    numbers = np.arange(120)
    active = np.ones(2, np.int64)
    single, many = (one.play(numbers, active, orders).payout for orders in (1, 8))
    assert np.array_equal(single[:, 0], many[:, 0])
    assert many.mean(axis=1).std() < 0.9 * single.std()


def test_the_true_order_is_played_first() -> None:
    position, board = some("pagat", 20)
    one = worker(position)
    one.set_actions([action for action in possible_actions(position) if action.kind in PLAIN][:2])
    single, _ = one.play_true(board)
    several, _ = one.play_true(board, 12)
    assert single.shape == (1, 2)
    assert several.shape == (12, 2)
    assert np.array_equal(several[0], single[0])
    assert len(np.unique(several, axis=0)) > 1


def test_workers_of_one_rule_set_refuse_a_position_of_another() -> None:
    players = [load_player("expert")] * 3
    workers = Workers()
    workers.take(some("pagat", 20)[0], players, Likelihood(), 5)
    workers.take(some("pagat", 24)[0], players, Likelihood(), 5)
    with pytest.raises(PositionError, match=r"play pagat, so they cannot play on under sjs: make other Workers\(\)"):
        workers.take(some("sjs", 20)[0], players, Likelihood(), 5)


def test_a_worker_taken_up_again_says_the_same_as_a_new_one() -> None:
    first, second = some("pagat", 20)[0], some("pagat", 24)[0]
    players = [load_player("expert")] * 3
    workers = Workers()

    def played(one: RolloutWorker, position: Position) -> np.ndarray:
        one.set_actions([action for action in possible_actions(position) if action.kind in PLAIN][:2])
        payout: np.ndarray = one.play(np.arange(8), np.ones(2, np.int64)).payout
        return payout

    fresh = [played(RolloutWorker(position, players, Likelihood(), 5), position) for position in (first, second, first)]
    taken = [played(workers.take(position, players, Likelihood(), 5), position) for position in (first, second, first)]
    assert workers.take(first, players, Likelihood(), 5) is workers.take(second, players, Likelihood(), 6)
    for fresh_array, taken_array in zip(fresh, taken, strict=True):
        assert np.array_equal(fresh_array, taken_array)
