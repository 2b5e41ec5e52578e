"""Does a review find mistakes, and only mistakes? Is luck taken out without bias?

    python -m tools.review --games 30

* `own`: a bot reviewed with itself as the field. Its regret is the gain of looking one step ahead; `bias` compares the
  measured regret with the payments of the two actions with the true hands, the mean over orders of the stock: 0 within
  its interval. `clear_true`: the true gain of the better action at clear mistakes.
* `others`: as `own`, but with games of three other bots, who play differently from the field.
* `best`: the same positions, but at each the best action by rollouts on other worlds (against the same field). Such a
  player has nothing to gain by looking one step ahead, so any regret by the review is an error.
* `planted`: games of a bot that in one of eight discards throws the worst card by rollouts on other worlds. Recall: the
  share of planted mistakes that are found clear, in the whole record and in the account of the seat that made them.
  Precision: the share of clear mistakes that are planted or confirmed on other
  worlds.
* `hidden`: games of three bots, each written down as one seat saw it, and read back. Choices with the same position,
  seed and answer are valued to the same digits.
* `followed`: the regret of a bot by the review, and the gain of a seat that takes the best option of rollouts instead
  (`search`, 256 worlds), against the same two.
* `luck`: mean of result and adjusted result over games, their difference with its interval, and the variance factor.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np

from analyses.answers.review import KINDS
from analyses.gains import gains
from analyses.judging import Regret, chosen_of, regret_of
from analyses.luck import luck_of, results_of
from analyses.review import decision_of, review
from analyses.values import SeatedTable, Values
from strategies import load_player
from strategies.book.margin import margin_of
from tests.records.notation_text import notation_of
from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISION_DISCARD, DECISION_OVER
from tongits_sim.records.notation import read_sheet
from tongits_sim.records.notation_game import play_sheet
from tongits_sim.records.schema import Record
from tongits_sim.records.write import chain_of, play_records, record_of, rules_sheet
from tongits_sim.rules import RuleSet, load
from tongits_sim.rules.amounts import UNIT
from tongits_sim.run.answers import Estimate
from tongits_sim.run.compiling import silent
from tongits_sim.run.run_options import RunOptions
from tongits_sim.strategy import Player
from tongits_sim.table.live_match import LiveBots
from tongits_sim.table.position import PositionError, position_of
from tongits_sim.table.recorded import RecordedChoice, board_at, choices_of
from tongits_sim.table.rollout_worker import Workers
from tongits_sim.table.rollouts import Z95, Rollouts

ORDERS = 32
"""Orders of the stock to play the true hands with; no choice depends on the order."""
OTHERS = ("greedy", "expert", "caller")
"""Players of games that are reviewed with another field."""
SEEN = ("miser", "turtle", "expert")
"""Players of games that one seat writes down."""
WORKERS = Workers()
PLANTED = 8
"""One of this number of discards is replaced."""
CHOOSING = 96
"""Worlds to find the best action by rollouts."""
COSTS = 0.5
"""The least cost in units, on other worlds, of a discard to plant."""


def mean_of(values: list[float]) -> dict[str, Any]:
    """Mean and 95 % interval of independent values."""
    sample = np.array(values)
    half = Z95 * sample.std(ddof=1) / np.sqrt(len(sample)) if len(sample) > 1 else float("inf")
    return {"mean": float(sample.mean()), "ci95": [float(sample.mean() - half), float(sample.mean() + half)]}


def clear(regret: Regret | None) -> bool:
    return regret is not None and regret.best != regret.chosen and regret.lead.above()


def true_gap(record: Record, choice: RecordedChoice, regret: Regret, players: list[Player]) -> float | None:
    """The payment of the best option less the payment of the chosen option, with the true hands; None if the moves
    cannot be played again.
    """
    try:
        board = board_at(record, choice.move, choice.position.decision)
    except PositionError:
        return None
    rollouts = Rollouts(choice.position, players, workers=WORKERS)
    payout = rollouts.play_true(board, ORDERS).mean(axis=0) / UNIT
    return float(payout[rollouts.actions.index(regret.best)] - payout[chosen_of(rollouts.actions, choice)])


def position_seed(seed: int, game: int, move: int) -> int:
    return (seed * 1_000_003 + game * 1009 + move) % 2**64


def field_of(players: list[Player]) -> tuple[SeatedTable, ...]:
    """The only table: three of one player."""
    label = players[0].label
    return (SeatedTable(label, label, f"against {label}", (players[0], players[0], players[0])),)


def losses_of(
    record: Record, choices: list[RecordedChoice], players: list[Player], seed: int, game: int
) -> list[Regret | None]:
    """The regrets of the choices of a game."""

    def regret(choice: RecordedChoice) -> Regret | None:
        own_seed = position_seed(seed, game, choice.move)
        return regret_of(choice, field_of(players), margin_of(choice.position.rules), own_seed, WORKERS)

    with ThreadPoolExecutor(2) as pool:
        return list(pool.map(regret, choices))


class Tally:
    """Sums over games of what choices lost.

    Attributes:
        lost: by kind of choice, and under `all`: units a seat lost in each game.
        real, mistakes: real choices and clear mistakes.
    """

    def __init__(self) -> None:
        self.lost: dict[str, list[float]] = {kind: [] for kind in ("all", *KINDS)}
        self.real = 0
        self.mistakes = 0

    def add(self, choices: list[RecordedChoice], regrets: list[Regret | None]) -> None:
        sums = dict.fromkeys(self.lost, 0.0)
        for choice, regret in zip(choices, regrets, strict=True):
            if regret is not None:
                sums["all"] += regret.lead.mean / 3
                sums[decision_of(choice, regret)] += regret.lead.mean / 3
                self.real += regret.had_choice
                self.mistakes += clear(regret)
        for kind, samples in self.lost.items():
            samples.append(sums[kind])

    def summary(self) -> dict[str, Any]:
        """The figures, for a seat in a game."""
        return {
            "games": len(self.lost["all"]),
            "real_choices": self.real,
            "clear_mistakes": self.mistakes,
            "lost_per_seat_and_game": mean_of(self.lost["all"]),
            "by_kind": {kind: mean_of(samples) for kind, samples in self.lost.items() if kind != "all"},
        }


def own(rules: RuleSet, player: Player, games: int, seed: int) -> dict[str, Any]:
    """A bot reviewed with itself as the field."""
    return against_truth(rules, [player] * 3, [player] * 3, games, seed)


def others(rules: RuleSet, player: Player, games: int, seed: int) -> dict[str, Any]:
    """Bots reviewed with other players as the field."""
    return against_truth(rules, [load_player(name) for name in OTHERS], [player] * 3, games, seed)


def against_truth(rules: RuleSet, seats: list[Player], players: list[Player], games: int, seed: int) -> dict[str, Any]:
    """Losses in games of `seats`, reviewed with `players` as the field, beside payments with the true hands."""
    tally = Tally()
    began = time.process_time()
    bias = list[float]()
    of_clear = list[float]()
    truly = list[float]()
    for number, record in enumerate(play_records(rules, seats, games, seed)):
        choices = list(choices_of(record))
        regrets = losses_of(record, choices, players, seed, number)
        tally.add(choices, regrets)
        error = 0.0
        for choice, regret in zip(choices, regrets, strict=True):
            if regret is not None and regret.best != regret.chosen:
                truth = true_gap(record, choice, regret, players)
                error += 0.0 if truth is None else regret.lead.mean - truth
                if truth is not None and clear(regret):
                    of_clear.append(regret.lead.mean)
                    truly.append(truth)
        bias.append(error / 3)
    return {
        **tally.summary(),
        "bias_per_seat_and_game": mean_of(bias),
        "clear_measured": mean_of(of_clear),
        "clear_true": mean_of(truly),
        "cpu_seconds": time.process_time() - began,
    }


def best(rules: RuleSet, player: Player, games: int, seed: int) -> dict[str, Any]:
    """The best actions by rollouts, reviewed on other worlds."""
    players = [player] * 3
    tally = Tally()
    for number, record in enumerate(play_records(rules, players, games, seed)):
        choices = []
        for choice in choices_of(record):
            own_seed = position_seed(seed, number, choice.move) + 10**9
            values = Values(choice.position, field_of(players), own_seed, WORKERS)
            values.play(CHOOSING)
            option = values.actions[values.best()]
            choices.append(replace(choice, decision=option.decision, code=option.code))
        tally.add(choices, losses_of(record, choices, players, seed, number))
    return tally.summary()


def worst_discard(choice: RecordedChoice, players: list[Player], seed: int) -> int | None:
    """The word of the worst discard in place of the chosen one, if it costs enough on new worlds."""
    values = Values(choice.position, field_of(players), seed, WORKERS)
    chosen = chosen_of(values.actions, choice)
    discards = [n for n, action in enumerate(values.actions) if action.kind == "discard" and n != chosen]
    if not discards:
        return None
    values.play(24)
    worst = min(discards, key=lambda n: values.lead(n, chosen).mean)
    values.forget()
    values.play(72)
    return values.actions[worst].code if values.lead(worst, chosen).mean < -COSTS else None


def faulty_games(rules: RuleSet, players: list[Player], games: int, seed: int) -> Iterator[tuple[Record, set[int]]]:
    """Games of bots that now and then throw their worst card: the record, and the numbers of these moves."""
    board = Board(rules)
    bots = LiveBots(players, rules)
    rng = np.random.default_rng(seed)
    for number in range(games):
        board.begin_match(seed, number, 1)
        before = chain_of(board)
        planted = set[int]()
        bots.deal(board)
        while board.advance() != DECISION_OVER:
            word = int(bots.answer(board))
            move = board.logged + 1
            if board.view.decision == DECISION_DISCARD and rng.integers(PLANTED) == 0:
                choice = RecordedChoice(move, position_of(board, rules), int(DECISION_DISCARD), word)
                bad = worst_discard(choice, players, position_seed(seed, number, move) + 10**9)
                if bad is not None:
                    word = bad
                    planted.add(move)
            board.apply(word)
        board.finish()
        yield record_of(board, rules_sheet(rules), [player.label for player in players], before), planted


def planted(rules: RuleSet, player: Player, games: int, seed: int) -> dict[str, Any]:
    """Mistakes planted in games of a bot, in the whole record and in the account of one seat."""
    players = [player] * 3
    put, clears, confirmed = 0, 0, 0
    found = dict.fromkeys(("whole_record", "one_seat"), 0)
    for number, (record, moves) in enumerate(faulty_games(rules, players, games, seed)):
        choices = list(choices_of(record))
        regrets = losses_of(record, choices, players, seed, number)
        for choice, regret in zip(choices, regrets, strict=True):
            if clear(regret) and choice.move not in moves:
                assert regret is not None
                own_seed = position_seed(seed, number, choice.move) + 2 * 10**9
                values = Values(choice.position, field_of(players), own_seed, WORKERS)
                values.play(256)
                gap = values.lead(values.actions.index(regret.best), values.actions.index(regret.chosen))
                confirmed += gap.mean > Z95 * gap.se
        clears += sum(map(clear, regrets))
        put += len(moves)
        found["whole_record"] += sum(
            clear(regret) for choice, regret in zip(choices, regrets, strict=True) if choice.move in moves
        )
        for seat in range(3):
            seen = play_sheet(read_sheet(notation_of(record, seat))).partial_record
            own_account = [choice for choice in choices_of(seen, (seat,)) if choice.move in moves]
            found["one_seat"] += sum(map(clear, losses_of(seen, own_account, players, seed, number)))
    not_planted = clears - found["whole_record"]
    return {
        "games": games,
        "planted": put,
        "found": found,
        "recall": {name: count / put if put else None for name, count in found.items()},
        "clear": clears,
        "other_clear": not_planted,
        "other_confirmed": confirmed,
        "precision": (clears - not_planted + confirmed) / clears if clears else None,
    }


def hidden(rules: RuleSet, player: Player, games: int, seed: int) -> dict[str, Any]:
    """Choices of each seat in its own account of a game, beside those in the whole record."""
    choices, same, games_same = 0, 0, 0
    for record in play_records(rules, [load_player(name) for name in SEEN], games, seed):
        differ = 0
        for seat in range(3):
            seen = play_sheet(read_sheet(notation_of(record, seat))).partial_record
            whole = list(choices_of(record, (seat,)))
            own_account = list(choices_of(seen, (seat,)))
            alike = sum(
                whole_choice == own_choice for whole_choice, own_choice in zip(whole, own_account, strict=False)
            )
            choices = choices + len(whole)
            same = same + alike
            differ += max(len(whole), len(own_account)) - alike
        games_same += not differ
    return {"games": games, "games_with_the_same_choices": games_same, "choices": choices, "the_same": same}


def followed(rules: RuleSet, player: Player, games: int, seed: int) -> dict[str, Any]:
    """The regret by a review and the gain of following advice, units a game; by the bot and its opponents."""
    rows = dict[str, Any]()
    for name, beside in (("greedy", "trained"), ("expert", "trained"), ("trained", "greedy")):
        seats = [load_player(bot) for bot in (name, beside, beside)]
        answer = review(
            play_records(rules, seats, games, seed), beside, player=name, run_options=RunOptions(notice=silent)
        )
        best = load_player(f"search(player={beside})")
        (gain,) = gains(rules, (seats[0], seats[1], seats[2]), [best], RunOptions(notice=silent), 3 * games, seed)
        said = answer.players[0].per_game
        gained = Estimate.of(gain)
        rows[f"{name} against two {beside}"] = {"said": said.to_dict(), "gained": gained.to_dict()}
    return rows


def luck(rules: RuleSet, player: Player, games: int, seed: int) -> dict[str, Any]:
    """Results and adjusted results of another bot than the fitted one."""
    players = [player] * 3
    values = luck_of(rules, players, seed)
    seats = [load_player("caller"), player, player]
    result = list[float]()
    adjusted = list[float]()
    for record in play_records(rules, seats, games, seed + 1, match_games=1):
        seat = record["players"].index("caller")
        result.append(float(results_of(record)[seat]))
        adjusted.append(result[-1] - sum(values.of(record, seat).values()))
    return {
        "games": games,
        "result": mean_of(result),
        "adjusted": mean_of(adjusted),
        "luck": mean_of([a - b for a, b in zip(result, adjusted, strict=True)]),
        "variance_factor": float(np.var(result) / np.var(adjusted)),
    }


PARTS = {
    "own": own,
    "others": others,
    "best": best,
    "planted": planted,
    "hidden": hidden,
    "followed": followed,
    "luck": luck,
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Does a review find mistakes, and only mistakes?")
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--luck-games", type=int, default=10_000)
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--field", default="expert")
    parser.add_argument("--seed", type=int, default=30_001)
    parser.add_argument("--only", choices=tuple(PARTS), default=None)
    options = parser.parse_args()
    rules = load(options.rules)
    player = load_player(options.field)
    for name, part in PARTS.items():
        if options.only in (None, name):
            games = options.luck_games if name == "luck" else options.games
            print(json.dumps({name: part(rules, player, games, options.seed)}, indent=1), flush=True)


if __name__ == "__main__":
    main()
