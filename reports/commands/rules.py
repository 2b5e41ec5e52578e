"""`tongits rules`: the house rules in words."""

from __future__ import annotations

import click

from reports.commands.candidates import WORDS
from reports.commands.options import chosen_rules, format_option, set_option
from reports.commands.rules_explain import rules_explain
from reports.commands.rules_knobs import rules_knobs


@click.group(invoke_without_command=True)
@click.pass_context
def rules(ctx: click.Context) -> None:
    """List, explain and compare house rules."""
    if ctx.invoked_subcommand is None:
        ctx.invoke(rules_list)


@rules.command("list")
@format_option
def rules_list(form: str = "table") -> None:
    """List the presets, and the overlays that can be added to them."""
    from reports.text.console import print_rows
    from tongits_sim.rules import overlay_names, preset_names, preset_summary, preset_title

    names = [(name, name) for name in preset_names()] + [(name, f"+{name}") for name in overlay_names()]
    rows = [{"rules": spec, "title": preset_title(name), "summary": preset_summary(name)} for name, spec in names]
    print_rows(rows, form, {"rules": "Rules", "title": "Title", "summary": "What it is"})


@rules.command("show")
@click.argument("name", metavar="RULES", type=WORDS["RULES"])
@set_option
@format_option
def rules_show(name: str, settings: tuple[str, ...], form: str) -> None:
    """Explain every house rule of a rule set.

    RULES is a preset, preset+overlay or TOML file.

    Example: tongits rules show pagat+joker
    """
    from reports.text.listing import show_rules
    from tongits_sim.rules import describe

    house_rules = chosen_rules(name, settings)
    show_rules(house_rules.name, describe(house_rules), form)


@rules.command("diff")
@click.argument("one", metavar="RULES", type=WORDS["RULES"])
@click.argument("other", metavar="RULES", type=WORDS["RULES"])
@format_option
def rules_diff(one: str, other: str, form: str) -> None:
    """Show where two rule sets differ.

    Example: tongits rules diff pagat online
    """
    from reports.text.listing import show_changes
    from tongits_sim.rules import diff

    a, b = chosen_rules(one, ()), chosen_rules(other, ())
    show_changes(a.name, b.name, diff(a, b), form)


rules.add_command(rules_explain)
rules.add_command(rules_knobs)
