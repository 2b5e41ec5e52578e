"""Text made from the knob definitions: the module `codes.py` and the tables of `docs/rules.md`.

`python -m tongits_sim.rules codes` prints the module, `python -m tongits_sim.rules docs docs/rules.md` renews the
tables in that file; tests hold both files to what is made here.
"""

import re

from tongits_sim.rules.knob import Knob, Value
from tongits_sim.rules.library import overlay_names, preset_names, preset_summary, preset_title
from tongits_sim.rules.loading import load
from tongits_sim.rules.ruleset import GROUPS, KNOBS

_CODES_HEAD = '''"""The whole numbers that stand for the choices of the knobs in kernels.

The name is the knob's, then the value's; the code is the value's place in the rules' knob table. Knobs that are numbers
or true / false have no codes: the record holds the number itself, or 0 and 1.

Written by `python -m tongits_sim.rules codes`; a test compares it with the knob definitions.
"""
'''


def codes() -> dict[str, int]:
    """Every code by its name: `CALL_TIMING_END` is 1."""
    return {
        f"{knob.field_name}_{value}".upper(): code
        for knob in KNOBS.values()
        if knob.kind == "choice"
        for code, value in enumerate(knob.allowed)
    }


def codes_module() -> str:
    """The text of `codes.py`."""
    text = _CODES_HEAD
    for name, code in codes().items():
        text += ("\n" if code == 0 else "") + f"{name} = {code}\n"
    return text


def renewed(text: str) -> str:
    """The text with every part between `<!-- made: x -->` and `<!-- end -->` made anew."""
    made = {"presets": _list_of(preset_names()), "overlays": _list_of(overlay_names()), "table": _table()}
    made["knobs"] = "\n".join(_group(group.title(), group.__doc__ or "") for group in GROUPS)
    for part, lines in made.items():
        pattern = rf"(<!-- made: {part} -->\n).*?(<!-- end -->)"
        text = re.sub(pattern, lambda found, lines=lines: found[1] + lines + found[2], text, flags=re.DOTALL)  # type: ignore[misc]
    return text


def _list_of(names: tuple[str, ...]) -> str:
    return "".join(f"* `{name}` - **{preset_title(name)}.** {preset_summary(name)}\n" for name in names)


def _table() -> str:
    """The knobs on which presets differ, a column a preset; what is not the default is bold."""
    columns = [load(name).knobs() for name in preset_names()]
    rows = [["knob", *preset_names()], ["---"] * (1 + len(columns))]
    for name, knob in KNOBS.items():
        values = [column[name] for column in columns]
        if len(set(values)) > 1:
            rows.append([f"`{name}`", *(_cell(knob, value) for value in values)])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _cell(knob: Knob, value: Value) -> str:
    return knob.text(value) if value == knob.default else f"**{knob.text(value)}**"


def _group(title: str, doc: str) -> str:
    entries = [_entry(knob) for knob in KNOBS.values() if knob.name.startswith(f"{title}.")]
    return f"### {title}\n\n{doc}\n\n{''.join(entries)}"


def _entry(knob: Knob) -> str:
    """One knob: what it decides, then its values with their meaning."""
    range_ = f", {knob.wanted() if knob.kind == 'whole' else knob.kind}" if knob.template else ""
    lines = f"* `{knob.name}` ({knob.rule}{range_}; default `{knob.text(knob.default)}`): {knob.title}.\n"
    for value in (*knob.texts, *([_example(knob)] if knob.template else [])):
        lines += f"    * `{knob.text(value)}`: {knob.sentence(value)}\n"
    return lines


def _example(knob: Knob) -> Value:
    """A value of a number knob whose sentence is not a special one."""
    if knob.kind == "share":
        return 0.05
    if knob.default not in knob.texts:
        return knob.default
    return 100 if knob.name == "match.progressive_target" else 2
