"""Books made again keep the limits that few games cannot refute."""

from pathlib import Path

from click.testing import CliRunner

from strategies.book.limits import Book
from strategies.book.shipped import read, shipped
from tongits_sim.rules import load
from tools.make_books import main


def made(folder: Path, *options: str) -> Book:
    done = CliRunner().invoke(main, ["sjs", "--games", "600", "--deals", "0", "--out", str(folder), *options])
    assert done.exit_code == 0, done.output
    return read(folder / "sjs.json")


def limits(book: Book) -> list[tuple[int | None, int | None]]:
    return [
        (cell.most, cell.least)
        for part in (book.call, book.challenge, book.lay)
        for row in part.rows
        for cell in row.cells
    ]


def test_few_games_change_no_limit_of_a_book_but_for_anew(tmp_path: Path) -> None:
    today = shipped(load("sjs"))
    assert today is not None
    for seed in ("1", "2"):
        again = made(tmp_path / seed, "--seed", seed)
        assert limits(again) == limits(today)
        assert again.made.games == 600
    assert limits(made(tmp_path / "anew", "--seed", "1", "--anew")) != limits(today)
