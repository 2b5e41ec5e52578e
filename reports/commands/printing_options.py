"""How a command prints: format, length, language, amounts in money, time at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click

from reports.commands.candidates import WORDS
from reports.commands.option_groups import Command, combined
from tongits_sim.run.numbers import abbreviated

FORMATS = ("table", "json", "csv")


def _stake(ctx: click.Context, _param: click.Parameter, text: str | None) -> None:
    """`--stake`: amounts are in money until the command ends. Raises StakeError."""
    if text is not None:
        from analyses.money import at, parse_stake

        ctx.with_resource(at(money=parse_stake(text)))


def _pace(ctx: click.Context, _param: click.Parameter, text: str | None) -> None:
    """`--pace`: sentences say how long games last until the command ends. Raises PaceError."""
    if text is not None:
        from analyses.money import at, parse_pace

        ctx.with_resource(at(pace=parse_pace(text)))


stake_option = click.option(
    "--stake",
    default=None,
    expose_value=False,
    callback=_stake,
    metavar="AMOUNT",
    help='What a unit is worth, such as "20 peso": show amounts in money.',
)


def _language(ctx: click.Context, _param: click.Parameter, text: str) -> None:
    """`--lang`: output for people is in this language until the command ends. Raises UsageError."""
    from reports.text.language import LANGUAGES, language_of, speaking

    if not (name := language_of(text)):
        raise click.UsageError(f"no language {abbreviated(text)}; choose {' or '.join(LANGUAGES)}")
    ctx.with_resource(speaking(name))


def _usual_language() -> str:
    from reports.text.language import usual_language

    return usual_language()


lang_option = click.option(
    "--lang",
    default=_usual_language,
    show_default="the language of LANG, else en",
    type=WORDS["LANGUAGE"],
    expose_value=False,
    callback=_language,
    help="Language: en, or tl (Filipino, which no native speaker has read yet).",
)
"""`--lang`, for commands that people at a table read."""
terms_options = combined(
    stake_option,
    click.option(
        "--pace",
        default=None,
        expose_value=False,
        callback=_pace,
        metavar="SECONDS",
        help="Length of a turn, such as 8s: also say how long games last.",
    ),
)
"""`--stake` and `--pace`: they change sentences, not games."""


def _full(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    """`--full`: answers are printed in full until the command ends."""
    if wanted:
        from reports.text.console import in_full

        ctx.with_resource(in_full())


full_option = click.option("--full", is_flag=True, expose_value=False, callback=_full, help="Print everything.")


def _plain(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    """`--plain`: answers are printed for a screen reader until the command ends."""
    if wanted:
        from reports.text.console import in_plain

        ctx.with_resource(in_plain())


plain_option = click.option(
    "--plain", is_flag=True, expose_value=False, callback=_plain, help="Sentences and lists, for a screen reader."
)


def format_option_of(forms: Sequence[str]) -> Callable[[Command], Command]:
    """`--format` of a command that has only some of `FORMATS`."""
    kind = click.Choice(forms, case_sensitive=False)
    return combined(
        click.option("--format", "form", type=kind, default="table", show_default=True, help="Output format."),
        full_option,
        plain_option,
    )


format_option = format_option_of(FORMATS)
