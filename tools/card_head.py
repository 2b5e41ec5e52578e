"""Trees that predict from the public history where unseen cards are, and a measure of their quality.

    python -m tools.card_head grow -o strategies/weights/cards.trees
    python -m tools.card_head score pagat sjs online wars

Mixed tables play games. At some decisions every card that the deciding seat has not seen becomes a row of public facts
(`tongits_sim/table/card_locations.py`), with the place of the card: with the next player, with the player after, or in
the stock. `grow` plays the presets and equally many drawn rule sets, and grows the trees. `score` takes other games and
prints the mean logarithmic loss of a card (nats): of the uniform guess, of the shipped trees, and of the shares of
worlds that `search` deals with and without the trees.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from strategies import load_player
from strategies.search import CARDS, SEARCH, settings_of
from strategies.trained import RULES
from tongits_sim.bots.tree_ensembles import Ensemble, packed
from tongits_sim.cards import EMPTY, ONE, bit, lowest, popcount
from tongits_sim.compile.jit import njit
from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISION_OVER, DECISION_RESPOND
from tongits_sim.rules import RuleSet, load
from tongits_sim.table.card_locations import FEATURES, N_FEATURES, PLACES, about_card, unseen
from tongits_sim.table.determinize import take_up
from tongits_sim.table.live_match import LiveBots, prepare_live
from tongits_sim.table.search import draw_world
from tongits_sim.table.search_memory import new_search
from tools.training import draw_rules, library, tree_of

BOTS = ("trained", "expert", "greedy")
SHARE, RESPONSES = 0.02, 0.15
"""Shares of the decisions, and of answers to calls, that become rows."""
WORLDS = 512
PRIOR = (2, 8, 32, 128)
"""Weights of the uniform guess beside shares of worlds, in worlds; the best weight counts."""
ROUNDS, LEAVES, RATE = 100, 31, 0.1


@njit
def rows_of(view, hands, rows, place, guess):
    """Write a row for every unseen card; returns the number of rows.

    Args:
        view, hands: the position, and the truth.
        rows: int32[64, N_FEATURES], public facts.
        place: int8[64], the truth, one of PLACES by number.
        guess: float64[64, 3], the uniform guess.
    """
    me = np.int64(view.me)
    cards = unseen(view)
    total = popcount(cards)
    number = np.int64(0)
    rest = cards
    while rest != EMPTY:
        card = np.int64(lowest(rest))
        rest &= rest - ONE
        about_card(view, rows[number], cards, card)
        place[number] = 2
        guess[number, 2] = view.stock_left / total
        for step in range(2):
            seat = (me + step + 1) % 3
            guess[number, step] = (view.hand_size[seat] - popcount(view.known[seat])) / total
            if hands[seat] & bit(card) != EMPTY:
                place[number] = step
        number += 1
    return number


@njit
def shares_of(search, view, worlds, said, shares):
    """Where the trees place each unseen card, and the shares of dealt worlds: both float64[64, 3].

    Returns False if no world can be dealt.
    """
    me = np.int64(view.me)
    dealt = 0
    shares[:] = 0.0
    if not take_up(search, view):
        return False
    rest = unseen(view)
    number = 0
    while rest != EMPTY:
        said[number] = search.places[np.int64(lowest(rest))]
        rest &= rest - ONE
        number += 1
    for world in range(worlds):
        if not draw_world(search, view, np.int64(world)):
            continue
        dealt += 1
        rest = unseen(view)
        number = 0
        while rest != EMPTY:
            card = rest & (~rest + ONE)
            rest &= rest - ONE
            where = 2
            for step in range(2):
                if search.game.hands[(me + step + 1) % 3] & card != EMPTY:
                    where = step
            shares[number, where] += 1.0
            number += 1
    if dealt > 0:
        shares /= dealt
    return dealt > 0


class Cards(NamedTuple):
    """Unseen cards of many positions.

    `rows`, `place` and `guess` as in `rows_of`; predictions of the trees, and shares of worlds dealt with trees and
    without, all float64[n, 3]; the numbers of their positions, int64[n].
    """

    rows: np.ndarray
    place: np.ndarray
    guess: np.ndarray
    said: np.ndarray
    reading: np.ndarray
    blind: np.ndarray
    position: np.ndarray


def positions(rules: RuleSet, seed: int) -> Iterator[Board]:
    """Boards at a share of the decisions of mixed tables."""
    bots = list(BOTS)
    board = Board(rules)
    chance = random.Random(seed)
    tables = dict[tuple[str, ...], LiveBots]()
    for game in range(10**9):
        names = tuple(chance.choice(bots) for _ in range(3))
        if names not in tables:
            players = [load_player(name) for name in names]
            prepare_live(players, rules)
            tables[names] = LiveBots(players, rules)
        board.begin_match(seed, game, 1)
        tables[names].deal(board)
        while (decision := board.advance()) != DECISION_OVER:
            if chance.random() < (RESPONSES if decision == DECISION_RESPOND else SHARE):
                yield board
            tables[names].play(board)
        board.finish()


def looked_at(rules: RuleSet, number: int, seed: int, worlds: int = 0) -> Cards:
    """The unseen cards of `number` positions; with `worlds` also predictions and shares of worlds."""
    settings = settings_of({param.name: param.default for param in SEARCH.params})
    trees = CARDS.read_bytes() if worlds else b""
    searched = [
        new_search(rules, load_player("trained"), settings, tree_bytes).view(np.recarray)[0]
        for tree_bytes in (trees, b"")
    ]
    rows = np.zeros((64, N_FEATURES), np.int32)
    place = np.zeros(64, np.int8)
    guess, said, reading, blind, nothing = (np.zeros((64, 3)) for _ in range(5))
    found: list[tuple[np.ndarray, ...]] = []
    for board in positions(rules, seed):
        if len(found) == number:
            break
        view = board.view
        cards = rows_of(view, np.asarray(board.game.hands), rows, place, guess)
        dealt = not worlds or (
            shares_of(searched[1], view, worlds, nothing, blind) and shares_of(searched[0], view, worlds, said, reading)
        )
        if cards and dealt:
            parts = (column[:cards].copy() for column in (rows, place, guess, said, reading, blind))
            found.append((*parts, np.full(cards, len(found))))
    return Cards(*map(np.concatenate, zip(*found, strict=True)))


def grow(number: int, seed: int = 1) -> bytes:
    """Trees grown from `number` positions under each of the rules."""
    rules = [*map(load, RULES), *(draw_rules(draw, seed) for draw in range(len(RULES)))]
    looked = [looked_at(house, number, seed + place) for place, house in enumerate(rules)]
    rows, place, guess = (np.concatenate([getattr(sample, name) for sample in looked]) for name in Cards._fields[:3])
    settings = {
        "objective": "multiclass",
        "num_class": len(PLACES),
        "num_leaves": LEAVES,
        "learning_rate": RATE,
        "min_data_in_leaf": 200,
        "lambda_l2": 5.0,
        "feature_fraction": 0.7,
        "bagging_fraction": 0.7,
        "bagging_freq": 1,
        "deterministic": True,
        "force_row_wise": True,
        "num_threads": 1,
        "seed": seed,
        "verbose": -1,
    }
    lightgbm = library()
    start = np.log(np.maximum(guess, 1e-6)).ravel(order="F")
    model = lightgbm.train(settings, lightgbm.Dataset(rows, place, init_score=start), ROUNDS).dump_model()
    trees = [tree_of(info["tree_structure"]) for info in model["tree_info"]]
    return packed([Ensemble(0, tuple(trees[place :: len(PLACES)])) for place in range(len(PLACES))], PLACES, FEATURES)


def loss(chance: np.ndarray, cards: Cards) -> np.ndarray:
    """Mean logarithmic loss of a card, by position."""
    chance = chance / chance.sum(axis=1, keepdims=True)
    lost = -np.log(np.maximum(chance[np.arange(len(cards.place)), cards.place], 1e-9))
    mean: np.ndarray = np.bincount(cards.position, lost) / np.bincount(cards.position)
    return mean


def _mixed(shares: np.ndarray, cards: Cards, worlds: int) -> np.ndarray:
    """The loss of shares of worlds, mixed with the uniform guess, because few worlds would give a chance of 0."""
    tried = [loss((worlds * shares + prior * cards.guess) / (worlds + prior), cards) for prior in PRIOR]
    return min(tried, key=lambda losses: float(losses.mean()))


def score(names: Sequence[str], number: int, worlds: int, seed: int) -> None:
    """Print the loss of the uniform guess, and how much less the predictions lose; the position is the unit."""

    def less(than: np.ndarray, values: np.ndarray) -> str:
        better = than - values
        return f"{better.mean():.4f} ± {1.96 * better.std() / np.sqrt(len(better)):.4f}"

    print("| rules | uniform | trees | worlds, blind | worlds, reading | reading over blind |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for name in names:
        began = time.process_time()
        cards = looked_at(load(name), number, seed, worlds)
        uniform = loss(cards.guess, cards)

        blind, reading = (_mixed(shares, cards, worlds) for shares in (cards.blind, cards.reading))
        gains = [less(uniform, losses) for losses in (loss(cards.said, cards), blind, reading)]
        print(f"| {name} | {uniform.mean():.4f} | {' | '.join(gains)} | {less(blind, reading)} |", flush=True)
        print(f"{number:,} positions, {len(cards.place):,} cards, {time.process_time() - began:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    grown = kinds.add_parser("grow")
    grown.add_argument("--positions", type=int, default=2_000, help="of each of the rules")
    grown.add_argument("-o", "--output", type=Path, default=CARDS)
    scored = kinds.add_parser("score")
    scored.add_argument("rules", nargs="+")
    scored.add_argument("--positions", type=int, default=5_000)
    scored.add_argument("--worlds", type=int, default=WORLDS)
    scored.add_argument("--seed", type=int, default=20261123)
    options = parser.parse_args()
    if options.kind == "grow":
        options.output.write_bytes(grow(options.positions))
    else:
        score(options.rules, options.positions, options.worlds, options.seed)


if __name__ == "__main__":
    main()
