"""OpenSpiel's game against the engine: many random games paid, and exact best responses on a reduced deck.

    python -m tools.openspiel verify --games 100000
    python -m tools.openspiel exact uniform greedy expert
    python -m tools.openspiel trained greedy expert

`verify` plays random games through OpenSpiel, where every card comes by chance, plays the same answers again on a board
that gets the whole deck at once, and compares payouts; the engine and the tests' referee, which shares no code with it,
also check every tenth game as a record. `exact` prints the earnings of a player in each seat at a table of three of it,
those of OpenSpiel's exact best response, and the sum of their differences (NashConv); both are also measured by playing
every possible deal. `trained` prints the share of that sum that the meter `trained` of `tongits analyze exploit` finds:
trees, grown in its rounds and with its settings on games of the reduced deck, in every seat. Play there is
deterministic, so random games are random deals; the best of rounds and decisions counts, over every deal.
"""

from __future__ import annotations

import argparse
import itertools
import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python import policy
from open_spiel.python.algorithms import expected_game_score
from open_spiel.python.algorithms.best_response import BestResponsePolicy

from analyses.exploit import GAMES, TRAINED, trees_of
from analyses.training import Answering, Course, Rows, grow, joined
from strategies import load_player
from strategies.deep import packed
from strategies.deviator import deviating
from strategies.sights import N_SIGHTS
from tests.referee import check_record
from tongits_sim.encoding.action_table import card_of
from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISION_OVER, DECISION_RESPOND, DECISIONS, SEATS
from tongits_sim.live.bots import LiveBots, prepare_live
from tongits_sim.openspiel import NAME, BotPolicy
from tongits_sim.openspiel.table import Moment, Table
from tongits_sim.records.replay import replay
from tongits_sim.records.write import chain_of, record_of, rules_sheet
from tongits_sim.rules.amounts import UNIT
from tongits_sim.strategy import Player

SMALL = f"{NAME}(rules=pagat,ranks=4,suits=2,hand=2,dealer=0)"


def random_game(game: Any, chance: random.Random) -> tuple[Any, list[int]]:
    """A game of random legal actions through OpenSpiel: its last state, and the action words of all answers."""
    state, words = game.new_initial_state(), []
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            state.apply_action(chance.choices([each for each, _ in outcomes], [share for _, share in outcomes])[0])
            continue
        action = chance.choice(state.legal_actions())
        word = game.table.word_of(state.moment, action)
        words += [word] if word is not None else []
        state.apply_action(action)
    return state, words


def paid(table: Table, moment: Moment, words: Sequence[int], recorded: bool) -> list[float]:
    """The payments of the engine for the same cards and answers, dealt at once; SystemExit if a record is wrong."""
    board = Board(table.rules)
    board.begin_match(0, 0, 1)
    board.match.dealer = moment.dealer
    before = chain_of(board)
    rest = [number for number in table.deck.numbers if number not in moment.cards]
    board.deal_deck([int(card_of(number)) for number in [*moment.cards, *rest]], table.deck.hand)
    answers = iter(words)
    while board.advance() != DECISION_OVER:
        board.apply(next(answers))
    board.finish()
    if recorded:
        record = record_of(board, rules_sheet(table.rules), ["a", "b", "c"], before)
        problems = [*replay(record), *check_record(record)]
        if problems:
            raise SystemExit(f"a record is wrong: {problems}")
    return [float(payout) / UNIT for payout in board.result.payout]


def verify(rules: str, games: int, seed: int) -> None:
    """Compare random games; raises SystemExit at the first that differs."""
    game, chance, began = pyspiel.load_game(f"{NAME}(rules={rules})"), random.Random(seed), time.process_time()
    for number in range(games):
        state, words = random_game(game, chance)
        if paid(game.table, state.moment, words, number % 10 == 0) != state.returns():
            raise SystemExit(f"{rules}, game {number}: another payout\n{state}")
    print(f"{rules}: {games} games pay the same; {games / (time.process_time() - began):.0f} a second", flush=True)


# ---- exact values on a reduced deck ----------------------------------------------------------------------------------


def deals(table: Table) -> Iterator[list[int]]:
    """Every deal: the dealer's hand, the next one's, the last one's, and every order of the stock."""
    first = table.deck.hand + 1
    for mine in itertools.combinations(table.deck.numbers, first):
        rest = [number for number in table.deck.numbers if number not in mine]
        for right in itertools.combinations(rest, first - 1):
            left = [number for number in rest if number not in right]
            for last in itertools.combinations(left, first - 1):
                stock = [number for number in left if number not in last]
                for order in itertools.permutations(stock):
                    yield [*mine, *right, *last, *order]


def measured(game: Any, answer: Callable[[Any], dict[int, float]]) -> np.ndarray:
    """Units by seat, mean of all deals, each played through; `answer` gives a state's one action.

    Raises:
        SystemExit: an answer is not one action.
    """
    total, count = np.zeros(SEATS), 0
    for cards in deals(game.table):
        state, coming = game.new_initial_state(), iter(cards)
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(next(coming))
                continue
            actions = answer(state)
            if len(actions) != 1:
                raise SystemExit("a mixed strategy is not measured")
            state.apply_action(*actions)
        total += state.returns()
        count += 1
    return total / count


def beside(joint: Any, response: Any, seat: int) -> Callable[[Any], dict[int, float]]:
    """The answers of a joint policy with another policy in one seat."""
    return lambda state: (response if state.current_player() == seat else joint).action_probabilities(state)


def exact(text: str, name: str) -> None:
    """Print a player's values, its best responses and both as measured."""
    game, began = pyspiel.load_game(text), time.process_time()
    pure = name != "uniform"
    joint = BotPolicy(game, [name] * SEATS) if pure else policy.UniformRandomPolicy(game)
    root = game.new_initial_state()
    responses = [BestResponsePolicy(game, seat, joint, root) for seat in range(SEATS)]
    best, values = [each.value(root) for each in responses], expected_game_score.policy_value(root, [joint] * SEATS)
    print(f"{name}: NashConv {sum(best) - sum(values):.6f}; {time.process_time() - began:.0f} s", flush=True)
    print("  earns        ", *(f"{value:+.6f}" for value in values))
    print("  best response", *(f"{value:+.6f}" for value in best))
    if not pure:
        return
    print("  earns, measured        ", *(f"{value:+.6f}" for value in measured(game, joint.action_probabilities)))
    gains = [measured(game, beside(joint, response, seat))[seat] for seat, response in enumerate(responses)]
    print("  best response, measured", *(f"{value:+.6f}" for value in gains), flush=True)


# ---- trees on a reduced deck -----------------------------------------------------------------------------------------


class Seats:
    """Three players, by seat, who play deals of a reduced deck."""

    def __init__(self, table: Table, players: Sequence[Player]) -> None:
        prepare_live(players, table.rules)
        self.table, self.bots = table, LiveBots(players, table.rules)

    def play(
        self, cards: Sequence[int], answers: Sequence[int] = (), watched: int = -1
    ) -> tuple[list[float], list[Any]]:
        """Play a deal from these first answers on: units by seat, and the decisions of the watched seat after them.

        A player who deviates has the watched seat. A decision is the answers before it, its options, the number of the
        chosen one, their kinds and rows, and the kind of decision.
        """
        board, given, noted = self.table.board, list(answers), []
        board.begin_match(0, 0, 1)
        board.match.dealer = self.table.deck.dealer
        board.deal_deck([int(card_of(number)) for number in cards], self.table.deck.hand)
        made = 0
        while board.advance() != DECISION_OVER:
            if made == len(given):
                given.append(int(self.bots.answer(board)))
                plan = self.bots._params[watched] if board.view.me == watched else None
                if plan is not None and plan["options"][0] > 1:
                    each = slice(plan["options"][0])
                    noted.append(
                        (
                            *(given[:-1], plan["actions"][0][each].tolist(), int(plan["chosen"][0])),
                            *(plan["kinds"][0][each].tolist(), plan["rows"][0][each].copy()),
                            int(board.view.decision),
                        )
                    )
            board.apply(given[made])
            made += 1
        board.finish()
        self.table._here = None
        return [float(payout) / UNIT for payout in board.result.payout], noted


def sampled(table: Table, player: Player, trees: bytes, cards: Sequence[Sequence[int]]) -> list[Rows]:
    """The gains of options beside two of a player, one set of rows for every deal and seat."""
    rows = []
    for seat in range(SEATS):
        deviator = deviating(player, trees, keeps=True)
        seats = Seats(table, [deviator if each == seat else player for each in range(SEATS)])
        for deck in cards:
            paid, noted = seats.play(deck, watched=seat)
            kind, sight, gain = [], [], []
            for before, options, chosen, kinds, seen, decision in noted:
                values = [
                    paid[seat] if number == chosen else seats.play(deck, [*before, word])[0][seat]
                    for number, word in enumerate(options)
                ]
                sign = -1 if decision <= DECISION_RESPOND and options[0] == 1 else 1
                for number in range(1, len(options)):
                    kind.append(kinds[number])
                    sight.append(seen[number])
                    gain.append(sign * (values[number] - values[0]))
            shape = np.array(sight, np.int16).reshape(-1, N_SIGHTS)
            rows.append(Rows(np.array(kind, np.int8), shape, np.array(gain, np.float32)))
    return rows


def found(table: Table, player: Player, trees: bytes, cards: Sequence[Sequence[int]]) -> np.ndarray:
    """Units by seat, mean of all deals, of a player who deviates by trees beside two who do not."""
    other = deviating(player, trees)
    tables = [Seats(table, [other if each == seat else player for each in range(SEATS)]) for seat in range(SEATS)]
    mean: np.ndarray = np.mean([[seats.play(deck)[0][seat] for seat, seats in enumerate(tables)] for deck in cards], 0)
    return mean


def trained(text: str, name: str, games: int, seed: int) -> None:
    """Print the share of the exact gain that trees find."""
    game, player, began = pyspiel.load_game(text), load_player(name), time.process_time()
    table, root = game.table, game.new_initial_state()
    joint = BotPolicy(game, [name] * SEATS)
    values = np.array(expected_game_score.policy_value(root, [joint] * SEATS))
    best = np.array([BestResponsePolicy(game, seat, joint, root).value(root) for seat in range(SEATS)])
    cards, chance = list(deals(table)), np.random.default_rng(seed)
    course, kept, plans = Course((), 0, TRAINED, games, seed), list[Rows](), dict[str, bytes]()
    trees = b""
    for number in range(TRAINED):
        rows = sampled(table, player, trees, cards)
        drawn = [rows[each] for each in chance.integers(len(rows), size=course.games_of(number))]
        here = joined(drawn)
        spread = float(np.sqrt((here.gain.astype(float) ** 2).mean())) or 1.0
        kept.append(Rows(here.kind, here.sight, here.gain / np.float32(spread)))
        trees = packed(grow(joined(kept), course, 1, Answering.held_out))
        plans[f"round {number + 1}"] = trees
    plans |= {f"at {decision} only": trees_of(trees, (decision,)) for decision in DECISIONS}
    gains = {plan: found(table, player, each, cards) - values for plan, each in plans.items()}
    chosen = max(gains, key=lambda plan: float(gains[plan].sum()))
    print(f"{name}: {gains[chosen].sum():.6f} of {(best - values).sum():.6f} ({chosen}), ", end="")
    print(f"{gains[chosen].sum() / (best - values).sum():.1%}; {time.process_time() - began:.0f} s")
    print("  exact gain", *(f"{gain:+.6f}" for gain in best - values))
    for plan, gain in gains.items():
        print(f"  {plan:16}", *(f"{each:+.6f}" for each in gain), flush=True)


def main() -> None:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    checked = kinds.add_parser("verify")
    checked.add_argument("--games", type=int, default=1000)
    checked.add_argument("--rules", default="pagat")
    checked.add_argument("--seed", type=int, default=1)
    small = kinds.add_parser("exact")
    small.add_argument("players", nargs="+")
    small.add_argument("--game", default=SMALL)
    grown = kinds.add_parser("trained")
    grown.add_argument("players", nargs="+")
    grown.add_argument("--game", default=SMALL)
    grown.add_argument("--games", type=int, default=GAMES)
    grown.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    if options.kind == "verify":
        verify(options.rules, options.games, options.seed)
    for name in getattr(options, "players", ()):
        if options.kind == "exact":
            exact(options.game, name)
        else:
            trained(options.game, name, options.games, options.seed)


if __name__ == "__main__":
    main()
