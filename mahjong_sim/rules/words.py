"""House rules in plain words: an explanation of every knob, and the differences between two rule sets."""

from collections.abc import Callable

from mahjong_sim.rules.play import Honours
from mahjong_sim.rules.ruleset import ALL_KNOBS, RuleSet
from tongits_sim.any_game.rule_words import RuleWords

_FLOWERS = 8

_IDLE: tuple[tuple[str, Callable[[RuleSet], bool], str], ...] = (
    ("joker.copies", lambda rules: not rules.joker.play, "there are no jokers"),
    ("doubles.factor", lambda rules: not rules.doubles.play, "the opening roll does not count"),
    ("jai_alai.markers jai_alai.bunot_markers", lambda rules: not rules.jai_alai.share, "there is no pot"),
    ("instant.many_flowers_from", lambda rules: not rules.instant.many_flowers, "many flowers earn nothing"),
    (
        "instant.many_flowers instant.many_flowers_from",
        lambda rules: rules.tiles.honours == Honours.PLAY and rules.instant.many_flowers_from > _FLOWERS,
        "there are eight flowers",
    ),
    (
        "wait.single wait.stack wait.declared",
        lambda rules: not (rules.hand.back_to_back or rules.hand.single_wait or rules.hand.paninigit),
        "no wait is paid",
    ),
    (
        "instant.beauty instant.news",
        lambda rules: rules.tiles.honours == Honours.FLOWERS,
        "winds and dragons are flowers",
    ),
    ("instant.beauty", lambda rules: not rules.first.beauty, "there is no beauty"),
    ("instant.news", lambda rules: not rules.first.news, "there is no NEWS"),
    ("concealed.discard concealed.secret", lambda rules: not rules.hand.concealed, "a concealed hand adds nothing"),
    ("quick.discards quick.counts", lambda rules: not rules.hand.quick, "a quick win adds nothing"),
    ("hand.seven_pairs win.equal_pairs", lambda rules: not rules.win.seven_pairs, "seven pairs do not win"),
)

WORDS = RuleWords(ALL_KNOBS, _IDLE)
describe, diff = WORDS.describe, WORDS.diff
