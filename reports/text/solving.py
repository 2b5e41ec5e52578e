"""The output of `tongits solve` and `tongits analyze exploit` in a terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from reports.text.console import show, table
from tongits_sim.any_game.seat_names import LETTERS
from tongits_sim.run.numbers import amount, between, decimals

if TYPE_CHECKING:
    from analyses.answers.solving import ExploitAnswer, Frequency, Reading, SolveAnswer
    from tongits_sim.run.answers import Estimate

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


def gain_words(gain: Estimate) -> str:
    """A gain with its interval: `+0.007 units a game (95 % interval +0.003 to +0.011)`."""
    if gain.mean is None:
        return "unknown"
    digits = decimals((gain.half_width or 0.01) / 10, most=6)
    limits = f" (95 % interval {between(list(gain.ci95), digits)})" if gain.ci95 else ""
    return f"{amount(gain.mean, digits)} units a game{limits}"


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


def show_exploit(answer: ExploitAnswer) -> None:
    """The meters side by side."""
    show()
    fitted = f" · fitted on {answer.fit_on}" if answer.fit_on else ""
    show(f"exploit · {answer.player} on all seats{fitted} · rules {answer.rules} · seed {answer.seed}", style="bold")
    show()
    shown = table("Meter", "Strongest deviation", "One seat gains", left=2)
    for each in answer.meters:
        shown.add_row(each.meter, each.by, gain_words(each.gain))
    show(shown)
    for each in answer.meters:
        show(f"{each.meter}: {each.searched}.")
        if each.parts:
            parts = ", ".join(f"{part.decision} {_short(part.gain)}" for part in each.parts)
            show(f"{each.meter}, at one kind of decision alone: {parts} units a game.")
    show(exploit_sentence(answer))


def exploit_sentence(answer: ExploitAnswer) -> str:
    """The finding about a player: the largest gain, a lower bound, and the stand-in if there was one."""
    best = max(answer.meters, key=lambda each: -math.inf if each.gain.mean is None else each.gain.mean)
    gained = any(each.gain.ci95 is not None and each.gain.ci95[0] > 0 for each in answer.meters)
    if answer.fit_on:
        measured = (
            f"Deviations were fitted and first chosen against {answer.fit_on}, a stand-in for {answer.player}; each "
            f"gain was measured against {answer.player} itself, on deals that neither fitted nor chose it, so it is a "
            f"lower bound: a search against {answer.player} itself, not {answer.fit_on}, may find more. "
        )
    else:
        measured = (
            "Each gain was measured on deals that neither fitted nor chose it, so it is a lower bound: a stronger "
            "search may find more. "
        )
    most = f"more than {gain_words(best.gain)}"
    if best.gain.mean is not None and best.gain.mean <= 0:
        most = f"anything; the best one: {gain_words(best.gain)}"
    return (
        f"No single deviation that we found gains {most} ({best.meter}). {measured}"
        f"{'' if gained else 'None was seen to gain, which proves nothing. '}"
        "Nothing is said about two opponents who change their play together."
    )


def _short(gain: Estimate) -> str:
    if gain.mean is None:
        return "unknown"
    digits = decimals((gain.half_width or 0.01) / 10, most=6)
    around = f" ± {gain.half_width:.{digits}f}" if gain.half_width is not None else ""
    return f"{amount(gain.mean, digits)}{around}"
