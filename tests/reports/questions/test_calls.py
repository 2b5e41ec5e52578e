"""The words, tables and figures of `analyze calls`, from a document of few games."""

from __future__ import annotations

import io
from functools import cache

from analyses.answers.calls import CallsAnswer
from analyses.question import inquiry
from analyses.registry import question
from reports.questions import calls as words
from tests.analyses.answers.examples import calls
from tests.playing import command


@cache
def document() -> CallsAnswer:
    """An answer."""
    asked = question("calls")
    answer: CallsAnswer = asked.ask(inquiry(asked, players="greedy,bluffer,greedy", games=20_000, min_forks=50))
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
    code, out, err = command("analyze", "calls", "--games", "3000", "--min-forks", "50", "--workers", "1")
    assert (code, err) == (0, "")
    assert "(paired rollouts)." in out
    code, out, _ = command("analyze", "calls", "--games", "1000", "--format", "csv")
    assert code == 0
    assert "ci95_low" in out.splitlines()[0]
    assert "own_count" in out.splitlines()[0]


def test_a_limit_is_printed_only_where_it_describes_the_cells() -> None:
    """The table said "any: no count was found at which waiting is better" beside cells resolved for waiting."""
    rising = calls((-1.0, -1.0, -1.0, 3.0), call_at=39, always=True, gain=1.173, call_from=31, gain_from=1.332)
    (table,) = [table for table in words.tables(rising) if table.key == "thresholds"]
    assert table.rows[0][1] == "30 or more"
    assert "no count was found" not in table.note
    assert any("In 1 of 1 places no maximum count describes" in text for text in words.sentences(rising))
    assert not any("Best maximum count" in text for text in words.sentences(rising))
    falling = calls((2.0, 1.0, -1.0, -1.0))
    (table,) = [table for table in words.tables(falling) if table.key == "thresholds"]
    assert table.rows[0][1] == "19 (17 to 21)"
    assert not any("no maximum count describes" in text for text in words.sentences(falling))
    unknown = calls((-1.0, -1.0), call_at=19, always=True)
    (table,) = [table for table in words.tables(unknown) if table.key == "thresholds"]
    assert table.rows[0][1] == "not resolved"


def test_the_top_and_all_numbers_agree() -> None:
    """Whatever the table of limits says of a place, no resolved cell of the chart says the opposite."""
    answer = calls((-1.0, -1.0, -1.0, 3.0), call_at=39, always=True, gain=1.173, call_from=31, gain_from=1.332)
    (table,) = [table for table in words.tables(answer) if table.key == "thresholds"]
    (pocket,) = words.pocket(answer)
    assert table.rows[0][1] in str(pocket.rows[0][1])
    assert "wait with 29 or less" in str(pocket.rows[0][1])
    (advice,) = words.advice(answer)
    assert "call with a count of 30 or more; wait with 29 or less" in advice.says


def test_never_is_a_word() -> None:
    answer = calls((-1.0, -1.0), call_at=-1, low=-1, high=3, gain=0.0, gain_from=0.0, bot_call_at=-1)
    (table,) = [table for table in words.tables(answer) if table.key == "thresholds"]
    assert table.rows[0][1] == "never (never to 3)"
    assert table.rows[0][-1] == "never"
    assert "-1" not in " ".join(words.sentences(answer))


def test_a_call_with_a_high_count_is_not_said_to_be_a_bluff() -> None:
    rising = calls((-1.0, -1.0, -1.0, 3.0), call_at=39, always=True, gain_from=2.0)
    text = " ".join([*words.sentences(rising), *(str(each) for each in words.advice(rising))])
    assert "bluff" not in text
