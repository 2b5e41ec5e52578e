"""The command `rules`: house rules in words, the rulebook by number, knobs and their values."""

from __future__ import annotations

import click

from reports.commands.candidates import WORDS
from reports.commands.options import rules_options, set_option
from reports.commands.printing_options import format_option
from reports.commands.rules_new import rules_new
from reports.text.listing import list_rules, show_changes, show_knobs, show_rule, show_rules
from tongits_sim.knobs.book import nearest


@click.group(invoke_without_command=True)
@click.pass_context
def rules(ctx: click.Context) -> None:
    """List, explain and compare house rules."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(rules_list)


rules.add_command(rules_new)


@rules.command("list")
@format_option
def rules_list(form: str = "table") -> None:
    """List the presets, and what can be added to them."""
    import tongits_sim.rules as house

    list_rules(house, form, "tongits", "pagat")


@rules.command("show")
@click.argument("name", metavar="RULES", type=WORDS["RULES"])
@click.argument("part", metavar="[KNOB]", type=WORDS["[KNOB]"], default="")
@set_option
@format_option
def rules_show(name: str, part: str, settings: tuple[str, ...], form: str) -> None:
    """Show a rule set in short, or every rule of a part of it.

    RULES is a preset or a TOML file, KNOB a part of the rules such as call or pay, or one rule.

    Example: tongits rules show pagat
    """
    import tongits_sim.rules as house

    chosen = house.load(name, settings)
    show_rules(chosen.name, house.describe(chosen), form, part, "tongits", nearest(house, chosen))


@rules.command("diff")
@click.argument("first", metavar="RULES", type=WORDS["RULES"])
@click.argument("second", metavar="RULES", type=WORDS["RULES"])
@format_option
def rules_diff(first: str, second: str, form: str) -> None:
    """Show where two rule sets differ.

    Example: tongits rules diff pagat online
    """
    import tongits_sim.rules as house

    old = house.load(first)
    new = house.load(second)
    show_changes(old.name, new.name, house.diff(old, new), form, house.RuleSet.ALL)


@rules.command("explain")
@click.argument("number", metavar="RULE", type=WORDS["RULE"])
@rules_options
@format_option
def rules_explain(number: str, rules: str, settings: tuple[str, ...], form: str) -> None:
    """Explain a rule by its number.

    RULE is a rule, such as R9. Its knobs follow, with their values under --rules.

    Example: tongits rules explain R9
    """
    import tongits_sim.rules as house
    from tongits_sim.rules.rulebook import BOOK

    entry = BOOK.rule(number)
    chosen = house.load(rules, settings)
    show_rule(entry, chosen.name, house.describe(chosen), form)


@rules.command("knobs")
@click.argument("name", metavar="[KNOB]", type=WORDS["[KNOB]"], default="")
@format_option
def rules_knobs(name: str, form: str) -> None:
    """List the knobs of the house rules, or explain one.

    KNOB is a knob, such as call.timing, or the part before its dot.

    Example: tongits rules knobs call.timing
    """
    from tongits_sim.rules import RuleSet
    from tongits_sim.rules.rulebook import presets

    show_knobs(RuleSet.ALL, name, presets(), form)
