"""Do first screens say the same with other seeds?

Makes the book of each rule set, and the answer of `analyze discards`, with many seeds, and compares the sentences. Run
before a release: every sentence must come out in 19 of 20 seeds.

    python -m tools.sentences                    # every preset, 20 seeds, 100,000 games a table: hours
    python -m tools.sentences pagat --seeds 5 --games 60k

The exit code is 1 if a sentence comes out less often.
"""

from __future__ import annotations

import sys
from collections import Counter

import click

from analyses.book import screens
from analyses.question import inquiry
from analyses.questions import discards
from strategies.book import make
from strategies.book.limits import DECISIONS
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.numbers import parse_count
from tools.make_books import NAMES

ENOUGH = 0.95


def sentences(rules: RuleSet, name: str, games: int, seed: int) -> dict[str, str]:
    """The sentences of the first screens that advise, by question."""
    book = make.make(rules, name, games, 0, seed)
    found: dict[str, str] = {decision: screens.headline(book, decision) for decision in DECISIONS}
    found["discards"] = discards.short(discards.ask(inquiry(discards.DISCARDS, rules=rules, seed=seed)))
    return found


@click.command(help=__doc__)
@click.argument("names", nargs=-1, metavar="[RULES]...")
@click.option("--seeds", default=20, help="How many seeds.", show_default=True)
@click.option("--games", default=str(make.GAMES), help="Games of a book at each table.", show_default=True)
def main(names: tuple[str, ...], seeds: int, games: str) -> None:
    turning = 0
    for name in names or NAMES:
        rules = load(name)
        said: dict[str, Counter[str]] = {}
        for seed in range(1, seeds + 1):
            for question, text in sentences(rules, name, parse_count(games, "games"), seed).items():
                said.setdefault(question, Counter())[text] += 1
        for question, texts in said.items():
            (first, times), *others = texts.most_common()
            turning += times < ENOUGH * seeds
            click.echo(f"{name} {question}: {times} of {seeds}: {first}")
            for text, number in others:
                click.echo(f"    {number}: {text}")
    sys.exit(int(turning > 0))


if __name__ == "__main__":
    main()
