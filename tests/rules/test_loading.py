"""Rule sets by name, from files and with overrides; nothing but RuleError comes out of a bad one."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tongits_sim.rules import KNOBS, RuleError, RuleSet, load, preset_names, preset_summary, preset_title

Write = Callable[[str], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file of rules and gives its path."""

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
    rules = load("pagat", ["call.timing=end", " pay.fold = 0.50 ", "tongits.hand_melds=false", "jokers.count=2"])
    assert rules.name == "pagat with call.timing=end, pay.fold=0.5, tongits.hand_melds=false, jokers.count=2"
    assert (rules.call.timing, rules.pay.fold, rules.tongits.hand_melds, rules.jokers.count) == ("end", 0.5, False, 2)
    assert load("pagat", "call.timing=end").name == "pagat with call.timing=end"


def test_later_override_holds() -> None:
    assert load("sjs", ["pay.fold=2", "pay.fold=5"]).name == "sjs with pay.fold=5"


def test_every_value_can_be_written_as_an_override() -> None:
    for name, knob in KNOBS.items():
        for value in knob.allowed or (knob.default, 1):
            if name != "call.zero_count_fight":
                assert load("pagat", [f"{name}={knob.text(value)}"]).knobs()[name] == value


@pytest.mark.parametrize(
    ("override", "message"),
    [
        ("call.timing", "'call.timing' changes nothing: write knob=value, such as call.timing=end."),
        ("", "'' changes nothing"),
        ("call.timng=end", "unknown knob 'call.timng'. Did you mean 'call.timing'?"),
        ("call.timing=ende", "Did you mean 'end'?"),
        ("tongits.hand_melds=True", "tongits.hand_melds must be true or false, not 'True'."),
        ("pay.fold=nan", "pay.fold must be an amount from 0 to 1000000 with at most 2 decimals, not 'nan'."),
        ("pay.fold=-1", "not -1.0."),
        ("pay.fold=1e3", "not '1e3'."),
        ("pay.fold=1_0", "not '1_0'."),
        ("pay.fold=0.999", "not 0.999."),
        ("pay.fold=0.500000000000000000000001", "not '0.500000000000000000000001'."),
        ("pay.fold=" + "9" * 5000, "pay.fold must be"),
        ("jokers.count=1.0", "jokers.count must be 0, 1 or 2, not 1.0."),
        ("jokers.count=two", "jokers.count must be 0, 1 or 2, not 'two'."),
        ("call.zero_count_fight=only_at_zero", "means nothing where a hand of melds already is Tongits"),
    ],
)
def test_bad_override(override: str, message: str) -> None:
    assert message in error_of("pagat", override)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("Pagat", "unknown preset 'Pagat'. Did you mean 'pagat'? The presets are sjs,"),
        ("", "unknown preset ''. The presets are sjs,"),
        ("joker", "'joker' is an overlay: lay it over a preset, as in 'pagat+joker'."),
        ("pagat+jokr", "unknown overlay 'jokr'. Did you mean 'joker'?"),
        ("pagat+", "unknown overlay ''."),
        ("pagat+sjs", "'sjs' is a preset, not an overlay"),
        ("pagat+joker+joker", "the overlay 'joker' is named twice"),
        ("pagat.toml", "there is no file pagat.toml. Did you mean 'pagat'?"),
        ("nowhere/at_all.toml", "there is no file nowhere/at_all.toml."),
        ("a\0b.toml", "there is no file"),
        ("x" * 5000 + ".toml", "cannot be read: File name too long."),
    ],
)
def test_bad_spec(spec: str, message: str) -> None:
    assert message in error_of(spec)


def test_unknown_title() -> None:
    with pytest.raises(RuleError, match=r"unknown preset 'pagt'\. Did you mean 'pagat'"):
        preset_title("pagt")
    assert "jokers" in preset_summary("joker")


def test_spaces_around_a_plus_do_not_matter() -> None:
    assert load(" pagat + joker ").name == "pagat+joker"


@pytest.mark.parametrize(
    "text",
    [
        'base = "pagat+joker"\n[call]\ntiming = "end"\n[pay]\ntongits = 5\nfold = 0.5',
        'base = "pagat+joker"\ncall.timing = "end"\npay.tongits = 5\npay.fold = 0.5',
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


def test_file_may_have_a_name_and_no_base(write: Write) -> None:
    rules = load(write('name = "kitchen table"\ntitle = "Ours"\nsummary = "Ours."\n'))
    assert rules == RuleSet(name="kitchen table")


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
        ("[call", "is not valid TOML"),
        ("a = 1\na = 2\nb = 3", "(at line 2, column 6)"),
        ("[call]\ntimng = 'end'", "kitchen.toml: unknown knob 'call.timng'. Did you mean 'call.timing'?"),
        ("[cal]\ntiming = 'end'", "unknown knob 'cal.timing'. Did you mean 'call.timing'?"),
        ("[cal]", "unknown group of knobs 'cal'. Did you mean 'call'?"),
        ("call = 'end'", "'call' is a group of knobs, not a knob"),
        ("timing = 'end'", "unknown knob 'timing'. Did you mean 'call.timing'?"),
        ("bases = 'pagat'", "unknown key 'bases'. Did you mean 'base'?"),
        ("[call.timing]\nx = 1", "call.timing must be start or end, not {'x': 1}."),
        ("['call.timing']", "call.timing must be start or end, not {}."),
        ("[[call]]\ntiming = 'end'", "'call' is a group of knobs, not a knob"),
        ("'call.timing' = 'end'\n[call]\ntiming = 'end'", "call.timing is set twice: keep one."),
        ("pay.fold = 1979-05-27", "pay.fold must be an amount"),
        ("pay.fold = nan", "not nan."),
        ("pay.fold = inf", "not inf."),
        ("pay.fold = 0x" + "f" * 5000, "not that."),
        ("pay.fold = " + "9" * 5000, "a number or a list beyond all bounds"),
        ("pay.fold = " + "[" * 50_000, "a number or a list beyond all bounds"),
        ("base = 3", "base must be text in quotes, not 3."),
        ("[base]\nx = 1", "base must be text in quotes"),
        ("name = ''", "name must be one line of 1 to 1000 letters, not ''."),
        ('name = "a\\nb"', "name must be one line"),
        ("base = 'joker'", "kitchen.toml: in base, 'joker' is an overlay"),
        ("base = 'pagt'", "in base, unknown preset 'pagt'. Did you mean 'pagat'?"),
        ("base = 'gone.toml'", "gone.toml."),
        ("base = 'kitchen.toml'", "is based on itself (kitchen.toml -> kitchen.toml): name another base."),
        ("call.zero_count_fight = 'pays_double'", "means nothing where"),
    ],
)
def test_bad_file(text: str, message: str, write: Write) -> None:
    assert message in error_of(write(text))


def test_bases_in_a_circle(tmp_path: Path) -> None:
    for name, base in (("a", "b"), ("b", "c"), ("c", "a")):
        (tmp_path / f"{name}.toml").write_text(f'base = "{base}.toml"')
    assert "is based on itself (a.toml -> b.toml -> c.toml -> a.toml)" in error_of(tmp_path / "a.toml")


def test_bases_too_deep(tmp_path: Path) -> None:
    for number in range(50):
        (tmp_path / f"{number}.toml").write_text(f'base = "{number + 1}.toml"')
    assert "more than 10 deep" in error_of(tmp_path / "0.toml")


def refusal(ask: Callable[[], object]) -> str | None:
    """What the RuleError says that `ask` ends in, or None if it ends well; any other error fails the test."""
    try:
        ask()
    except RuleError as error:
        return str(error)
    return None


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40), st.lists(st.text(max_size=40), max_size=2))
def test_any_spec_and_override_give_rules_or_a_rule_error(spec: str, overrides: list[str]) -> None:
    for each in (spec, f"{spec}.toml", f"pagat+{spec}", "pagat"):
        assert refusal(lambda each=each: load(each, overrides)) != ""  # type: ignore[misc]


def test_import_is_light() -> None:
    """Naming presets needs neither numpy nor a parser."""
    program = (
        "import sys; before = set(sys.modules); import tongits_sim.rules; new = set(sys.modules) - before;"
        "assert not {'numpy', 'numba', 'tomllib', 'difflib', 'importlib.resources'} & new, new;"
        "import tongits_sim.rules.codes; assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_presets_load_alone() -> None:
    assert [load(name).name for name in preset_names()] == list(preset_names())
