"""The command `rules`: list, explain and compare house rules."""

from __future__ import annotations

import click

from mahjong_sim.commands.options import WORDS, rules_options
from reports.commands.options import set_option_of
from reports.commands.printing_options import format_option
from reports.text.listing import (
    list_rules,
    show_changes,
    show_knobs,
    show_rule,
    show_rules,
)


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
    from mahjong_sim import rules as house

    list_rules(house, form, "tongits mahjong", "visayan")


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
@rules_options
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
