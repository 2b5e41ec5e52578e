"""`tongits rules explain R9.2`: a rule of the rulebook, its knobs, and their values under some house rules."""

from __future__ import annotations

import click

from reports.commands.options import chosen_rules, format_option, rules_options


@click.command("explain")
@click.argument("number", metavar="RULE")
@rules_options
@format_option
def rules_explain(number: str, rules: str, settings: tuple[str, ...], form: str) -> None:
    """Explain a rule by its number.

    RULE is a rule such as R9, or a part of one such as R9.2. Its knobs follow, with their values under --rules.

    Example: tongits rules explain R9.2
    """
    from reports.text.console import print_csv, print_json, print_rows, show
    from tongits_sim.rules import describe
    from tongits_sim.rules.rulebook import rule

    entry = rule(number)
    house_rules = chosen_rules(rules, settings)
    own = {knob.name for knob in entry.knobs}
    rows = [line._asdict() for line in describe(house_rules) if line.knob in own]
    if form == "json":
        head = {"rule": entry.number, "title": entry.title, "text": entry.plain, "rules": house_rules.name}
        print_json({**head, "knobs": rows})
        return
    if form == "csv":
        print_csv(rows)
        return
    show(f"{entry.number} {entry.title}", style="bold")
    for paragraph in entry.plain.split("\n\n"):
        show("", paragraph)
    if not rows:
        show("", "No knob varies it.")
        return
    headings = {"knob": "Knob", "value": "Value", "sentence": f"What it means in {house_rules.name}"}
    print_rows(rows, form, headings)
