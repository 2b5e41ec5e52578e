"""`tongits advise`: what to do in a position."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from analyses.money import in_money
from reports.commands.candidates import WORDS
from reports.commands.options import chosen_rules, rules_options, seed_option, was_set
from reports.commands.printing_options import format_option, lang_option, stake_option
from reports.commands.running_options import workers_option
from reports.commands.value_types import Count
from reports.text.advice import MAX_ROWS, advice_table, signed
from reports.text.console import grid_of, print_answer
from reports.text.language import translate
from reports.text.terminal import say
from tongits_sim.errors import TongitsError
from tongits_sim.records.file import read_lines
from tongits_sim.rules import load
from tongits_sim.run.run_options import RunOptions

if TYPE_CHECKING:
    from analyses.answers.advise import AdviceAnswer
    from tongits_sim.rules import RuleSet
    from tongits_sim.table.position import Position

_FACTS = ("hand", "table", "discards", "sizes", "decide", "caller", "known", "sapawed", "challenged")


def _joined(separator: str) -> Callable[[click.Context, click.Parameter, tuple[str, ...]], str]:
    """A callback of click's that joins the texts of an option that is given several times."""

    def joined(_ctx: click.Context, _param: click.Parameter, texts: tuple[str, ...]) -> str:
        return separator.join(texts)

    return joined


@click.command(short_help="Say what to do with a hand.")
@rules_options
@click.option(
    "--hand",
    multiple=True,
    callback=_joined(" "),
    metavar="CARDS",
    help="Your cards, 7h Td X1; asked for if not given.",
)
@click.option(
    "--table",
    multiple=True,
    callback=_joined("; "),
    metavar="MELDS",
    help='Melds on the table: "right: 7s 8s 9s, 4c 4d 4h; me: -; left: ????".',
)
@click.option(
    "--discards",
    multiple=True,
    callback=_joined(" "),
    metavar="CARDS",
    help="Discards in order; the first ones may be missing.",
)
@click.option("--stock", type=Count(0, 17), default=None, help="Cards left in the stock.  [default: from the counts]")
@click.option(
    "--sizes",
    default="",
    metavar="R,L",
    help="Cards in the hands of right and left.  [default: 12 minus the laid cards]",
)
@click.option(
    "--decide",
    type=click.Choice(("call", "draw", "lay", "sapaw", "discard", "respond"), case_sensitive=False),
    default=None,
    help="Your decision now.  [default: the first decision of your turn]",
)
@click.option("--caller", default="", metavar="SEAT", help="Who has called a draw, right or left: challenge or fold?")
@click.option(
    "--known",
    multiple=True,
    callback=_joined("; "),
    metavar="CARDS",
    help='Discards that opponents took into their hands: "left: 7h".',
)
@click.option(
    "--sapawed",
    multiple=True,
    callback=_joined(", "),
    metavar="SEATS",
    help="Seats that may not call because somebody added to their meld.",
)
@click.option(
    "--challenged",
    default="",
    metavar="COUNTS",
    help='Calls that they challenged so far, of the calls they could challenge: "right 2/9, left 0/3".',
)
@click.option(
    "--record",
    default=None,
    type=WORDS["FILE"],
    help="Take the position from a file of game records, or of a game written down.",
)
@click.option("--game", type=Count(1, 10**12), default=1, show_default=True, help="Game of the file, counted from 1.")
@click.option(
    "--move",
    type=Count(1, 1000),
    default=None,
    help="Which move of the game.  [default: yours now]",
)
@click.option(
    "--against",
    default=None,
    type=WORDS["BOTS"],
    help="The opponents: strong, regular, folders, challengers, a bot, or two of these names.  [default: all four]",
)
@click.option("--worlds", type=Count(1, 10**7), default=None, help="Number of worlds.  [default: as many as needed]")
@seed_option("digits")
@workers_option
@stake_option
@lang_option
@format_option
def advise(rules: str, settings: tuple[str, ...], form: str, **options: Any) -> None:
    """Say what to do in a position against strong players, regular players and both kinds of beginners.

    Example: tongits advise --hand "3h 4h 5h 9c 9d Ks 2c 8d Jd Js 6c Ah Tc" --discards "Qs 4c Kd"
    """
    from analyses.advise import advise as run
    from reports.text.advice import csv_rows, show_advice

    position = _position(rules, settings, options)
    with _Live(form) as live:
        answer = run(
            position,
            options["against"],
            worlds=options["worlds"],
            seed=options["seed"],
            run_options=RunOptions(options["workers"]),
            look=live.look,
        )
    print_answer(answer, form, csv_rows, show_advice)


def _position(rules: str, settings: tuple[str, ...], options: dict[str, Any]) -> Position:
    """The position from a record, from options, or from answers to questions."""
    from tongits_sim.experiments.warmup import prepare_board
    from tongits_sim.table.builder import build
    from tongits_sim.table.position_text import PositionText, read_facts

    named = [name for name in (*_FACTS, "stock") if name != "decide" and options[name] not in ("", None)]
    if options["record"] is not None:
        if named:
            raise click.UsageError(f"--record holds the whole position; leave --{named[0]} away.")
        return _from_record(rules if was_set(click.get_current_context(), "rules") else None, options)
    if options["move"] is not None:
        raise click.UsageError("--move needs --record FILE, a file of game records.")
    chosen = chosen_rules(rules, settings)
    facts = {name: options[name] or "" for name in _FACTS}
    if not options["hand"].strip():
        if not sys.stdin.isatty():
            raise click.UsageError('Name your cards: --hand "3h 4h 5h 9c 9d Ks".')
        return _step_by_step(chosen, facts)
    checked = read_facts(chosen, PositionText(**facts, stock=options["stock"]))
    prepare_board()
    return build(checked)


def _step_by_step(rules: RuleSet, facts: dict[str, str]) -> Position:
    """The position from facts that the person types; asks again, with these as defaults, until it is possible."""
    from tongits_sim.experiments.warmup import prepare_board
    from tongits_sim.table.builder import build
    from tongits_sim.table.position import PositionError
    from tongits_sim.table.position_text import PositionText, read_facts

    while True:
        facts, stock = _ask_facts(facts)
        try:
            checked = read_facts(rules, PositionText(**facts, stock=stock))
            prepare_board()
            return build(checked)
        except PositionError as error:
            say(f"  {error}.", err=True)


def _from_record(rules: str | None, options: dict[str, Any]) -> Position:
    from tongits_sim.experiments.warmup import prepare_board
    from tongits_sim.records.game_files import games_of
    from tongits_sim.records.history import MatchHistories
    from tongits_sim.table.recorded import position_after, position_at

    file, wanted = options["record"], options["game"]
    lines = read_lines(file)
    first = next(lines, "")  # a missing file fails before anything is compiled
    prepare_board()
    held = 0
    histories = MatchHistories()
    games = games_of(file, itertools.chain([first], lines), None if rules is None else load(rules))
    for number, record in games:
        held = number
        if number != wanted:
            if record is not None and not isinstance(record, TongitsError):
                histories.add(record)
            continue
        assert record is not None  # no game is left out
        if isinstance(record, TongitsError):
            raise record
        history = histories.before(record)
        if options["move"] is not None:
            return position_at(record, options["move"], options["decide"], history)
        if "after" in record:
            raise click.UsageError("that game is over; name one of its moves with --move NUMBER.")
        return position_after(record, options["decide"], history)
    raise click.UsageError(f"there is no game {wanted} in {file}: it holds {held}.")


def _ask_facts(facts: dict[str, str]) -> tuple[dict[str, str], int | None]:
    """Ask for each fact until the reply can be read; Enter skips a fact or keeps its default."""
    from tongits_sim.table.position_text import SEAT_OF, read_cards, read_seat, read_sizes, read_table

    def optional(read: Callable[[str], object]) -> Callable[[str], object]:
        def read_unless_empty(text: str) -> object:
            return read(text) if text.strip() else None

        return read_unless_empty

    def read_stock(text: str) -> object:
        return Count(0, 17).convert(text, None, None)

    questions: tuple[tuple[str, str, Callable[[str], object]], ...] = (
        ("hand", "Your cards (7h Td ...)", _cards_of_a_hand),
        ("table", "Melds on the table (right: 7s 8s 9s; me: -)", lambda text: read_table(text, SEAT_OF)),
        ("discards", "Discards, the oldest first", lambda text: read_cards(text, "the discards")),
        ("sizes", "Cards in the hands of right and left (9,11)", read_sizes),
        ("caller", "Who has called a draw, if anybody (right or left)", optional(read_seat)),
    )
    say("Enter skips a question, or keeps what stands in brackets.", err=True)
    for name, question, read in questions:
        facts[name] = _answer(question, facts[name], read)
    stock = _answer("Cards left in the stock", "", optional(read_stock)).strip()
    return facts, int(stock) if stock else None


def _cards_of_a_hand(text: str) -> None:
    from tongits_sim.table.position import PositionError
    from tongits_sim.table.position_text import read_cards

    if not read_cards(text, "the hand"):
        raise PositionError("name at least one card, such as 7h")


def _answer(question: str, before: str, read: Callable[[str], object]) -> str:
    """The person's answer; the question comes again until the answer can be read."""
    while True:
        text = str(click.prompt(translate(question), default=before, show_default=bool(before), err=True))
        try:
            read(text)
        except (TongitsError, click.UsageError) as error:
            say(f"  {getattr(error, 'message', '') or error}", err=True)
        else:
            return text


class _Live:
    """The table on a terminal, improving while more worlds are played; silent elsewhere."""

    def __init__(self, form: str) -> None:
        self._wanted = form == "table" and sys.stderr.isatty()
        self._live: Any = None

    def __enter__(self) -> _Live:
        if self._wanted:
            from rich.console import Console
            from rich.live import Live

            self._live = Live(console=Console(file=sys.stderr), transient=True, auto_refresh=False)
            self._live.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._live is not None:
            self._live.stop()

    def look(self, answer: AdviceAnswer) -> None:
        """Show the answer so far."""
        if self._live is not None:
            from rich.console import Group

            words = translate(signed(in_money(answer.advice)))
            self._live.update(Group(words, grid_of(advice_table(answer, MAX_ROWS))), refresh=True)
