"""Worlds are deals of exactly the unknown cards, each as likely as any other."""

from __future__ import annotations

import collections

import numpy as np
import pytest

from tests.designs.worlds.scenes import positions, some, worker
from tongits_sim.cards import U, cards_in, parse_mask
from tongits_sim.designs.worlds.deal import deal_world, next_stock, secret_of
from tongits_sim.rules import load, rules_record


@pytest.mark.parametrize(("rules", "bots"), [("pagat", "expert,expert,expert"), ("pagat!free", "random,random,random")])
def test_every_world_is_a_deal(rules: str, bots: str) -> None:
    for position, board in list(positions(rules, bots, 3))[::5]:
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
    worlds, places = 4000, collections.Counter[tuple[int, int]]()
    for number in range(worlds):
        assert deal_world(one.records, known, number)
        for seat in (position.right, position.left):
            places.update((seat, card) for card in cards_in(int(known.held[seat])))
    unknown = cards_in(position.unknown)
    for seat in (position.right, position.left):
        share = int(known.held_unknown[seat]) / len(unknown)
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
    seat, worlds, hits = int(known.draw_seat[j]), 4000, 0
    for number in range(worlds):
        assert deal_world(one.records, known, number)
        hits += (shown >> int(one.records.game.stock[j])) & 1
    later = sum(1 for k in range(j + 1, int(known.draws)) if known.draw_seat[k] == seat)
    assert later == 0
    share = shown.bit_count() / (shown.bit_count() + int(known.held_unknown[seat]))
    assert abs(hits - worlds * share) < 4.5 * np.sqrt(worlds * share * (1 - share))


def test_every_card_comes_first_once_in_each_round_of_orders() -> None:
    position, _ = some("pagat", 12)
    one = worker(position)
    game = one.records.game
    assert deal_world(one.records, one.worlds[0], 0)
    game.stock_next, game.stock_size = 3, 8
    before = [int(card) for card in game.stock]
    drawn, later, state, counts = before[:3], before[8:], U(1), collections.Counter[tuple[int, int]]()
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
    state, orders = U(7), collections.Counter[tuple[int, ...]]()
    for turn in range(1, 6001):
        state = next_stock(game, state, turn)
        orders[tuple(int(card) for card in game.stock[:3])] += 1
    assert len(orders) == 6
    assert all(abs(count - 1000) < 200 for count in orders.values())
    game.stock_next = 2
    assert next_stock(game, state, 1) == state  # one card has one order


def test_secrets_are_sets_of_four_or_long_runs() -> None:
    rules = rules_record(load("sjs"))[0]
    unknown = parse_mask("7c 7d 7h 7s 3h 4h 5h 6h Kd")
    secrets = {int(secret_of(unknown, 4, rules, U(word))) for word in range(0, 2**64, 2**58)}
    assert secrets == {int(parse_mask("7c 7d 7h 7s")), int(parse_mask("3h 4h 5h 6h")), int(parse_mask("4h 5h 6h 7h"))}
    assert int(secret_of(parse_mask("7c 7d 7h Kd"), 4, rules, U(0))) == 0
