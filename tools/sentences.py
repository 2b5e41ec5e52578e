"""Do first screens say the same with other seeds?

Plays the games of each book, and asks `analyze discards`, with many seeds, and compares the sentences. Run before a
release: every sentence must come out in 19 of 20 seeds.

    python -m tools.sentences                    # every preset, 20 seeds, 100,000 games a table: hours
    python -m tools.sentences pagat --seeds 5 --games 60k

A limit of a book stands unless new games surely say that another one is better (see tools.make_books), so a sentence
that comes out with a seed was not refuted by its games. Printed is also how often the sentence comes out if the limits
are fitted without the earlier book. The exit code is 1 if a sentence comes out less often than in 19 of 20 seeds.
"""

from __future__ import annotations

import sys
from collections import Counter

import click

from analyses.book import screens
from analyses.question import inquiry
from analyses.questions import discards
from strategies.book import make
from strategies.book.limits import DECISIONS, Book
from strategies.book.shipped import shipped
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.numbers import parse_count
from tools.make_books import NAMES

ENOUGH = 0.95


def headlines(book: Book) -> dict[str, str]:
    """The sentences of a book's first screens, by question."""
    return {decision: screens.headline(book, decision) for decision in DECISIONS}


def said(rules: RuleSet, name: str, games: int, seed: int) -> tuple[dict[str, str], dict[str, str]]:
    """The sentences of the first screens that advise, by question: after the book that stands, and without it."""
    forks = make.played(rules, games, seed)
    after, without = (
        headlines(make.fitted(rules, name, forks, games, seed, earlier)) for earlier in (shipped(rules), None)
    )
    after["discards"] = discards.short(discards.ask(inquiry(discards.DISCARDS, rules=rules, seed=seed)))
    return after, without


@click.command(help=__doc__)
@click.argument("names", nargs=-1, metavar="[RULES]...")
@click.option("--seeds", default=20, help="How many seeds.", show_default=True)
@click.option("--games", default=str(make.GAMES), help="Games of a book at each table.", show_default=True)
def main(names: tuple[str, ...], seeds: int, games: str) -> None:
    turning = 0
    for name in names or NAMES:
        rules = load(name)
        after: dict[str, Counter[str]] = {}
        without: dict[str, Counter[str]] = {}
        for seed in range(1, seeds + 1):
            for counts, sentences in zip(
                (after, without), said(rules, name, parse_count(games, "games"), seed), strict=True
            ):
                for question, text in sentences.items():
                    counts.setdefault(question, Counter())[text] += 1
        for question, texts in after.items():
            (first, times), *others = texts.most_common()
            turning += times < ENOUGH * seeds
            alone = f" (without the book {without[question][first]})" if question in without else ""
            click.echo(f"{name} {question}: {times} of {seeds}{alone}: {first}")
            for text, number in others:
                click.echo(f"    {number}: {text}")
    sys.exit(int(turning > 0))


if __name__ == "__main__":
    main()
