"""Games of bots with their logs, as the referee reads them.

    python -m tests.mahjong_sim.games 20000

plays this many games under all presets and under random rules, by all bots, and stops at the first disagreement.
"""

import functools
import random
import sys
from collections.abc import Iterator
from typing import Any

from mahjong_sim.bots.registry import load_players, names
from mahjong_sim.experiments.batch import BatchJob
from mahjong_sim.experiments.paired import Arm, PairedJob
from mahjong_sim.experiments.playing import largest_payment
from mahjong_sim.game.state import ENDINGS, PARTS, SEATS
from mahjong_sim.records.form import LoggedTable
from mahjong_sim.records.write import play_records
from mahjong_sim.rules import KNOBS, PRESETS, RuleError, RuleSet, load
from tests.mahjong_sim.referee import Dealt, Outcome, Referee, Row
from tests.mahjong_sim.tables import by_chance, play_out, table
from tongits_sim.records.schema import Record


def played(
    rules: RuleSet, bots: str, seed: int, matches: int, games: int = 1
) -> Iterator[tuple[Dealt, list[Row], Any]]:
    board = LoggedTable(rules, load_players(bots), seed)
    knobs = rules.knobs()
    for number in range(matches):
        board.begin_match(number, games, number % SEATS)
        match = board.records.match
        while not match.over:
            pot = int(match.pot)
            markers = tuple(map(int, match.markers))
            records = board.play()
            game = records.game
            dice, joker_dice = (divmod(int(throw), 6) for throw in (game.dice, game.joker_dice))
            dealt = Dealt(
                knobs,
                int(records.view.mano),
                (dice[0] + 1, dice[1] + 1),
                (joker_dice[0] + 1, joker_dice[1] + 1),
                [int(tile) for tile in game.deck],
                pot,
                markers,
            )
            yield dealt, [tuple(map(int, row)) for row in board.rows], records  # type: ignore[misc]


def compare(outcome: Outcome, records: Any) -> None:
    result, match = records.result, records.match
    assert outcome.ending == ENDINGS[result.mahjong_ending]
    assert outcome.winners == [seat for seat in range(SEATS) if result.wins[seat]]
    assert outcome.discarder == result.discarder
    assert outcome.values == list(result.value)
    for name, part in outcome.parts.items():
        assert part == list(result.parts[PARTS.index(name)]), name
    if not match.over:
        assert outcome.pot == list(result.parts[PARTS.index("pot")])
        assert outcome.payout == list(result.payout)
        assert outcome.pot_left == match.pot
        assert outcome.markers == list(match.markers)
    assert sum(outcome.payout) == sum(outcome.pot)
    assert outcome.next_mano == match.mano


def agreed(rules: RuleSet, bots: str, seed: int, matches: int, games: int = 1) -> int:
    number = 0
    for dealt, rows, records in played(rules, bots, seed, matches, games):
        try:
            outcome = Referee(dealt, rows).play()
            compare(outcome, records)
            for seat in range(SEATS):  # intervals stand on this bound
                won = sum(part[seat] for name, part in outcome.parts.items() if name != "pot")
                assert abs(won) <= 100 * largest_payment(rules), f"seat {seat} wins {won} hundredths"
        except AssertionError as error:
            place = f"{rules.name}, seed {seed}, match {int(records.match.match)}, game {int(records.match.game) - 1}"
            raise AssertionError(f"{place}: {error}") from error
        number += 1
    return number


def random_rules(chance: random.Random) -> RuleSet:
    while True:
        overrides = []
        for name, knob in KNOBS.items():
            if chance.random() < 0.4:
                overrides.append(f"{name}={random_value(chance, name, knob)}")
        try:
            return load(chance.choice(PRESETS), overrides)
        except RuleError:
            continue


def random_value(chance: random.Random, name: str, knob: Any) -> str:
    if knob.kind == "choice":
        return str(chance.choice([choice.value for choice in knob.choices]))
    if knob.kind == "flag":
        return chance.choice(("true", "false"))
    if knob.kind == "units":
        return str(chance.choice((0, 0.25, 0.5, 1, 2.5)))
    small = {"wall.dead_tiles": (0, 1, 14, 40), "instant.many_flowers_from": (1, 3, 13), "jai_alai.markers": (1, 2, 5)}
    return str(chance.choice(small.get(name, (0, 1, 2, 3, 5))))


@functools.cache
def recorded(preset: str, bots: str, games: int = 4, match_games: int = 2, *overrides: str) -> tuple[Record, ...]:
    return tuple(play_records(load(preset, overrides), load_players(bots), games, 41, match_games))


def mahjong_batch(games: int, match_games: int = 1) -> BatchJob:
    return BatchJob(load("visayan_jokers"), load_players("greedy,random,caller,closed"), games, 5, match_games)


def mahjong_pair(deals: int) -> PairedJob:
    arms = (Arm(bot, load("visayan"), load_players(f"{bot},random,greedy,greedy")) for bot in ("caller", "ambitious"))
    return PairedJob(tuple(arms), deals, 5)


def claimed_wall(chance: random.Random) -> tuple[list[int], int]:
    """A wall in which a beauty and a tile that mano holds complete the hand of another seat, and that tile.

    The tile makes the beauty, or any other bahay or the eye beside a beauty of the hand.
    """
    while True:
        groups = [(27, 28, 29)]
        for _ in range(4):
            kind = chance.randrange(34)
            pung = chance.random() < 0.4
            groups.append((kind,) * 3 if pung or kind >= 27 or kind % 9 > 6 else (kind, kind + 1, kind + 2))
        hand = [tile for group in groups for tile in group] + [chance.randrange(34)] * 2
        tile = chance.choice((27, 28, 29, chance.choice(hand)))
        rest = [kind for kind in range(42) for _ in range(4 if kind < 34 else 1)]
        if max(hand.count(kind) for kind in hand) <= 4:
            break
    for kind in hand:
        rest.remove(kind)
    hand.remove(tile)
    chance.shuffle(rest)
    hands = [rest[16 * seat : 16 * seat + 16] for seat in range(3)]
    hands.insert(chance.randint(1, 3), hand)
    return [tile, *(card for cards in hands for card in cards), *rest[48:]], tile


def agreed_after_claims(rules: RuleSet, seed: int) -> tuple[str, bool]:
    """Play a `claimed_wall`, mano discarding its tile first, and compare; the ending, and whether a beauty was paid."""
    chance = random.Random(seed)
    board = table(rules, mano=chance.randrange(4))
    deck, tile = claimed_wall(chance)
    board.deal_deck(deck)
    choose = by_chance(seed)
    play_out(board, lambda at, actions: tile if tile in actions and at.view["n_discards"] == 0 else choose(at, actions))
    mano = int(board.view["mano"])
    board.finish()
    dealt = Dealt(rules.knobs(), mano, (1, 2), (1, 1), deck)
    compare(Referee(dealt, [tuple(map(int, row)) for row in board.rows]).play(), board)  # type: ignore[misc]
    return ENDINGS[int(board.result["mahjong_ending"])], bool(board.result["parts"][PARTS.index("beauty")].any())


def main() -> None:
    wanted = int(sys.argv[1])
    games = 0
    chance = random.Random(20_000)
    number = 0
    while games < wanted:
        rules = load(PRESETS[number // 2 % len(PRESETS)]) if number % 2 else random_rules(chance)
        bots = ",".join(chance.choice((*names(), "random")) for _ in range(SEATS))
        games += agreed(rules, bots, chance.randrange(10**9), 20, chance.choice((1, 1, 3)))
        number += 1
    print(f"{games:,} games under {number:,} rules: 0 differences.")


if __name__ == "__main__":
    main()
