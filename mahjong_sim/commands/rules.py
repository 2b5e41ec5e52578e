"""`tongits mahjong rules`: the house rules in words."""

from __future__ import annotations

import click

from mahjong_sim.commands.options import chosen_rules, rules_options
from reports.commands.options import format_option


@click.group(invoke_without_command=True)
@click.pass_context
def rules(ctx: click.Context) -> None:
    """List, explain and compare house rules."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(rules_list)


@rules.command("list")
@format_option
def rules_list(form: str = "table") -> None:
    """List the presets."""
    from mahjong_sim.rules import PRESETS, preset
    from reports.text.console import print_rows

    rows = [{"rules": name, "title": preset(name).title, "summary": preset(name).summary} for name in PRESETS]
    print_rows(rows, form, {"rules": "Rules", "title": "Title", "summary": "What it is"})


@rules.command("show")
@click.argument("name", metavar="RULES")
@click.option("--set", "settings", multiple=True, metavar="KNOB=VALUE", help="Change one house rule; repeatable.")
@format_option
def rules_show(name: str, settings: tuple[str, ...], form: str) -> None:
    """Explain every house rule of a rule set.

    RULES is a preset or TOML file.

    Example: tongits mahjong rules show visayan
    """
    from mahjong_sim.rules import describe
    from reports.text.listing import show_rules

    house_rules = chosen_rules(name, settings)
    show_rules(house_rules.name, describe(house_rules), form)


@rules.command("diff")
@click.argument("one", metavar="RULES")
@click.argument("other", metavar="RULES")
@format_option
def rules_diff(one: str, other: str, form: str) -> None:
    """Show where two rule sets differ.

    Example: tongits mahjong rules diff visayan manila
    """
    from mahjong_sim.rules import diff
    from reports.text.listing import show_changes

    a, b = chosen_rules(one, ()), chosen_rules(other, ())
    show_changes(a.name, b.name, diff(a, b), form)


@rules.command("explain")
@click.argument("number", metavar="RULE")
@rules_options
@format_option
def rules_explain(number: str, rules: str, settings: tuple[str, ...], form: str) -> None:
    """Explain a rule by its number.

    RULE is a rule such as V9. Its knobs follow, with their values under --rules.

    Example: tongits mahjong rules explain V9
    """
    from mahjong_sim.rules import describe
    from mahjong_sim.rules.rulebook import BOOK
    from reports.text.listing import show_rule

    entry = BOOK.rule(number)
    house_rules = chosen_rules(rules, settings)
    show_rule(entry, house_rules.name, describe(house_rules), form)


@rules.command("knobs")
@click.argument("name", metavar="[KNOB]", default="")
@format_option
def rules_knobs(name: str, form: str) -> None:
    """List the knobs of the house rules, or explain one.

    KNOB is a knob such as win.several, or a group of knobs such as win.

    Example: tongits mahjong rules knobs win.several
    """
    from mahjong_sim.rules.rulebook import presets
    from mahjong_sim.rules.ruleset import ALL_KNOBS
    from reports.text.listing import show_knobs

    show_knobs(ALL_KNOBS, name, presets(), form)
