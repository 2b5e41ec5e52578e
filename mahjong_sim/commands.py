"""`tongits mahjong`: its commands."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mahjong_sim.bots.registry import REGISTRY, USUAL_OTHERS, USUAL_PLAYERS
from reports.commands.candidates import Vocabulary, words_of
from reports.commands.compared import bots_argument_of, changes_options_of, dry_run_option, others_option_of
from reports.commands.interrupt import answered, on_ctrl_c, show_stopped
from reports.commands.options import (
    Count,
    deals_options,
    format_option,
    full_option,
    games_options,
    names_of,
    names_option_of,
    page_option,
    players_option_of,
    pop_running_options,
    refuse_options,
    rules_again,
    rules_options_of,
    running_options,
    seed_option,
    set_option_of,
    terms_options,
    was_set,
)
from reports.commands.progress import ProgressBar
from reports.commands.selfcheck import check_options, checking_options, end_failed
from reports.commands.shell import Shell
from reports.commands.showing import (
    Chosen,
    file_options,
    show_games,
    watch_option,
    watch_seed_option,
    watched_players,
)
from reports.commands.showing import watch as watch_game
from reports.commands.stepping import Looks, looks_options
from reports.commands.tune import sizes_options, tried_option, values_of
from reports.commands.writing import from_match_options, write_games
from reports.text.listing import (
    list_rules,
    show_changes,
    show_knobs,
    show_player,
    show_rule,
    show_rules,
    show_strategies,
)
from tongits_sim.bots.bot_list import split_specs, tables_of
from tongits_sim.run.compiling import to_stderr
from tongits_sim.run.faults import BotFault
from tongits_sim.run.run_options import RunOptions

if TYPE_CHECKING:
    from mahjong_sim.experiments.batch import BatchJob
    from mahjong_sim.hand_score import HandScore
    from tongits_sim.records.schema import Record

COMMANDS = {
    "simulate": "Play games and show what each player earns.",
    "compare": "Compare bots on the same deals in every seating.",
    "whatif": "Measure what a change of the house rules does.",
    "analyze": "Answer a question about the game.",
    "score": "Say what a hand is worth, or what it waits for.",
    "tune": "Tune the parameters of a bot, and measure it on held-out deals.",
    "records": "Write games move by move, one JSON object per line.",
    "replay": "Show and verify recorded games or watch bots.",
    "rules": "List, explain and compare house rules.",
    "strategies": "List and explain the bots and their parameters.",
    "selfcheck": "Compare deals with exact probabilities, or measure speed.",
}
"""The commands with their first lines of help."""


def _warm_up(folder: Path) -> Iterator[list[str]]:
    games = str(folder / "mahjong.jsonl")
    for players in tables_of(list(REGISTRY), 4):
        yield ["simulate", "--games", "4", "--players", players]
    yield ["simulate", "--games", "4", "--set", "joker.play=true"]
    yield ["compare", "greedy", "caller", "--deals", "60"]
    yield ["whatif", "pay.discarder=1", "--deals", "60"]
    yield ["records", "--games", "1", "-o", games]
    yield ["replay", games, "--quiet"]
    yield ["analyze", "payouts", "--deals", "60"]


mahjong = Shell(
    name="mahjong",
    sections={"Commands": COMMANDS},
    homes=dict.fromkeys(COMMANDS, __name__),
    warm_up=_warm_up,
    help="""Play and compare bots in Visayan mahjong.

    Four players, 144 tiles, money. House rules are data: tongits mahjong rules

    Start with: tongits mahjong simulate
    """,
)

VOCABULARY = Vocabulary("mahjong_sim.rules", "mahjong_sim.rules.rulebook", "mahjong_sim.bots.registry")
WORDS = words_of(VOCABULARY)
_rules_options = rules_options_of(WORDS, "visayan", "A preset or TOML file; for a list: tongits mahjong rules")
_names_option = names_option_of(WORDS)
_players_option = players_option_of(
    WORDS["A,B,C,D"],
    USUAL_PLAYERS,
    "Four bots: name, name(param=value) or my_file.py:name (the file is executed); for a list: tongits mahjong "
    "strategies",
    _names_option,
)
_MATCH = "Games per match; the dealer and what lies in a pot go on from game to game."


def _played(
    options: dict[str, Any],
    output: Path | None,
    form: str,
    play: Callable[[RunOptions], Any],
    rows: str | Callable[[Any], Iterable[Any]],
) -> Any:
    """Play with a progress bar and Ctrl-C, write the page, and print the answer.

    Args:
        options: of `running_options`.
        output: the page to write.
        form: `table`, `json` or `csv`.
        play: plays, and returns the answer.
        rows: of CSV: a list of the answer, or a function from the answer.
    """
    from mahjong_sim.shown.page import presenter_of, report
    from reports.questions.printing import print_document

    def show(answer: Any, form: str) -> None:
        print_document(answer, form, rows, presenter=presenter_of(answer))

    where = pop_running_options(options)
    halt = on_ctrl_c()
    try:
        with ProgressBar() as bar:
            run_options = RunOptions(**where, progress=bar, notice=to_stderr, halt=halt)
            answer = answered(halt, lambda: play(run_options))
    except BotFault as fault:
        before = getattr(fault, "answer", None)
        if before is not None and before.games:
            show(replace(before, broken_off=True), form)
        raise
    if halt.run is not None:
        show_stopped(halt, answer, form, show)
    if output is not None:
        report([answer], output)
    show(answer, form)
    return answer


def _job(
    rules: str,
    settings: tuple[str, ...],
    players: str,
    games: int,
    seed: int,
    match_games: int | None,
    fixed_seats: bool,
) -> BatchJob:
    """The job that the options of a command make. Raises TongitsError."""
    from mahjong_sim.bots.registry import load_players
    from mahjong_sim.experiments.batch import BatchJob
    from mahjong_sim.rules import load

    bots = tuple(load_players(players))
    again = rules_again(rules, settings)
    return BatchJob(load(rules, settings), bots, games, seed, match_games or 1, fixed_seats, again)


@mahjong.command()
@_rules_options
@_players_option
@games_options(20_000)
@running_options
@terms_options
@page_option
@format_option
def simulate(
    rules: str,
    settings: tuple[str, ...],
    players: str,
    games: int,
    seed: int,
    match_games: int | None,
    fixed_seats: bool,
    output: Path | None,
    form: str,
    **options: Any,
) -> None:
    """Play games and show what each player earns.

    Example: tongits mahjong simulate --rules visayan --players greedy,expert,caller,defender --games 100k
    """
    from mahjong_sim.experiments.batch import play_job

    job = _job(rules, settings, players, games, seed, match_games, fixed_seats)
    _played(options, output, form, lambda run_options: play_job(job, run_options), "players_summary")


@mahjong.command()
@bots_argument_of(VOCABULARY)
@_names_option
@others_option_of(WORDS, USUAL_OTHERS, "tongits mahjong")
@_rules_options
@deals_options("Deals, each played in every rotation of the seats.", _MATCH, 5_000)
@running_options
@terms_options
@page_option
@format_option
def compare(
    players: tuple[str, ...],
    others: str,
    rules: str,
    settings: tuple[str, ...],
    deals: int,
    seed: int,
    match_games: int,
    output: Path | None,
    form: str,
    **options: Any,
) -> None:
    """Compare bots on the same deals in every seating.

    A file bots/shy.py stands for all bots that it defines, a folder for all bots of its files (they are executed).
    Each in turn sits with the same others.

    Example: tongits mahjong compare greedy caller --rules visayan --deals 20k
    """
    from mahjong_sim.experiments.compare import planned, play
    from mahjong_sim.rules import load

    bots = [spec for text in players for spec in split_specs(text)]
    job = planned(load(rules, settings), bots, others=others, deals=deals, seed=seed, match_games=match_games)
    _played(options, output, form, lambda run_options: play(job, run_options), "ranking")


@mahjong.command()
@_rules_options
@changes_options_of(WORDS)
@dry_run_option
@_players_option
@deals_options("Deals per rule set, each played in every seating unless all players are the same.", _MATCH, 5_000)
@running_options
@terms_options
@page_option
@format_option
def whatif(
    rules: str,
    settings: tuple[str, ...],
    change: tuple[str, ...],
    preset_to: tuple[str, ...],
    dry_run: bool,
    players: str,
    deals: int,
    seed: int,
    match_games: int,
    output: Path | None,
    form: str,
    **options: Any,
) -> None:
    """Measure what a change of the house rules does.

    All rule sets play the same deals with the same bots. Changes are measured one by one; with commas between them
    they are made together.

    Example: tongits mahjong whatif --rules visayan pay.discarder=1
    """
    from mahjong_sim.experiments.whatif import planned, play

    if not (change or preset_to):
        raise click.UsageError("nothing is changed; for example: tongits mahjong whatif pay.discarder=1")
    job = planned(rules, (*change, *preset_to), players, settings, deals, seed, match_games)
    if dry_run:
        games = job.deals * job.games_per_deal * len(job.arms)
        click.echo(f"{len(job.arms)} rule sets on {job.deals:,} deals: {games:,} games. Nothing was played.")
        return

    def rows(answer: Any) -> list[dict[str, Any]]:
        return [{"change": row.change, **effect.to_dict()} for row in answer.changes for effect in row.effects]

    _played(options, output, form, lambda run_options: play(job, run_options), rows)


@mahjong.command()
@click.argument("bot", default="expert", metavar="[BOT]", type=WORDS["[BOT]"])
@others_option_of(WORDS, "greedy,caller,defender", "tongits mahjong")
@tried_option
@_rules_options
@sizes_options
@running_options
@format_option
def tune(
    bot: str,
    others: str,
    tried: tuple[str, ...],
    rules: str,
    settings: tuple[str, ...],
    deals: int,
    check_deals: int,
    seed: int,
    form: str,
    **options: Any,
) -> None:
    """Tune the parameters of a bot, and measure it on held-out deals.

    Tunes one parameter after another, each on new deals. A value is changed only if the new value earns more, by
    more than a standard error. The gain is measured on held-out deals.

    Example: tongits mahjong tune expert --deals 200
    """
    from mahjong_sim.rules import load
    from mahjong_sim.tuning import tune as run
    from reports.text.tuned import print_tuned

    where = pop_running_options(options)
    with ProgressBar() as bar:
        answer = run(
            load(rules, settings),
            bot,
            others,
            dict(map(values_of, tried)) or None,
            deals=deals,
            check_deals=check_deals,
            seed=seed,
            run_options=RunOptions(**where, progress=bar, notice=to_stderr),
        )
    print_tuned(answer, form)


@mahjong.group()
def analyze() -> None:
    """Answer a question about the game."""


@analyze.command()
@_rules_options
@_players_option
@click.option(
    "--deals",
    "--games",
    "-n",
    "deals",
    type=Count(1, 10**9),
    default=5_000,
    show_default=True,
    help="Number of deals for each variant; a session is played for every ten.",
)
@seed_option("deals")
@click.option(
    "--session-games",
    type=Count(1, 10**6),
    default=32,
    show_default=True,
    help="Games per session; mano (the dealer) and the pot carry over from game to game.",
)
@running_options
@terms_options
@page_option
@format_option
def payouts(
    rules: str,
    settings: tuple[str, ...],
    players: str,
    deals: int,
    seed: int,
    session_games: int,
    output: Path | None,
    form: str,
    **options: Any,
) -> None:
    """What do house rules pay, how often is each hand made, and what can a session cost?

    Variants of the house rules are played on the same walls by the same bots. Other games count how often hands are
    paid for each item. Sessions are matches of many games, in which mano and the pot carry over; the lowest total on
    the way is the money that a player must bring.
    """
    from mahjong_sim.payouts import analyze_payouts
    from mahjong_sim.rules import load
    from tongits_sim.run.files import keep

    chosen = load(rules, settings)

    def play(run_options: RunOptions) -> Any:
        return analyze_payouts(chosen, players, deals, seed, session_games=session_games, run_options=run_options)

    out = options["out"]
    answer = _played(options, output, form, play, "sessions")
    if out is not None:
        keep(answer.to_dict(), out)


@mahjong.command(short_help=COMMANDS["score"])
@click.argument("tiles", nargs=-1, required=True, metavar="TILES")
@click.option("--melds", default="", metavar="MELDS", help="Bahay on the table: 'chow 1s, pung Dr, kang 5d, beauty'.")
@click.option(
    "--win", default=None, metavar="TILE", help="The winning tile; none if it lies in a meld.  [default: the last]"
)
@click.option(
    "--by",
    type=click.Choice(("discard", "wall", "back", "sagasa", "deal")),
    default="discard",
    show_default=True,
    help="Where the winning tile comes from; back: a gift, or for a flower; sagasa: robbed; deal: dealt complete.",
)
@click.option("--quick", is_flag=True, help="The win is quick.")
@click.option("--declared", is_flag=True, help="The wait was declared, for rules that pay only declared waits.")
@click.option("--joker", default=None, metavar="TILE", help="The tile whose other copies are jokers.")
@_rules_options
@format_option
def score(tiles: tuple[str, ...], rules: str, settings: tuple[str, ...], form: str, **how: Any) -> None:
    """Say what a hand is worth, item by item; or how far it is from winning, and what it waits for.

    TILES are the concealed tiles, the winning tile last, and the flowers: 1s to 9s, 1d to 9d, 1c to 9c, Dr Dg Dw, We Ws
    Ww Wn, F1 to F8. Seventeen tiles, three fewer for each meld on the table, win or have to discard; with one tile
    fewer the hand waits.

    \b
    Examples: tongits mahjong score "2s 3s 4s 5s 5s 5s 1d 2d 3d 7c 7c 7c Dr Dr Dr We We" --by wall
              tongits mahjong score "4d 5d 6d 8c 8c 2s 4s" --melds "pung We, chow 1s, secret 9d"
    """
    from mahjong_sim.hand_score import score as value_of
    from mahjong_sim.rules import load
    from mahjong_sim.shown.hand_score import screen, tables
    from reports.text.console import print_answer, show_screen

    answer = value_of(" ".join(tiles), load(rules, settings), **how)
    print_answer(answer, form, _score_rows, lambda shown: show_screen(screen(shown), tables(shown)))


def _score_rows(answer: HandScore) -> list[dict[str, Any]]:
    """The rows of CSV: items of a hand that wins; else waits, or discards."""
    if answer.value is not None:
        return [{"item": item, "units": units} for item, units in answer.items.items()]
    return [row.to_dict() for row in answer.waits or answer.discards]


@mahjong.command()
@_rules_options
@_players_option
@games_options(10)
@from_match_options
def records(output: Path | None, from_match: int, **options: Any) -> None:
    """Write games move by move, one JSON object per line.

    The games are those that `simulate` plays with the same options.

    Example: tongits mahjong records --rules visayan --games 100 --seed 7 -o games.jsonl
    """
    from mahjong_sim.records.write import play_job_records
    from tongits_sim.records.file import check_name

    job = _job(**options)
    if output is not None:
        check_name(output)
    job.prepare(to_stderr)
    write_games(play_job_records(job, from_match - 1), job.games, output, "tongits mahjong")


@mahjong.command(short_help=COMMANDS["replay"])
@file_options(WORDS)
@watch_option
@_rules_options
@watched_players(WORDS["A,B,C,D"], USUAL_PLAYERS, "Four bots to watch.")
@_names_option
@watch_seed_option
@looks_options
@full_option
@click.pass_context
def replay(
    ctx: click.Context,
    /,
    file: str,
    game: int | None,
    quiet: bool,
    step: bool,
    watch: bool,
    rules: str,
    settings: tuple[str, ...],
    players: str,
    seed: int | None,
    **looks: Any,
) -> None:
    """Show recorded games and verify every move and payment; or watch a new game.

    FILE is a file written by tongits mahjong records; - reads standard input. Stops with exit code 2 at the first game
    that breaks a rule.

    --watch needs no FILE: all hands of a new game are shown, move by move.

    \b
    Examples: tongits mahjong replay games.jsonl --game 3 --step
              tongits mahjong replay --watch --seed 7
    """
    from mahjong_sim.records import steps
    from mahjong_sim.records.replay import playback, verified_records
    from mahjong_sim.records.write import play_job_records
    from tongits_sim.records.file import read_lines

    if watch:
        if file:
            raise click.UsageError("--watch plays a new game; leave FILE out, or show it without --watch.")
        why = "is for recorded games; leave it out, or name a FILE without --watch."
        refuse_options(ctx, ("game", "quiet", "step"), why)

        def play(chosen: int) -> Iterator[Record]:
            job = _job(rules, settings, players, 1, chosen, None, False)
            job.prepare(to_stderr)
            yield from play_job_records(job)

        watch_game(seed, play, steps, Looks(**looks))
        return
    if not file:
        raise click.UsageError(
            f"name a FILE of games (- is standard input), or watch a new game: {ctx.command_path} --watch"
        )
    refuse_options(ctx, ("players", "seed"), "chooses a new game; add --watch, and name no FILE.")
    if was_set(ctx, "rules") or was_set(ctx, "settings"):
        raise click.UsageError("recorded games state their rules; for a new game add --watch.")
    if names_of(ctx):
        raise click.UsageError("--as names bots to --watch.")
    lines = read_lines(file)
    head = list(itertools.islice(lines, 1))  # a missing file fails before anything is compiled
    games = verified_records(file, itertools.chain(head, lines))
    show_games(file, games, Chosen(game, quiet, step), steps, playback, Looks(**looks))


@mahjong.group(invoke_without_command=True)
@click.pass_context
def rules(ctx: click.Context) -> None:
    """List, explain and compare house rules."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(rules_list)


@rules.command("list")
@format_option
def rules_list(form: str = "table") -> None:
    """List the presets."""
    from mahjong_sim import rules as house

    list_rules(house, form, "tongits mahjong rules show visayan")


@rules.command("show")
@click.argument("name", metavar="RULES", type=WORDS["RULES"])
@click.argument("part", metavar="[KNOB]", type=WORDS["[KNOB]"], default="")
@set_option_of(WORDS)
@format_option
def rules_show(name: str, part: str, settings: tuple[str, ...], form: str) -> None:
    """Show a rule set in short, or every rule of a part of it.

    RULES is a preset or a TOML file, KNOB a part of the rules such as win or pay, or one rule.

    Example: tongits mahjong rules show visayan
    """
    from mahjong_sim import rules as house
    from tongits_sim.knobs.book import nearest

    chosen = house.load(name, settings)
    show_rules(chosen.name, house.describe(chosen), form, part, "tongits mahjong", nearest(house, chosen))


@rules.command("diff")
@click.argument("first", metavar="RULES", type=WORDS["RULES"])
@click.argument("second", metavar="RULES", type=WORDS["RULES"])
@format_option
def rules_diff(first: str, second: str, form: str) -> None:
    """Show where two rule sets differ.

    Example: tongits mahjong rules diff visayan manila
    """
    from mahjong_sim import rules as house

    old = house.load(first)
    new = house.load(second)
    show_changes(old.name, new.name, house.diff(old, new), form, house.RuleSet.ALL)


@rules.command("explain")
@click.argument("number", metavar="RULE", type=WORDS["RULE"])
@_rules_options
@format_option
def rules_explain(number: str, rules: str, settings: tuple[str, ...], form: str) -> None:
    """Explain a rule by its number.

    RULE is a rule, such as V9. Its knobs follow, with their values under --rules.

    Example: tongits mahjong rules explain V9
    """
    from mahjong_sim import rules as house
    from mahjong_sim.rules.rulebook import BOOK

    entry = BOOK.rule(number)
    chosen = house.load(rules, settings)
    show_rule(entry, chosen.name, house.describe(chosen), form)


@rules.command("knobs")
@click.argument("name", metavar="[KNOB]", type=WORDS["[KNOB]"], default="")
@format_option
def rules_knobs(name: str, form: str) -> None:
    """List the knobs of the house rules, or explain one.

    KNOB is a knob, such as win.several, or the part before its dot.

    Example: tongits mahjong rules knobs win.several
    """
    from mahjong_sim.rules import RuleSet
    from mahjong_sim.rules.rulebook import presets

    show_knobs(RuleSet.ALL, name, presets(), form)


@mahjong.group(invoke_without_command=True)
@click.pass_context
def strategies(ctx: click.Context) -> None:
    """List and explain the bots and their parameters."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(strategies_list)


@strategies.command("list")
@format_option
def strategies_list(form: str = "table") -> None:
    """List the bots and the defaults of their parameters."""
    from mahjong_sim.bots.registry import names, strategy

    compare = "One of them: tongits mahjong strategies show greedy   Compare: tongits mahjong compare A B C"
    show_strategies(map(strategy, names()), form, (), ["", compare])


@strategies.command("show")
@click.argument("spec", metavar="STRATEGY", type=WORDS["STRATEGY"])
@format_option
def strategies_show(spec: str, form: str) -> None:
    """Explain a bot and its parameters.

    Example: tongits mahjong strategies show greedy
    """
    from mahjong_sim.bots.registry import load_player

    show_player(load_player(spec), form)


@mahjong.command(short_help=COMMANDS["selfcheck"])
@checking_options(WORDS, "four")
@format_option
@click.pass_context
def selfcheck(
    ctx: click.Context,
    /,
    deals: int,
    seed: int,
    speed: bool,
    games: int,
    repeat: int,
    player: str,
    presets: tuple[str, ...],
    form: str,
) -> None:
    """Compare simulated deals with exact probabilities. Or measure games per second on this machine.

    Exit code 1: a simulated share is more than 4.5 standard errors from its exact probability.

    \b
    Examples: tongits mahjong selfcheck
              tongits mahjong selfcheck --speed --rules visayan
    """
    check_options(ctx, speed)
    from mahjong_sim import selfcheck as checks
    from reports.text.selfcheck import print_bench, print_checks

    if not speed:
        rows = checks.run(deals, seed)
        print_checks("mahjong selfcheck", rows, deals, seed, form)
        end_failed(rows)
        return
    from mahjong_sim.bots.registry import load_player
    from mahjong_sim.rules import load
    from tongits_sim.experiments.benchmark import measure

    for preset in presets:
        load(preset)
    print_bench(measure(checks, load_player(player), games, repeat, presets, seats="four"), form)
