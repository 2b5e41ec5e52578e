"""The command line. A command parses, calls one function and prints; what it needs is imported when it runs."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import click

from reports.commands.analyze import analyze
from reports.commands.batch import batch
from reports.commands.compare import compare
from reports.commands.options import (
    Whole,
    chosen_rules,
    format_option,
    games_options,
    players_option,
    rules_options,
)
from reports.commands.report import report
from reports.commands.shell import Shell, end
from reports.commands.simulate import job_of, simulate
from reports.commands.status import status
from reports.commands.whatif import whatif

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def _version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted:
        from tongits_sim.version import VERSION

        click.echo(f"tongits {VERSION}")
        ctx.exit()


@click.group(cls=Shell, context_settings=CONTEXT)
@click.option("--version", is_flag=True, callback=_version, expose_value=False, is_eager=True, help="Show the version.")
@click.option("--debug", is_flag=True, expose_value=False, help="Show where an error in the program came from.")
def main() -> None:
    """Play millions of games of Tongits between bots, and see what works.

    Start with: tongits simulate
    """


@main.command()
@rules_options
@players_option
@games_options(default=10)
@click.option(
    "--first-match", type=Whole(0, 10**12), default=0, show_default=True, help="The number of the first match played."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="The file to write.  [default: standard output]",
)
def records(
    rules: str,
    settings: tuple[str, ...],
    players: str,
    games: int,
    seed: int,
    match_games: int | None,
    fixed_seats: bool,
    first_match: int,
    output: Path | None,
) -> None:
    """Write down games move by move, one JSON object a line: the games that simulate plays.

    Example: tongits records --rules pagat --games 100 --seed 7 -o games.jsonl
    """
    from tongits_sim.records.write import play_job_records, write_records
    from tongits_sim.run.warmup import to_stderr

    job = job_of(rules, settings, players, games, seed, match_games, fixed_seats)
    job.prepare(to_stderr)
    written = write_records(play_job_records(job, first_match), output)
    if output is not None and output.is_file():
        click.echo(f"Wrote {written:,} game{'' if written == 1 else 's'} to {output}.")


@main.command()
@click.argument("file", metavar="FILE")
@click.option(
    "--game", type=Whole(1, 10**12), default=None, help="Show only the game in this place of the file, from 1."
)
@click.option("--quiet", is_flag=True, help="Show no game, only verify them.")
def replay(file: str, game: int | None, quiet: bool) -> None:
    """Play recorded games back as text, and verify every move and every payment.

    FILE is what tongits records writes; - is the standard input. Ends with exit code 2 at the first game that breaks
    a rule.

    Example: tongits replay games.jsonl --game 3
    """
    from tongits_sim.designs.warmup import prepare_board
    from tongits_sim.records.playback import playback
    from tongits_sim.records.read import read_lines, verified_records

    lines = read_lines(file)
    first = next(lines, "")  # a file that cannot be read is not worth compiling for
    prepare_board()
    number = 0
    for number, record in enumerate(verified_records(file, itertools.chain([first], lines)), start=1):
        if not quiet and game in (None, number):
            click.echo("\n".join(playback(record)) + "\n")
        if number == game:
            break
    if game is not None and number < game:
        raise click.UsageError(f"there is no game {game} in {file}: it holds {number}.")
    click.echo(f"{number:,} game{'' if number == 1 else 's'} verified: every move is legal and every payment right.")


main.add_command(analyze)
main.add_command(batch)
main.add_command(compare)
main.add_command(report)
main.add_command(simulate)
main.add_command(status)
main.add_command(whatif)

# --- rules ---


@main.group(invoke_without_command=True)
@click.pass_context
def rules(ctx: click.Context) -> None:
    """House rules: what there is, in words."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(rules_list)


@rules.command("list")
@format_option
def rules_list(form: str = "table") -> None:
    """List the presets and the overlays that go over them."""
    from reports.text.console import print_rows
    from tongits_sim.rules import overlay_names, preset_names, preset_summary, preset_title

    names = [(name, name) for name in preset_names()] + [(name, f"+{name}") for name in overlay_names()]
    rows = [{"rules": shown, "title": preset_title(name), "summary": preset_summary(name)} for name, shown in names]
    print_rows(rows, form, {"rules": "Rules", "title": "Title", "summary": "What it is"})


@rules.command("show")
@click.argument("name", metavar="RULES")
@click.option("--set", "settings", multiple=True, metavar="KNOB=VALUE", help="Change one house rule.")
@format_option
def rules_show(name: str, settings: tuple[str, ...], form: str) -> None:
    """Explain every house rule of a preset, preset+overlay or TOML file.

    Example: tongits rules show pagat+joker
    """
    from reports.text.console import print_rows
    from tongits_sim.rules import describe

    chosen = chosen_rules(name, settings)
    rows = [line._asdict() for line in describe(chosen)]
    print_rows(rows, form, {"knob": "Knob", "value": "Value", "sentence": f"What it means in {chosen.name}"})


@rules.command("diff")
@click.argument("one", metavar="RULES")
@click.argument("other", metavar="RULES")
@format_option
def rules_diff(one: str, other: str, form: str) -> None:
    """Show where two sets of house rules differ.

    Example: tongits rules diff pagat online
    """
    from reports.text.console import print_rows
    from tongits_sim.rules import diff

    a, b = chosen_rules(one, ()), chosen_rules(other, ())
    rows = [change._asdict() for change in diff(a, b)]
    if not rows and form == "table":
        click.echo(f"{a.name} and {b.name} are the same rules.")
        return
    print_rows(rows, form, {"knob": "Knob", "a_sentence": a.name, "b_sentence": b.name})


# --- strategies ---


@main.group(invoke_without_command=True)
@click.pass_context
def strategies(ctx: click.Context) -> None:
    """The bots: what there is, and their numbers."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(strategies_list)


@strategies.command("list")
@format_option
def strategies_list(form: str = "table") -> None:
    """List the bots."""
    from reports.text.console import print_rows
    from strategies import names, strategy

    found = [strategy(name) for name in names()]
    rows = [{"strategy": each.name, "params": _params(each), "summary": each.summary} for each in found]
    print_rows(rows, form, {"strategy": "Strategy", "summary": "What it does", "params": "Its numbers"})


@strategies.command("show")
@click.argument("spec", metavar="STRATEGY")
@format_option
def strategies_show(spec: str, form: str) -> None:
    """Explain a bot and its numbers.

    Example: tongits strategies show greedy
    """
    from reports.text.console import print_rows
    from strategies import load_player

    player = load_player(spec)
    found = player.strategy
    if form == "table":
        click.echo(f"{player.label}: {found.summary}")
        if not found.params:
            click.echo("It has no numbers to set.")
            return
    values = player.parameters()
    rows = [
        {"param": p.name, "value": f"{values[p.name]:g}", "bounds": f"{p.low:g} to {p.high:g}", "meaning": p.meaning}
        for p in found.params
    ]
    print_rows(rows, form, {"param": "Number", "value": "Value", "bounds": "Bounds", "meaning": "Meaning"})


def _params(strategy: Any) -> str:
    return ", ".join(f"{param.name}={param.default:g}" for param in strategy.params)


# --- checks and measurements ---


@main.command()
@click.option("--deals", type=Whole(1000, 10**9), default=2_000_000, show_default=True, help="How many deals to make.")
@click.option("--seed", type=Whole(0, 2**64 - 1), default=1, show_default=True, help="Same seed, same deals.")
@format_option
def selfcheck(deals: int, seed: int, form: str) -> None:
    """Compare exact probabilities with simulated deals; fails if one lies too far off."""
    from reports.text.checks import print_checks
    from tongits_sim import selfcheck as checks

    rows = checks.run(deals, seed)
    print_checks(rows, deals, seed, form)
    failed = [row.check for row in rows if not row.passed]
    if failed:
        end(f"Error: {len(failed)} of {len(rows)} checks failed: {'; '.join(failed)}", 1)


@main.command()
@click.option("--games", type=Whole(1000, 10**9), default=500_000, show_default=True, help="Games of one run.")
@click.option("--repeat", type=Whole(1, 1000), default=5, show_default=True, help="Runs; the median counts.")
@click.option("--player", default="greedy", show_default=True, help="The bot on all three seats.")
@click.option("--rules", "presets", multiple=True, metavar="RULES", help="Only these rules; may be repeated.")
@format_option
def bench(games: int, repeat: int, player: str, presets: tuple[str, ...], form: str) -> None:
    """Measure games per second on this machine."""
    from reports.text.checks import print_bench
    from strategies import load_player
    from tongits_sim.bench import PRESETS, measure

    for preset in presets:
        chosen_rules(preset, ())
    print_bench(measure(load_player(player), games, repeat, presets or PRESETS), form)


if __name__ == "__main__":
    main(prog_name="tongits")
