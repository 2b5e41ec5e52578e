"""`tongits rules explain R9.2`: a rule of the rulebook, its knobs, and their values under some house rules."""

from __future__ import annotations

import click

from reports.commands.candidates import WORDS
from reports.commands.options import chosen_rules, format_option, rules_options


@click.command("explain")
@click.argument("number", metavar="RULE", type=WORDS["RULE"])
@rules_options
@format_option
def rules_explain(number: str, rules: str, settings: tuple[str, ...], form: str) -> None:
    """Explain a rule by its number.

    RULE is a rule such as R9, or a part of one such as R9.2. Its knobs follow, with their values under --rules.

    Example: tongits rules explain R9.2
    """
    from reports.text.listing import show_rule
    from tongits_sim.rules import describe
    from tongits_sim.rules.rulebook import BOOK

    entry = BOOK.rule(number)
    house_rules = chosen_rules(rules, settings)
    show_rule(entry, house_rules.name, describe(house_rules), form)
