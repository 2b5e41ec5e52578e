"""The output of `tongits solve` in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.text.console import show, table
from reports.text.exploit import gain_words
from tongits_sim.any_game.seat_names import LETTERS

if TYPE_CHECKING:
    from analyses.answers.solving import Frequency, Reading, SolveAnswer

_KINDS = {
    "call": "calls a draw",
    "respond": "challenges a call",
    "lay": "lays its first meld, not holds it",
    "sapaw": "makes a blocking sapaw",
}
_NAMES = {
    "call": "calls",
    "respond": "challenges",
    "lay": "laying the first meld or holding it",
    "sapaw": "blocking sapaws",
}
_METHODS = {"fictitious": "fictitious play", "regret": "discounted regret matching"}


def reading_words(reading: Reading) -> str:
    """A line of progress."""
    return f"Iteration {reading.iteration:,}, {reading.elapsed_s:.0f} s: one seat gains {gain_words(reading.gain)}"


def solved_sentences(answer: SolveAnswer) -> list[str]:
    """The profile found, how strong it is, and how to play it."""
    texts = []
    last = answer.exploitability
    if last is not None:
        texts.append(
            f"No deviation of one seat that we found inside the cells gains more than {gain_words(last.gain)}, "
            f"measured on {last.deals:,} held-out deals. That covers {_decisions(answer)} with the card play of "
            f"{answer.play}; it says nothing about two opponents who change their play together, or about card play."
        )
    texts.append(answer.stopped)
    if answer.file:
        texts.append(f'To play it: tongits compare "{answer.play}(file={answer.file})" {answer.play}{_rules(answer)}')
    return texts


def _decisions(answer: SolveAnswer) -> str:
    *most, last = (_NAMES[kind] for kind in answer.cells)
    return f"{', '.join(most)} and {last}"


def _rules(answer: SolveAnswer) -> str:
    return f" {answer.rules_option.strip()}" if answer.rules_option.strip() else ""


def show_solved(answer: SolveAnswer) -> None:
    """The answer in sentences and a table."""
    locked = "".join(f" · seat {LETTERS[int(seat) - 1]} {player}" for seat, player in answer.locks.items())
    show()
    show(
        f"solve · rules {answer.rules} · card play of {answer.play} · {answer.iterations:,} iterations of "
        f"{answer.games_per_iteration:,} games · {_METHODS[answer.method]} · seed {answer.seed}{locked}",
        style="bold",
    )
    show()
    show(*solved_sentences(answer))
    show()
    shown = table("Decision", "Asked a game", "Says yes", "Mixes")
    for each in answer.frequencies:
        shown.add_row(*_frequency(each))
    show(shown)
    show("Mixes: share of these decisions in cells where it says yes with a probability between 5 and 95 %.")


def _frequency(each: Frequency) -> tuple[str, str, str, str]:
    return _KINDS[each.kind], f"{each.asked:.2f}", f"{100 * each.yes:.1f} %", f"{100 * each.mixed:.0f} %"
