"""The words, tables and figures of `analyze discards`, from a document of few games."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache

import pytest

from analyses.answers.discards import DiscardsAnswer, RankSymmetry, Symmetry
from analyses.question import inquiry
from analyses.registry import question
from reports.questions import discards as words
from tests.playing import command


@cache
def document() -> DiscardsAnswer:
    """An answer."""
    asked = question("discards")
    answer: DiscardsAnswer = asked.ask(inquiry(asked, players="greedy,hunter,random", games=10_000, min_forks=50))
    return answer


def test_the_answer_names_players_and_estimator() -> None:
    headline = words.headline(document())
    assert "greedy, hunter, random" in headline
    assert "(paired rollouts)" in headline
    assert "±" in headline


def test_sentences_say_what_is_certain() -> None:
    sentences = words.sentences(document())
    assert any(text.startswith("The sign is resolved in ") for text in sentences)
    assert all(text.strip() for text in sentences)


@pytest.mark.parametrize(
    ("p", "holm", "statement"),
    [
        (
            0.4,
            [1.0, 0.2],
            "No difference between the four suits is resolved (chi-square 50.0, 39 degrees of freedom, p = 0.4), nor",
        ),
        (0.001, [0.3, 0.04], "corrected by Holm, resolved for no single rank). The rules treat suits alike"),
        (0.001, [0.3, 0.01], "corrected by Holm, resolved for 2). The rules treat suits alike"),
        (0.4, [0.001, 0.01], "corrected by Holm, resolved for A and 2). The rules treat suits alike"),
    ],
)
def test_suits_agree_or_differ_and_never_both(p: float, holm: list[float], statement: str) -> None:
    ranks = tuple(RankSymmetry(rank=rank, chi2=1.0, df=3, p_holm=each) for rank, each in zip("A2", holm, strict=True))
    sentences = words.sentences(replace(document(), symmetry=Symmetry(chi2=50.0, df=39, p=p, ranks=ranks)))
    (sentence,) = [text for text in sentences if "suits" in text]
    assert statement in sentence
    assert ("No difference" in sentence) != ("suits differ" in sentence)


def test_tables_are_whole() -> None:
    tables = words.tables(document())
    assert len({table.key for table in tables}) == len(tables)
    for table in tables:
        assert table.rows
        assert all(len(row) == len(table.headings) for row in table.rows), table.key


def test_figures_are_drawn_and_told() -> None:
    for each in words.findings(document()):
        each.draw().savefig(io.BytesIO(), format="svg")
        assert each.text.endswith(".")


def test_on_the_command_line() -> None:
    code, out, err = command("analyze", "discards", "--games", "3000", "--min-forks", "50", "--workers", "1")
    assert (code, err) == (0, "")
    assert "(paired rollouts)" in out
    assert max(map(len, out.splitlines())) <= 100
    code, out, _ = command("analyze", "discards", "--games", "1000", "--format", "csv")
    assert code == 0
    assert "ci95_low" in out.splitlines()[0]


def test_the_dearest_rank_is_named_where_other_games_chose_it() -> None:
    assert any(text.startswith("Costliest rank: a loose ") for text in words.sentences(document()))
    older = replace(document(), extremes={})
    assert not any("Costliest" in text or "help the next player most" in text for text in words.sentences(older))
    (advice,) = words.advice(document())
    assert "95 %" in advice.sure
    assert ("chosen on other games" in advice.sure) == (" before " in advice.says)
    assert "95 %" in words.advice(older)[0].sure
