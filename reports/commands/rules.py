"""`rules` of any game: house rules in words, the rulebook by number, knobs and their values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from analyses.words import columns
from reports.commands.candidates import words_of
from reports.commands.options import format_option, rules_options_of, set_option_of, with_game_name
from reports.commands.rules_new import rules_new
from reports.text.console import full, grid_of, print_rows, show
from reports.text.listing import in_short, show_changes, show_knobs, show_rule, show_rules
from strategies.tongits import TONGITS
from tongits_sim.knobs.book import nearest

if TYPE_CHECKING:
    from tongits_sim.core.game import Game


def of_game(game: Game) -> click.Group:
    @click.group(invoke_without_command=True)
    @click.pass_context
    def rules(ctx: click.Context) -> None:
        """List, explain and compare house rules."""
        if ctx.invoked_subcommand is None:
            ctx.invoke(rules_list)

    rules_list = _list(game)
    rules.add_command(rules_list)
    for make in (_show, _diff, _explain, _knobs):
        rules.add_command(make(game))
    if game is TONGITS:
        rules.add_command(rules_new)
    return rules


def _list(game: Game) -> click.Command:
    @click.command("list")
    @format_option
    @with_game_name(game)
    def rules_list(form: str = "table") -> None:
        """List the presets, and what can be added to them."""
        house = game.rules
        names = [(name, name) for name in house.preset_names()] + [(name, f"+{name}") for name in house.overlay_names()]
        rows = [
            {"rules": spec, "title": house.preset_title(name), "summary": house.preset_summary(name)}
            for name, spec in names
        ]
        if form != "table" or full():
            print_rows(rows, form, {"rules": "rules", "title": "title", "summary": "what it is"})
            return
        cells = {"rules": lambda row: row["rules"], "in short": lambda row: in_short(row["summary"])}
        more = f"Read one: {game.command} rules show {game.default_rules}"
        show(grid_of(columns("rules", "", rows, cells, 2)), "", f"{more}   Sentences: rules list --full")

    return rules_list


def _show(game: Game) -> click.Command:
    @click.command("show")
    @click.argument("name", metavar="RULES", type=words_of(game)["RULES"])
    @click.argument("part", metavar="[KNOB]", type=words_of(game)["[KNOB]"], default="")
    @set_option_of(game)
    @format_option
    @with_game_name(game)
    def rules_show(name: str, part: str, settings: tuple[str, ...], form: str) -> None:
        """Show a rule set in short, or every rule of a part of it.

        RULES is a preset or a TOML file, KNOB a part of the rules such as call or pay, or one rule.

        Example: {game.command} rules show {game.default_rules}
        """
        house_rules = game.rules.load(name, settings)
        near = nearest(game.rules, house_rules)
        show_rules(house_rules.name, game.rules.describe(house_rules), form, part, game.command, near)

    return rules_show


def _diff(game: Game) -> click.Command:
    @click.command("diff")
    @click.argument("one", metavar="RULES", type=words_of(game)["RULES"])
    @click.argument("other", metavar="RULES", type=words_of(game)["RULES"])
    @format_option
    @with_game_name(game)
    def rules_diff(one: str, other: str, form: str) -> None:
        """Show where two rule sets differ.

        Example: {game.command} rules diff {game.default_rules} {game.other_rules}
        """
        a, b = game.rules.load(one), game.rules.load(other)
        show_changes(a.name, b.name, game.rules.diff(a, b), form, game.rules.RuleSet.ALL)

    return rules_diff


def _explain(game: Game) -> click.Command:
    @click.command("explain")
    @click.argument("number", metavar="RULE", type=words_of(game)["RULE"])
    @rules_options_of(game)
    @format_option
    @with_game_name(game)
    def rules_explain(number: str, rules: str, settings: tuple[str, ...], form: str) -> None:
        """Explain a rule by its number.

        RULE is a rule, such as {game.rule}. Its knobs follow, with their values under --rules.

        Example: {game.command} rules explain {game.rule}
        """
        entry = game.rulebook.BOOK.rule(number)
        house_rules = game.rules.load(rules, settings)
        show_rule(entry, house_rules.name, game.rules.describe(house_rules), form)

    return rules_explain


def _knobs(game: Game) -> click.Command:
    @click.command("knobs")
    @click.argument("name", metavar="[KNOB]", type=words_of(game)["[KNOB]"], default="")
    @format_option
    @with_game_name(game)
    def rules_knobs(name: str, form: str) -> None:
        """List the knobs of the house rules, or explain one.

        KNOB is a knob, such as {game.knob}, or the part before its dot.

        Example: {game.command} rules knobs {game.knob}
        """
        show_knobs(game.rules.RuleSet.ALL, name, game.rulebook.presets(), form)

    return rules_knobs
