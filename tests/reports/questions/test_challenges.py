"""The words, tables and figures of `analyze challenges`, from a document of few games."""

from __future__ import annotations

import io
from functools import cache

from analyses.answers.challenges import ChallengesAnswer
from analyses.question import inquiry
from analyses.registry import question
from reports.questions import challenges as words
from tests.analyses.answers.examples import challenges
from tests.playing import command


@cache
def document() -> ChallengesAnswer:
    """An answer."""
    asked = question("challenges")
    answer: ChallengesAnswer = asked.ask(inquiry(asked, players="greedy,bluffer,greedy", games=20_000, min_forks=50))
    return answer


def test_the_answer_names_players_and_estimator() -> None:
    headline = words.headline(document())
    assert "greedy, bluffer, greedy" in headline
    assert headline.endswith("(paired rollouts).")
    assert "±" in headline


def test_sentences_warn_of_the_naive_difference() -> None:
    sentences = words.sentences(document())
    assert any("not a causal effect" in text for text in sentences)
    assert any(text.startswith("The sign is resolved in ") for text in sentences)
    assert all(text.strip() for text in sentences)


def test_tables_are_whole() -> None:
    tables = words.tables(document())
    assert len({table.key for table in tables}) == len(tables)
    for table in tables:
        assert table.rows
        assert all(len(row) == len(table.headings) for row in table.rows), table.key


def test_figures_are_drawn_and_told() -> None:
    findings = words.findings(document())
    assert findings
    for each in findings:
        each.draw().savefig(io.BytesIO(), format="svg")
        assert each.text.endswith(".")


def test_on_the_command_line() -> None:
    code, out, err = command("analyze", "challenges", "--games", "3000", "--min-forks", "50", "--workers", "1")
    assert (code, err) == (0, "")
    assert "(paired rollouts)." in out
    code, out, _ = command("analyze", "challenges", "--games", "1000", "--format", "csv")
    assert code == 0
    assert "ci95_low" in out.splitlines()[0]
    assert "own_count" in out.splitlines()[0]


def test_a_limit_is_printed_only_where_it_describes_the_cells() -> None:
    good, bad = challenges((2.0, 1.0, -1.0)), challenges((-2.0, -1.0, 1.0), always=True)
    cells = [
        next(table for table in words.tables(each) if table.key == "thresholds").rows[0][2] for each in (good, bad)
    ]
    assert cells == ["19 (17 to 21)", "20 or more"]
    assert "19 or less" in words.advice(good)[0].says
    assert "any height" not in words.advice(bad)[0].says
    assert not any(text.startswith("Break-even") for text in words.sentences(bad))


def test_never_is_a_word() -> None:
    """What the bots do was printed as -1."""
    text = " ".join(words.sentences(challenges((2.0, 1.0, -1.0))))
    assert "The bots never challenge." in text
    assert "-1" not in text


def test_resampling_is_not_called_a_confidence_interval() -> None:
    (advice,) = words.advice(challenges((2.0, 1.0, -1.0)))
    assert advice.sure.endswith("these are not confidence intervals.")
    assert "+1.00 units (95 % interval +0.90 to +1.10)" in advice.sure


def test_a_higher_count_is_not_called_a_bluff() -> None:
    answer = challenges((2.0, 1.0, -1.0))
    text = " ".join([*words.sentences(answer), *(f"{table.caption} {table.note}" for table in words.tables(answer))])
    assert "bluff" not in text
