"""Text made from the knob definitions: the module `codes.py` and the tables of `docs/rules.md`.

`python -m tongits_sim.rules codes` and `python -m tongits_sim.rules docs` print them; tests hold the files to it.
"""

from tongits_sim.rules.ruleset import KNOBS

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
    for knob in KNOBS.values():
        if knob.kind == "choice":
            text += "\n"
            for code, value in enumerate(knob.allowed):
                text += f"{knob.field_name}_{value}".upper() + f" = {code}\n"
    return text
