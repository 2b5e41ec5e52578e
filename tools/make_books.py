"""Makes the books that come with the program: one for each preset, and one for the joker overlay.

    python -m tools.make_books            # all of them, about half an hour
    python -m tools.make_books pagat sjs  # some
    python -m tools.make_books --games 60k --seed 7 --out folder   # others, to compare

A book depends on the weights of `trained`; after new weights they are made anew. A limit of the book that stands in
the folder today stays, unless the new games surely say that another one is better (3 standard errors): a number that
is printed and kept in wallets does not change with the seed. `--anew` forgets the earlier limits.
"""

from __future__ import annotations

import time
from pathlib import Path

import click

from analyses.book.words import sentences
from strategies.book import make
from strategies.book.find import text_of
from strategies.book.limits import DECISIONS, Book
from strategies.book.shipped import PRESETS, shipped
from tongits_sim.rules import load, preset_names
from tongits_sim.run.numbers import parse_count

NAMES = (*preset_names(), "pagat+joker")


def changes(earlier: Book | None, book: Book) -> list[str]:
    """The sentences of a book that differ from an earlier book."""
    if earlier is None:
        return []
    found = []
    for decision in DECISIONS:
        before = sentences(earlier, decision)
        found += [f"new: {text}" for text in sentences(book, decision) if text not in before]
    return found


@click.command(help=__doc__)
@click.argument("names", nargs=-1, metavar="[RULES]...")
@click.option("--games", default=str(make.GAMES), help="Games at each table.", show_default=True)
@click.option("--deals", default=str(make.DEALS), help="Deals of the price at each table.", show_default=True)
@click.option("--seed", default=make.SEED, help="Of the games.", show_default=True)
@click.option("--anew", is_flag=True, help="Forget the limits of the earlier book.")
@click.option("--out", type=click.Path(path_type=Path), default=PRESETS, help="Folder of the files.")
def main(names: tuple[str, ...], games: str, deals: str, seed: int, anew: bool, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    for name in names or NAMES:
        began = time.process_time()
        rules = load(name)
        earlier = None if anew else shipped(rules)
        book = make.make(rules, name, parse_count(games, "games"), parse_count(deals, "deals"), seed, earlier=earlier)
        for change in changes(earlier, book):
            click.echo(f"{name}: {change}")
        (out / f"{name}.json").write_text(text_of(book), encoding="utf-8")
        prices = [(price.table, price.book.mean or 0.0, price.book.half_width or 0.0) for price in book.price]
        price = ", ".join(f"{table} {mean:+.3f} ± {half:.3f}" for table, mean, half in prices) or "no price"
        click.echo(f"{name}: {price}; {time.process_time() - began:.0f} CPU s")
    click.echo(f"{time.process_time():.0f} CPU s in all")


if __name__ == "__main__":
    main()
