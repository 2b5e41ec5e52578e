import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.playing import job, play
from tests.validation import values
from tongits_sim.experiments.batch_kernel import HIST_ZERO
from tongits_sim.knobs.book import home
from tongits_sim.rules import (
    KNOBS,
    RuleError,
    RuleSet,
    codes,
    diff,
    generated,
    library,
    load,
    overlay_names,
    preset_names,
)
from tongits_sim.rules.amounts import UNIT, bin_width, largest_payment, payment_step, takes_fees
from tongits_sim.rules.custom_payout import PAYOUT
from tongits_sim.rules.play_knobs import Jokers
from tongits_sim.rules.record import rules_record
from tongits_sim.rules.rulebook import BOOK


@pytest.mark.parametrize("rules", [*preset_names(), "pagat+joker", "sjs+progressive"])
def test_payments_are_within_the_bound_and_on_the_step(rules: str) -> None:
    # Single games: a jackpot comes back, so the histogram must hold every payout in a bin of its own.
    results = play(job(rules, games=2000, match_games=1))
    width = bin_width(results.job.rules, HIST_ZERO)
    hist = results.sums.hist.sum(axis=0)
    assert hist[0] == hist[-1] == 0
    bins = (np.flatnonzero(hist) - HIST_ZERO) * width
    assert abs(bins).max() <= max(largest_payment(results.job.rules), 0)
    if width == payment_step(results.job.rules):
        assert sum(int(n) * int(b) for n, b in zip(hist[hist > 0], bins, strict=True)) == results.sums.field("payout")


def test_antes_are_within_the_bound() -> None:
    # Twice the ante is more than all other payments of a game.
    rules = load("pagat", ["pot.ante=5000"])
    results = play(replace(job(games=200, match_games=1), rules=rules))
    bins = (np.flatnonzero(results.sums.hist.sum(axis=0)) - HIST_ZERO) * bin_width(rules, HIST_ZERO)
    assert UNIT * 10_000 <= bins.max() <= largest_payment(rules)


def test_progressive_matches_pay_nothing() -> None:
    assert largest_payment(load("pagat+progressive")) == 0


@pytest.mark.parametrize(
    ("settings", "takes"),
    [
        ([], False),
        (["pot.ante=1"], False),
        (["fees.antes=0.1"], False),
        (["fees.antes=0.1", "pot.ante=1"], True),
        (["fees.winnings=0.1"], True),
        (["fees.winnings=0.1", "match.progressive_target=100"], False),
    ],
)
def test_the_house_takes_fees_of_what_there_is(settings: list[str], takes: bool) -> None:
    assert takes_fees(load("pagat", settings)) == takes


def test_codes_file_is_as_written_by_the_command() -> None:
    assert Path(codes.__file__).read_text(encoding="utf-8") == generated.codes_module()


@pytest.mark.parametrize("preset", preset_names())
def test_overlays_change_one_knob_of_any_preset(preset: str) -> None:
    plain = load(preset)
    assert [(change.knob, change.b_value) for change in diff(plain, load(f"{preset}+joker"))] == [("jokers.count", "2")]
    target = diff(plain, load(f"{preset}+progressive"))
    assert [(difference.knob, difference.b_value) for difference in target] == [("match.progressive_target", "100")]
    assert load(f"{preset}+joker+progressive").name == f"{preset}+joker+progressive"


def test_every_file_is_listed_and_says_only_what_differs() -> None:
    folder = Path(library.__file__).parent
    assert {path.stem for path in folder.glob("presets/*.toml")} == set(preset_names())
    assert {path.stem for path in folder.glob("overlays/*.toml")} == set(overlay_names())
    for name in preset_names():
        rule_file = library.LIBRARY.preset(name)
        base = load(rule_file.base).knobs() if rule_file.base else RuleSet().knobs()
        assert not [knob for knob, value in rule_file.knobs.items() if base[knob] == value]


Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_rules(text: str) -> Path:
        path = tmp_path / "kitchen.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write_rules


def error_of(spec: str | Path, *overrides: str) -> str:
    with pytest.raises(RuleError) as caught:
        load(spec, overrides)
    return str(caught.value)


def test_overrides_change_knobs_and_the_name() -> None:
    changes = ["pay.fold=2", "call.timing=end", " pay.fold = 0.50 ", "tongits.hand_melds=false", "jokers.count=2"]
    rules = load(" pagat + joker ", changes)
    assert rules.name == "pagat+joker with pay.fold=0.5, call.timing=end, tongits.hand_melds=false, jokers.count=2"
    assert (rules.call.timing, rules.pay.fold, rules.tongits.hand_melds, rules.jokers.count) == ("end", 0.5, False, 2)
    assert load("pagat", "call.timing=end").name == "pagat with call.timing=end"


def test_every_value_can_be_written_as_an_override() -> None:
    for name, knob in KNOBS.items():
        for value in knob.allowed or (knob.default, max(1, knob.lowest)):
            if name != "call.zero_count_fight":
                assert load("pagat", [f"{name}={knob.text(value)}"]).knobs()[name] == value


@pytest.mark.parametrize(
    "text",
    [
        'base = "pagat+joker"\n[call]\ntiming = "end"\n[pay]\ntongits = 5\nfold = 0.5',
        'base = "pagat+joker"\n"call.timing" = "end"\n"pay.tongits" = 5.0\n"pay.fold" = 0.50',
        '\ufeffbase = "pagat+joker"\r\ncall = {timing = "end"}\r\n[pay]\r\ntongits = 5\r\nfold = 0.5',
    ],
)
def test_file_of_rules(text: str, write: Write) -> None:
    rules = load(write(text))
    changes: dict[str, object] = {"call.timing": "end", "pay.tongits": 5.0, "pay.fold": 0.5}
    assert rules.knobs() == load("pagat+joker").knobs() | changes
    assert rules.name == "kitchen"
    assert load(str(write(text)), ["pay.fold=2"]).name == "kitchen with pay.fold=2"


def test_base_may_be_another_file_beside_it(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "ours.toml").write_text('base = "sjs"\npay.fold = 2\npot.ante = 1\n')
    (tmp_path / "mine.toml").write_text('base = "deep/ours.toml"\npay.fold = 4\n')
    changes: dict[str, object] = {"pay.fold": 4.0, "pot.ante": 1.0}
    assert load(tmp_path / "mine.toml").knobs() == load("sjs").knobs() | changes


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[call]\ntiming = end", "is not valid TOML: Invalid value (at line 2, column 10)."),
        ("bases = 'pagat'", "unknown key 'bases'. Did you mean 'base'?"),
        ("pay.fold = " + "9" * 5000, "a number or a list beyond all bounds"),
        ("base = 3", "base must be text in quotes, not 3."),
        ("call.zero_count_fight = 'pays_double'", "means nothing if"),
    ],
)
def test_bad_file(text: str, message: str, write: Write) -> None:
    assert message in error_of(write(text))


def test_bases_too_deep(tmp_path: Path) -> None:
    for number in range(50):
        (tmp_path / f"{number}.toml").write_text(f'base = "{number + 1}.toml"')
    assert "more than 10 deep" in error_of(tmp_path / "0.toml")


@pytest.mark.parametrize("preset", preset_names())
def test_record_holds_the_rules(preset: str) -> None:
    rules = load(preset)
    record = rules_record(rules)
    assert isinstance(record, np.recarray)
    assert record.shape == (1,)
    for name, value in rules.knobs().items():
        field = int(record[name.replace(".", "_")][0])
        if isinstance(value, str):
            assert field == getattr(codes, f"{name}_{value}".replace(".", "_").upper())
        elif isinstance(value, float):
            assert field == round(value * (1_000_000 if name.startswith("fees") else 100))
        else:
            assert field == int(value)


def test_largest_values_fit() -> None:
    rules = RuleSet.from_knobs(
        {"pay.tongits": 1_000_000, "fees.antes": 1, "match.progressive_target": 1_000_000, "pay.per_point": 0.01}
    )
    record = rules_record(rules)
    assert record.pay_tongits[0] == 100_000_000
    assert record.fees_antes[0] == 1_000_000
    assert record.match_progressive_target[0] == 1_000_000
    assert record.pay_per_point[0] == 1


def test_r14_4_amounts_are_exact_to_a_hundredth() -> None:
    for cents in (1, 7, 29, 57, 58, 113, 115, 229, 1_001, 99_999_999):
        assert rules_record(RuleSet.from_knobs({"pay.fold": cents / 100})).pay_fold[0] == cents


rule, rulebook_rules = BOOK.rule, BOOK.rules


def test_every_knob_stands_under_one_rule() -> None:
    shown = re.findall(r"^\* `([a-z0-9_.]+)` \(", BOOK.book(), re.MULTILINE)
    assert sorted(shown) == sorted(KNOBS)
    assert KNOBS["call.timing"] in rule("R9").knobs
    assert all(number in rulebook_rules for knob in KNOBS.values() for number in knob.rule.split(", "))
    assert home(KNOBS["secrets.grants"]) == "R9"


@pytest.mark.parametrize("preset", preset_names())
def test_every_knob_times_every_value_loads(preset: str) -> None:
    base = load(preset).knobs()
    for name in KNOBS:
        for value in values(name):
            changed = base | {name: value}
            if name == "call.zero_count_fight" and value != "off" and base["tongits.hand_melds"]:
                changed["tongits.exit"] = "no_discard"
            rules = RuleSet.from_knobs(changed, name="changed")
            assert rules.knobs() == changed
            assert list(rules.knobs()) == list(KNOBS)


@pytest.mark.parametrize("fight", ["only_at_zero", "pays_double"])
@pytest.mark.parametrize("exit_", ["any", "discard_last", "no_discard"])
@pytest.mark.parametrize("timing", ["start", "end", "after_draw"])
@pytest.mark.parametrize("hand_melds", [False, True])
def test_r9_4_zero_count_fight_only_where_melds_are_not_tongits(
    fight: str, exit_: str, timing: str, hand_melds: bool
) -> None:
    knobs = {"call.zero_count_fight": fight, "tongits.exit": exit_, "tongits.hand_melds": hand_melds}
    knobs["call.timing"] = timing
    if hand_melds and exit_ != "no_discard" and (exit_, timing) != ("discard_last", "after_draw"):
        with pytest.raises(RuleError, match=r"add tongits\.hand_melds = false or tongits\.exit = no_discard"):
            RuleSet.from_knobs(knobs)
    else:
        assert RuleSet.from_knobs(knobs).call.zero_count_fight == fight


def test_r16_two_jokers_in_a_meld_of_a_deck_with_fewer_is_harmless() -> None:
    assert RuleSet(jokers=Jokers(max_per_meld=2)).jokers.max_per_meld == 2


TABLES_DOCS = Path(__file__).parents[2] / "docs" / "reference" / "rules.md"


def test_docs_examples_work(tmp_path: Path) -> None:
    text = TABLES_DOCS.read_text(encoding="utf-8")
    for code in re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL):
        exec(compile(code, "docs/reference/rules.md", "exec"), {"load": load})
    (example,) = re.findall(r"```toml\n(.*?)```", text, flags=re.DOTALL)
    (tmp_path / "kitchen.toml").write_text(example)
    rules = load(tmp_path / "kitchen.toml")
    assert (rules.name, rules.jokers.count, rules.pay.tongits) == ("kitchen table", 2, 5.0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"pay.tip": 1}, "unknown knob 'pay.tip'."),
        ({"call.timing": "middle"}, "call.timing must be start, end or after_draw, not 'middle'."),
    ],
)
def test_stored_rules_that_cannot_be_are_refused_in_a_sentence(change: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleError) as caught:
        RuleSet.from_knobs(load("pagat").knobs() | change, name="stored")
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_a_digest_tells_rules_apart_and_not_names() -> None:
    pagat = load("pagat")
    assert RuleSet.from_knobs(pagat.knobs(), name="ours").digest() == pagat.digest()
    assert len({load(name).digest() for name in preset_names()} | {load("pagat", ["call.timing=end"]).digest()}) == 11


def test_diff_is_what_differs_both_ways() -> None:
    a = load("sjs")
    b = load("pagat")
    changes = diff(a, b)
    assert {change.knob for change in changes} == {name for name in KNOBS if a.knobs()[name] != b.knobs()[name]}
    assert ("call.timing", "end", "start") in [change[:3] for change in changes]
    assert [change[:3] for change in diff(b, a)] == [
        (change.knob, change.b_value, change.a_value) for change in changes
    ]
    assert diff(a, load("sjs")) == []


def test_a_payout_of_ones_own_is_said_by_its_docstring_and_its_place() -> None:
    knob = PAYOUT
    assert knob.sentence("") == "Losers pay as the knobs say."
    own = load("pagat", ["payout=docs/examples/my_pay.py:caller_pays_double"])
    assert knob.sentence(own.payout) == "A caller who loses pays double (my_pay.py:caller_pays_double)."
    stored = knob.check("my_pay.py:caller_pays_double(most=90) #0123456789abcdef")  # by a run elsewhere: no file here
    assert knob.sentence(stored) == "What a game pays is computed by my_pay.py:caller_pays_double(most=90)."
