from pathlib import Path

import pytest
from click.testing import CliRunner

import tongits_sim.rules as house
from reports.commands.rules_new import QUESTIONS, AgainError, rules_new
from tongits_sim.knobs.book import nearest
from tongits_sim.rules import diff, library, load

ENTER = "\n" * (len(QUESTIONS) + 2)


def ask(file: Path, answers: str) -> tuple[int, str]:
    result = CliRunner().invoke(rules_new, [str(file)], input=answers)
    return result.exit_code, result.output


def differs(file: Path, preset: str = "pagat") -> set[str]:
    return {change.knob for change in diff(load(preset), load(file))}


def test_enter_takes_the_usual_rules(tmp_path: Path) -> None:
    code, _ = ask(tmp_path / "home.toml", ENTER)
    assert code == 0
    assert load(tmp_path / "home.toml").knobs() == load("pagat").knobs()
    assert load(tmp_path / "home.toml").name == "home"


def test_each_answer_sets_its_knobs(tmp_path: Path) -> None:
    file = tmp_path / "odd.toml"
    code, _ = ask(file, "Odd\n2\nd\nc\nb\nend\nb\n5 0.5 10\n2\n2 1\n0 0\nmelds.max_voluntary=2\n\n")
    assert code == 0
    own = load(file)
    assert own.name == "Odd"
    assert (own.jokers.count, own.draw.take_discard, own.secrets.kinds) == (2, "free", "set4_run")
    assert (own.tongits.hand_melds, own.call.timing, own.ties.call) == (False, "end", "caller")
    assert (own.pay.tongits, own.pay.fold, own.pay.fight_lost, own.pay.sunog_extra) == (5, 0.5, 10, 2)
    assert (own.bonus.ace, own.bonus.king, own.jackpot.seed, own.melds.max_voluntary) == (2, 1, 0, 2)
    assert all(change.b_sentence in file.read_text() for change in nearest(house, own)[1])


def test_done_leaves_the_rest_as_in_the_preset_nearest_to_the_answers(tmp_path: Path) -> None:
    code, _ = ask(tmp_path / "points.toml", "\n0\na\na\nb\na\nb\npoints\ndone\n")
    assert code == 0
    assert differs(tmp_path / "points.toml", "rulesofcards") == set()


def test_amounts_that_nobody_asked_for_are_named(tmp_path: Path) -> None:
    code, said = ask(tmp_path / "home.toml", "\n\n\n\n\n\n\n10 5 20\ndone\npay.stock_out=5\n\n")
    assert code == 0
    said = " ".join(said.split())
    kept = "pay.fold_if_challenged=3, pay.stock_out=1, bonus.secret_set=3"
    assert f"Not asked, and left as in pagat: {kept}. Do these amounts fit yours? Anything else?" in said
    own = load(tmp_path / "home.toml")
    assert (own.pay.tongits, own.pay.stock_out, own.pay.fold_if_challenged) == (10, 5, 3)
    assert "Not asked" not in ask(tmp_path / "usual.toml", ENTER)[1]


@pytest.mark.parametrize(
    ("number", "answer", "changes"),
    [
        (0, "none", {"jokers.count": 0}),
        (1, "free", {"draw.take_discard": "free"}),
        (1, "extend any", {"draw.take_discard": "extend_any"}),
        (2, "four of a kind", {"secrets.kinds": "set4"}),
        (2, "Four of a kind and a long run", {"secrets.kinds": "set4_run"}),
        (2, "no meld", {"secrets.kinds": "none"}),
        (3, "only with an empty hand", {"tongits.hand_melds": False}),
        (5, "the caller", {"ties.call": "caller"}),
        (8, "nothing", {"bonus.ace": 0, "bonus.king": 0}),
        (9, "no jackpot", {"jackpot.seed": 0, "jackpot.add": 0}),
    ],
)
def test_an_answer_may_be_the_questions_own_words(number: int, answer: str, changes: dict[str, object]) -> None:
    assert QUESTIONS[number].read(answer) == changes


def test_back_asks_again(tmp_path: Path) -> None:
    code, _ = ask(tmp_path / "home.toml", "\n2\nback\n1\ndone\n")
    assert code == 0
    assert load(tmp_path / "home.toml").jokers.count == 1


@pytest.mark.parametrize("answers", ["\nseven\n", '"\n', "\n\nz\n", "\ndone\nno.such=1\n", "\n3\n"])
def test_refused_input_leaves_no_file(tmp_path: Path, answers: str) -> None:
    code, said = ask(tmp_path / "home.toml", answers)
    assert code == 2
    assert "Nothing is written" in said
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_there_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "home.toml"
    file.write_text("mine")
    assert ask(file, ENTER)[0] == 2
    assert file.read_text() == "mine"
    assert ask(tmp_path / "home.txt", ENTER)[0] == 2
    assert ask(tmp_path / "none" / "home.toml", ENTER)[0] == 2


def test_every_question_reads_what_it_writes() -> None:
    for question in QUESTIONS:
        for preset in library.preset_names():
            knobs = load(preset).knobs()
            answer = question.answer_in(knobs)
            assert all(knobs[name] == value for name, value in question.read(answer).items()), (question.text, preset)
        with pytest.raises(AgainError):
            question.read("no such answer")
