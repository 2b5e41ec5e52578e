"""The best answers to nine styles in words: three small maps, and the cost of a wrong read."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from analyses.answers.styles import Style, StyleResponse, StylesAnswer
from analyses.words.parts import Advice, Finding, Table
from tongits_sim.run.answers import Estimate
from tongits_sim.run.numbers import amount, decimals, units

CALLERS = ("timid", "normal", "bold")
CHALLENGERS = ("shy", "normal", "stubborn")
_ABOUT = "Rows: how both opponents call; columns: how they challenge."


def asked(answer: StylesAnswer) -> str:
    """One line about what was played."""
    return (
        f"styles · best answers to two opponents of nine styles · card play of {answer.play} · rules {answer.rules} · "
        f"{answer.deals:,} deals, each in three seatings · seed {answer.seed}"
    )


def headline(answer: StylesAnswer) -> str:
    """The worth of the best read."""
    best = max(answer.responses, key=lambda each: _mean(each.right))
    return (
        f"Against two {_who(best.style)} the best answer wins {_units(best.right)} a game more than {answer.play} as "
        f"it is: {_habit(best)}."
    )


def sentences(answer: StylesAnswer) -> list[str]:
    """The cost of a wrong read, and the limits of these answers."""
    worst = min(answer.responses, key=lambda each: _mean(each.worst.gain))
    open_ = max(answer.responses, key=lambda each: _mean(each.exploitability))
    return [
        (
            f"The costliest wrong read: playing for {_who(worst.style)} when they are {worst.worst.style.name} brings "
            f"{_units(worst.worst.gain)} a game compared with {answer.play} as it is."
        ),
        (
            f"A best answer is itself exploitable: the answer to {_who(open_.style)} leaves one seat "
            f"{_units(open_.exploitability)} a game to gain against two who play it."
        ),
        (
            "Answers are calls and challenges inside the cells of a profile. All amounts were measured on deals that "
            "fitted nothing; a better answer may exist."
        ),
    ]


def advice(answer: StylesAnswer) -> list[Advice]:
    """For the first screen: advice against the clearest styles."""
    text = " ".join(
        f"Against {_who(each.style)}: {_habit(each)} ({_units(each.right)} a game)."
        for each in (answer.response("timid", "shy"), answer.response("bold", "stubborn"))
    )
    return [Advice("Who sits there: how do I play against the style I have noticed?", text, sentences(answer)[0])]


def tables(answer: StylesAnswer) -> list[Table]:
    """The maps, their prices, and everything."""
    return [*console(answer), _everything(answer), _styles(answer)]


def console(answer: StylesAnswer) -> list[Table]:
    """The maps for a terminal."""
    return [
        _map(answer, "right", "What the right read is worth, units a game", lambda each: _amount(each.right)),
        _map(answer, "calls", "How often the best answer calls when it may", lambda each: _share(each.habits.calls)),
        _map(
            answer,
            "challenges",
            "How often the best answer challenges when it may",
            lambda each: _share(each.habits.challenges),
        ),
        _map(
            answer,
            "wrong",
            "What it brings against the style that suits it least, units a game",
            lambda each: f"{_amount(each.worst.gain)} ({each.worst.style.name})",
        ),
        _map(
            answer,
            "open",
            "What one seat gains against two who play that answer, units a game",
            lambda each: _amount(each.exploitability),
        ),
    ]


def findings(answer: StylesAnswer) -> list[Finding]:
    """No figures: a map of nine boxes is a table."""
    return []


def pocket(answer: StylesAnswer) -> list[Table]:
    """The maps beside the answers of the first screen."""
    return console(answer)[:3]


def title(answer: StylesAnswer) -> str:
    """The heading over the numbers."""
    return "Best answers to nine styles"


def size(answer: StylesAnswer) -> str:
    """How much was played."""
    return f"{answer.deals:,} deals for each of ten answers against nine styles"


def method(answer: StylesAnswer) -> dict[str, str]:
    """How the numbers were made."""
    return {
        "styles": (
            f"Best answers were fitted in {answer.rounds} rounds of {answer.games:,} games, both answers played on at "
            "every call and challenge, and measured on other deals, each also played without them."
        )
    }


def _map(answer: StylesAnswer, key: str, caption: str, cell: Callable[[StyleResponse], str]) -> Table:
    rows = [[calls, *(cell(answer.response(calls, each)) for each in CHALLENGERS)] for calls in CALLERS]
    headings = ["They call, challenge", *CHALLENGERS]
    return Table(f"styles-{key}", caption, headings, rows, note=_ABOUT)


def _everything(answer: StylesAnswer) -> Table:
    """Every answer against every true style."""
    names = [each.style.name for each in answer.responses]
    rows = [[each.style.name, *(_amount(result.gain) for result in each.results)] for each in answer.responses]
    note = (
        f"Units a game more than {answer.play} as it is. Rows: the style an answer was made for; columns: the true "
        "style. ± is half a 95 % interval."
    )
    return Table("styles-all", "Every answer against every style", ["Answer to", *names], rows, note=note)


def _styles(answer: StylesAnswer) -> Table:
    """The styles and their bots."""
    rows = [
        [
            each.style.name,
            answer.style_bots[each.style.name],
            _share(each.their_habits.calls),
            _share(each.their_habits.challenges),
            _amount(each.base_earns),
        ]
        for each in answer.responses
    ]
    note = f"How often such a player says yes when it may, beside {answer.play} and another of its style."
    headings = ["Style", "Bot", "Calls", "Challenges", f"{answer.play} earns"]
    return Table("styles-bots", "The styles", headings, rows, text=2, note=note)


def _who(style: Style) -> str:
    challengers = {"shy": "shy of challenging", "normal": "normal challengers", "stubborn": "stubborn challengers"}
    return f"{style.calls} callers who are {challengers[style.challenges]}"


def _habit(each: StyleResponse) -> str:
    return f"call {_share(each.habits.calls)} of your chances and challenge {_share(each.habits.challenges)} of calls"


def _share(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.0f} %"


def _mean(gain: Estimate) -> float:
    return 0.0 if gain.mean is None else gain.mean


def _units(gain: Estimate) -> str:
    return "an unknown amount" if gain.mean is None else units(gain.mean, gain.ci95)


def _amount(gain: Estimate) -> str:
    if gain.mean is None:
        return "–"
    half: float | None = gain.half_width
    digits = decimals(half / 10) if half else 2
    return amount(gain.mean, digits) + (f" ± {half:.{digits}f}" if half is not None else "")


def rows(answer: StylesAnswer) -> Sequence[dict[str, object]]:
    """The answer as rows of CSV: one for each answer and true style."""
    return [
        {
            "calls": each.style.calls,
            "challenges": each.style.challenges,
            "answer_calls": each.habits.calls,
            "answer_challenges": each.habits.challenges,
            "true_calls": result.style.calls,
            "true_challenges": result.style.challenges,
            "gain": result.gain,
            "exploitability": each.exploitability,
        }
        for each in answer.responses
        for result in each.results
    ]
