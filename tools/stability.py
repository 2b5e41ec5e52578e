"""Does advice say the same with other seeds?

    python -m tools.stability                           # 100 hard choices, 4 seeds
    python -m tools.stability --rules sjs --choices 20

Choices come from games of three players. A choice is hard if no action is surely the best after 64 worlds. Two seeds
differ if the best action differs, if the word does, or if the advice does: the word, and the action unless the choice
is close, because then others are worth the same. Printed are the share of pairs of seeds that differ, how often all
seeds say the same, and the CPU seconds of a choice.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from analyses.opponents import CLOSE, FORCED
from analyses.seen import likely_tables
from analyses.values import STEPS, Values, seated_tables
from strategies import load_players
from strategies.book.margin import margin_of
from tongits_sim.records.write import play_records
from tongits_sim.rules import RuleSet, load
from tongits_sim.table.position import Position
from tongits_sim.table.recorded import choices_of
from tongits_sim.table.rollout_worker import Workers

PLAYERS = "trained,expert,greedy"


def positions(rules: RuleSet, seed: int) -> Iterator[Position]:
    """Every third choice of games without end."""
    number = 0
    for record in play_records(rules, load_players(PLAYERS), 1_000_000, seed):
        for choice in choices_of(record):
            number += 1
            if number % 3 == 0:
                yield choice.position


def main() -> None:
    parser = argparse.ArgumentParser(description="Does advice say the same with other seeds?")
    parser.add_argument("--choices", type=int, default=100)
    parser.add_argument("--seeds", type=int, default=4)
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--seed", type=int, default=50_001, help="of the games")
    options = parser.parse_args()
    rules = load(options.rules)
    margin = margin_of(rules)
    tables = seated_tables()
    workers = Workers()
    words = Counter[str]()
    differing: Counter[str] = Counter()
    same = Counter[str]()
    hard = 0
    seconds = 0.0
    for position in positions(rules, options.seed):
        said: list[dict[str, object]] = []
        began = time.process_time()
        for seed in range(1, options.seeds + 1):
            values = Values(position, likely_tables(position, tables), seed, workers)
            if len(values.actions) < 2:
                break
            values.play_out(margin)
            verdict = values.verdict(margin)
            if not said and values.worlds == values.steps[0] and verdict.word != CLOSE:
                break
            words[verdict.word] += 1
            action = None if verdict.word in (CLOSE, FORCED) else verdict.best
            said.append(
                {
                    "best action": verdict.best,
                    "word": verdict.word,
                    "advice": (verdict.word, action),
                    "elsewhere": verdict.instead,
                }
            )
        if len(said) < options.seeds:
            continue
        hard += 1
        seconds += time.process_time() - began
        for name in said[0]:
            answers = [parts[name] for parts in said]
            differing[name] += sum(first != second for first, second in combinations(answers, 2))
            same[name] += len(set(answers)) == 1
        if hard == options.choices:
            break
    pairs = hard * options.seeds * (options.seeds - 1) / 2
    print(f"{hard} hard choices, {options.seeds} seeds, {seconds / hard / options.seeds:.2f} CPU s a choice")
    print(f"steps {STEPS}; words: {', '.join(f'{word} {number}' for word, number in words.most_common())}")
    for name in differing:
        print(f"{name}: {differing[name] / pairs:.1%} of pairs differ, {same[name]} of {hard} always the same")


if __name__ == "__main__":
    main()
