import functools
import hashlib
import json
import random
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from analyses.advise import advise
from analyses.judging import regret_of
from analyses.opponents import Gap, decide
from analyses.seen import likely_tables
from analyses.values import STEPS, Values, seated_tables
from reports.web.engine_file import COMMAND, ENGINE, FOLDER, USUAL_RULES, about, sources
from reports.web.phone_page import WORKERS, pack, trees
from strategies import load_players
from strategies.book.margin import margin_of
from strategies.registry import USUAL_PLAYERS
from strategies.trained import RULES
from tests.playing import ROOT, command
from tongits_sim.cards import card_text, cards_in
from tongits_sim.compile.source_dependencies import Sources
from tongits_sim.experiments.batch import ARRAYS, BatchJob
from tongits_sim.experiments.batch_kernel import HIST_ZERO
from tongits_sim.experiments.simulate import play_job
from tongits_sim.game.board import Board
from tongits_sim.game.match_history import copy_history
from tongits_sim.game.state import DECISION_OVER
from tongits_sim.records.form import read_line
from tongits_sim.records.history import MatchHistories
from tongits_sim.records.replay import dealt_board, play_events, verify
from tongits_sim.rules import load
from tongits_sim.rules.amounts import bin_width
from tongits_sim.run.compiling import silent
from tongits_sim.run.job import Block
from tongits_sim.run.run_options import RunOptions
from tongits_sim.table import choices
from tongits_sim.table.position import Position, position_of
from tongits_sim.table.position_text import PositionText, read_position
from tongits_sim.table.recorded import choices_of
from tongits_sim.table.rollout_worker import Workers

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no node to play in")
OVERLAYS = (
    "jokers.count=2",
    "call.timing=end",
    "secrets.kinds=set4_run",
    "match.progressive_target=100",
    "pay.fold=0.5",
    "call.timing=after_draw",
)
Node = Callable[..., Any]


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Node:
    """A function that runs the body of a function of `given` beside the scripts of the page's workers."""
    folder = tmp_path_factory.mktemp("web")
    (folder / "pack.json").write_text(json.dumps(pack()))
    (folder / "trees").write_bytes(trees())
    code = "".join((FOLDER / name).read_text() for name in WORKERS)

    def run(body: str, **given: Any) -> Any:
        (folder / "given.json").write_text(json.dumps(given))
        script = f"""{code}
            const read = (path) => require("fs").readFileSync(path), json = (path) => JSON.parse(read(path));
            const PACK = {{ ...json("pack.json"), trees: new Uint8Array(read("trees")) }}, given = json("given.json");
            WebAssembly.compile(read({json.dumps(str(ENGINE))})).then(async (WASM) => {{
              const fresh = () => Engine.of(PACK, WASM), value = await (async () => {{ {body} }})();
              console.log(JSON.stringify(value, (_, each) => typeof each === "bigint" ? String(each) : each));
            }}).catch((error) => {{ console.error(error); process.exit(1); }});"""
        (folder / "run.js").write_text(script)
        done = subprocess.run(["node", "run.js"], cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr[-3000:]
        return json.loads(done.stdout)

    return run


def test_made_from_these_sources() -> None:
    assert about()["sources"] == sources(), f"kernels have changed since engine.wasm was made: {COMMAND}"
    assert about()["engine"] == hashlib.sha256(ENGINE.read_bytes()).hexdigest()


class Edited(Sources):
    def __init__(self, name: str, old: str, new: str) -> None:
        super().__init__()
        text = super().text(name).decode()
        assert old in text
        self._texts[name] = text.replace(old, new, 1).encode()


CHANGES = {
    "a rule": ("tongits_sim/game/settle.py", " + ", " - "),
    "a hook": ("strategies/greedy.py", "view.count <= params.call_at", "view.count < params.call_at"),
    "the compiler": ("tongits_sim/compile/cross_compile.py", "in range(2)", "in range(1)"),
}
OTHERS = {
    "a docstring": ("tongits_sim/game/settle.py", '"""', '"""Indeed: '),
    "a bot's number": ("strategies/greedy.py", '"call_at", 30', '"call_at", 31'),  # the page takes it from the program
}


@pytest.mark.parametrize("change", [*CHANGES, *OTHERS])
def test_goes_stale_only_when_what_it_is_compiled_from_changes(change: str) -> None:
    assert (sources(Edited(*{**CHANGES, **OTHERS}[change])) != unchanged()) == (change in CHANGES)


unchanged = functools.cache(sources)


def played(rules: str, settings: list[str], specs: str, matches: int, games: int) -> dict[str, str]:
    job = BatchJob(load(rules, settings), tuple(load_players(specs)), matches * games, 7, games)
    counts = job.worker().play(Block(0, 0, matches, games)).counts
    return {name: " ".join(map(str, np.asarray(counts[name]).ravel().tolist())) for name in ARRAYS}


def house(rules: str, settings: list[str]) -> dict[str, Any]:
    return {"base": rules, "set": dict(setting.split("=") for setting in settings)}


TALLIES = """
  const found = [];
  for (const { rules, specs, job } of given.jobs) {
    const table = await Table.of(await fresh(), rules, specs.split(",").map((each) => readSpec(PACK, each)));
    table.tally.set("unit", job.unit);
    table.batch({ ...job, seed: 7, first: 0 });
    found.push(Object.fromEntries(given.arrays.map((name) => [name, table.tally.all(name).join(" ")])));
  }
  return found;
"""


@needs_node
def test_batches_of_all_bots_under_all_rules(node: Node) -> None:
    bots = list(about()["bots"])
    threes = [",".join((bots[at : at + 3] + bots)[:3]) for at in range(0, len(bots), 3)]
    jobs: list[tuple[str, list[str], str, int, int]] = []
    jobs += [(rules, [], threes[at % len(threes)], 30, 2) for at, rules in enumerate(RULES)]
    jobs += [(rules, [], "trained,expert,greedy", 30, 2) for rules in RULES]
    jobs += [("pagat", [setting], "greedy(call_at=40),random,trained", 60, 3) for setting in OVERLAYS]
    jobs += [(USUAL_RULES, [], players, 300, 2) for players in (USUAL_PLAYERS, "greedy(call_at=40),caller,hunter")]
    given = [
        {"rules": house(rules, settings), "specs": specs}
        | {"job": {"matches": matches, "games": games, "unit": bin_width(load(rules, settings), HIST_ZERO)}}
        for rules, settings, specs, matches, games in jobs
    ]
    for job, theirs in zip(jobs, node(TALLIES, jobs=given, arrays=ARRAYS), strict=True):
        assert theirs == played(*job), job


WALKED = """
  const found = [];
  for (const { rules, seed, games } of given.walks) {
    const table = await Table.of(await fresh(), rules, [null, null, null]);
    let chance = seed;
    const next = (n) => { chance = (Math.imul(chance, 1664525) + 1013904223) >>> 0; return (chance >>> 8) % n; };
    for (let number = 0; number < games; number++) {
      table.beginMatch(seed, number, 1);
      table.deal();
      while (table.advance() >= 0) {
        let fresh = true, word = null;
        while (word === null) {
          const legal = table.legal(fresh);
          word = table.choose(legal[next(legal.length)]);
          fresh = false;
        }
        if (table.apply(word)) throw new Error("refused");
      }
      table.finish();
      const rows = Array.from({ length: 3 * table.log.get("n") }, (_, at) => table.log.big("rows", at));
      found.push([rows.join(" "), table.result.all("payout").join(" ")].join("|"));
    }
  }
  return found;
"""
KINDS = (choices.OWN_DTYPE, choices.CHOICE_DTYPE, choices.MASK_DTYPE)


def walk(rules: str, settings: list[str], seed: int, games: int) -> Iterator[str]:
    board = Board(load(rules, settings))
    own, choice, mask = (np.zeros(1, kind).view(np.recarray)[0] for kind in KINDS)
    chance = seed
    for number in range(games):
        board.begin_match(seed, number, 1)
        board.deal()
        while board.advance() != DECISION_OVER:
            choices.begin_choice(choice)
            done = 0
            while not done:
                choices.fill_mask(board.view, own, choice, mask)
                legal = np.flatnonzero(mask.action_mask)
                chance = (chance * 1664525 + 1013904223) & 0xFFFFFFFF
                done = int(choices.choose(board.view, own, choice, int(legal[(chance >> 8) % len(legal)])))
            assert board.apply(choice.word) == 0
        board.finish()
        rows = " ".join(map(str, board.rows.ravel().tolist()))
        yield f"{rows}|{' '.join(map(str, board.result.payout.tolist()))}"


@needs_node
def test_games_step_by_step(node: Node) -> None:
    walks: list[tuple[str, list[str]]] = [("pagat", []), ("casino_x", []), ("pagat", [OVERLAYS[0], OVERLAYS[2]])]
    given = [{"rules": house(*settings), "seed": 5, "games": 40} for settings in walks]
    assert node(WALKED, walks=given) == [game for settings in walks for game in walk(*settings, 5, 40)]


def same_answers(found: dict[str, Any], position: Position, worlds: int) -> None:
    mine = {}
    for row in found["rows"]:
        option = row["option"]
        by = option["word"] if option["kind"] in ("take", "lay", "sapaw") else " ".join(option["cards"])
        mine[option["kind"], by] = row
    tables = likely_tables(position, seated_tables())
    assert found["tables"] == [table.name for table in tables]
    values = Values(position, tables, 1, Workers())
    margin = margin_of(position.rules)
    values.play_out(margin, worlds=worlds or None)
    jokers = position.rules.jokers.count > 0  # the page also offers every other card that a joker may stand for
    assert len(mine) == len(values.actions) or (jokers and len(mine) > len(values.actions))
    verdict = values.verdict(margin)
    for number, option in enumerate(values.actions):
        cards = " ".join(map(card_text, cards_in(option.cards)))
        row = mine[option.kind, str(option.code) if option.kind in ("take", "lay", "sapaw") else cards]
        for table, there in enumerate(row["at"]):
            theirs = [values.value(table, number, verdict.best).mean, *values.ends(table, number)]
            assert [there[name] for name in ("ev", "win", "burned", "beaten")] == pytest.approx(theirs, abs=1e-9)
        if not jokers:
            assert row["lead"] == pytest.approx(values.lead(verdict.best, number)._asdict(), abs=1e-9)
    assert found["verdict"]["word"] == verdict.word or jokers


@needs_node
@pytest.mark.parametrize("rules", ["pagat", "pagat+joker", "wars"])
def test_advice_is_that_of_the_program_at_four_tables(node: Node, rules: str) -> None:
    body = """
      const service = new Service(PACK, WASM), found = [];
      let look = await service.start({ rules: given.rules, bots: [null, "greedy", "trained"], seed: 5 });
      for (let step = 0; step < 5 && !look.over; step++) {
        const record = service.record();
        const answers = await service.weigh({ moment: service.moment(), worlds: 24 });
        if (look.options.length > 1) found.push([record, answers]);
        look = service.act({ option: look.options[step % look.options.length] });
      }
      return found;
    """
    found = node(body, rules={"base": rules, "set": {}})
    assert len(found) > 2
    for record, answers in found:
        board = dealt_board(record)
        play_events(board, record["events"], to_the_end=False)
        board.advance()
        same_answers(answers, position_of(board, load(rules)), 24)
        assert answers["margin"] == margin_of(load(rules))


@needs_node
def test_an_answer_to_a_call_is_valued_as_in_the_program_in_the_steps_of_advice(node: Node) -> None:
    body = """
      const service = new Service(PACK, WASM), found = [];
      for (let seed = 1; seed < 60 && found.length < 2; seed++) {
        let look = await service.start({ rules: given.rules, bots: [null, "greedy", "caller"], seed });
        while (!look.over) {
          if (look.decision === "respond") {
            found.push([service.record(), await service.weigh({ moment: service.moment() })]);
            break;
          }
          const { options } = look, laid = options.find((each) => each.kind === "lay");
          look = service.act({ option: laid || options.at(-1) });
        }
      }
      return found;
    """
    found = node(body, rules={"base": "pagat", "set": {}})
    assert found
    for record, answers in found:
        board = dealt_board(record)
        play_events(board, record["events"], to_the_end=False)
        board.advance()
        position = position_of(board, load("pagat"))
        assert position.decision == "respond"
        same_answers(answers, position, 0)
        assert answers["worlds"] in STEPS


@needs_node
def test_advice_in_a_match_knows_its_earlier_games(node: Node) -> None:
    body = """
      const service = new Service(PACK, WASM), records = [];
      let look = await service.start({ rules: given.rules, bots: [null, "greedy", "greedy"], seed: 4, games: 12 });
      for (let game = 0; game < 9; game++) {
        for (let step = 0; !look.over; step++) {
          if (game === 8 && look.options.length > 1) {
            return [records, service.record(), await service.weigh({ moment: service.moment(), worlds: 24 })];
          }
          const call = look.options.find((each) => ["call", "lay"].includes(each.kind));
          look = service.act({ option: call || look.options[step % look.options.length] });
        }
        records.push(service.record());
        look = service.next();
      }
    """
    records, record, answers = node(body, rules={"base": "pagat", "set": {}})
    histories = MatchHistories()
    for played_game in records:
        histories.add(played_game)
    board = dealt_board(record)
    copy_history(histories.before(record), board.view)
    play_events(board, record["events"], to_the_end=False)
    board.advance()
    position = position_of(board, load("pagat"))
    assert sum(seat_calls.chances for seat_calls in position.challenged) > 3
    assert len(answers["tables"]) < 4
    same_answers(answers, position, 24)


@needs_node
def test_the_review_of_a_game_knows_the_earlier_games_of_its_match(node: Node) -> None:
    body = """
      const service = new Service(PACK, WASM), { rules } = given;
      let look = await service.start({ rules, bots: [null, "greedy", "greedy"], seed: 4, games: 12 });
      for (let game = 0; ; game++) {
        for (let step = 0; !look.over; step++) {
          const call = look.options.find((each) => ["call", "lay"].includes(each.kind));
          look = service.act({ option: call || look.options[step % look.options.length] });
        }
        if (game === 4) break;
        look = service.next();
      }
      const games = service.match(), record = games.at(-1), found = [];
      for (const earlier of [games.slice(0, -1), []])
        found.push(await service.reviewRecord({ record, earlier, rules, seat: 0, worlds: 16 }));
      return [games, ...found];
    """
    games, found, alone = node(body, rules={"base": "pagat", "set": {}})
    histories = MatchHistories()
    margin = margin_of(load("pagat"))
    workers = Workers()
    for game in games[:-1]:
        histories.add(game)
    choices = choices_of(games[-1], (0,), histories.before(games[-1]))
    regrets = [regret_of(choice, seated_tables(None), margin, 1, workers, worlds=16) for choice in choices]
    known = [regret for regret in regrets if regret is not None]
    shown = [reply["answers"]["rows"][reply["chosen"]] for reply in found]
    assert [row["lead"]["mean"] for row in shown] == pytest.approx([regret.lead.mean for regret in known], abs=1e-9)
    assert [len(row["at"]) for row in shown] == [len(regret.at) for regret in known]
    without = [reply["answers"]["rows"][reply["chosen"]]["lead"]["mean"] for reply in alone]
    assert [row["lead"]["mean"] for row in shown] != pytest.approx(without, abs=1e-9)


@needs_node
def test_a_named_position_is_advised_on_as_in_the_terminal(node: Node) -> None:
    hands = ("3h 4h 5h 9c 9d Ks 2c 7h 8d Tc Jc 4d", "3h 4h 5h 9c 9d Ks 2c 8d Jd Js 6c Ah Tc")
    for hand in hands:
        position = read_position(load("pagat"), PositionText(hand=hand, table="right: 7s 8s 9s", discards="Qs 4c 9h"))
        cards = hand.split()
        facts = {"hand": cards, "melds": [{"owner": 1, "cards": ["7s", "8s", "9s"]}], "discards": ["Qs", "4c", "9h"]}
        facts |= {"sizes": [len(cards), 9, 12], "stock": position.stock, "drawn": len(cards) == 13}
        body = "return new Service(PACK, WASM).weigh({ facts: given.facts, rules: given.rules, worlds: 16 });"
        same_answers(node(body, facts=facts, rules=house("pagat", [])), position, 16)


@needs_node
def test_the_hand_of_the_readme_has_one_answer_in_four_places(node: Node) -> None:
    """The README and the tour ask the same; the terminal, Python and the phone answer alike."""
    pages = [(ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/tutorial/tour.md")]
    asked = [re.search(r"tongits (advise --hand (?:.*\\\n)*.*)\n", text) for text in pages]
    lines = [shlex.split(found[1].replace("\\\n", " ")) for found in asked if found]
    assert len(lines) == 2
    assert lines[0] == lines[1]
    options = dict(zip(lines[0][1::2], lines[0][2::2], strict=True))
    hand, table, discards = (options[name] for name in ("--hand", "--table", "--discards"))
    position = read_position(load("pagat"), PositionText(hand=hand, table=table, discards=discards))
    answer = advise(position)
    code, out, err = command(*lines[0], "--format", "json")
    assert code == 0, err
    terminal = json.loads(out)
    assert (terminal["advice"], terminal["worlds"]) == (answer.advice, answer.worlds)
    first = answer.advice.partition(":")[2].partition(" units")[0]
    assert first in " ".join(pages[0].split())
    owner, _, cards = table.partition(": ")
    facts = {"hand": hand.split(), "discards": discards.split(), "stock": position.stock, "drawn": True}
    facts |= {"melds": [{"owner": ("me", "right", "left").index(owner), "cards": cards.split()}], "sizes": [13, 9, 12]}
    body = "return new Service(PACK, WASM).weigh({ facts: given.facts, rules: given.rules });"
    found = node(body, facts=facts, rules=house("pagat", []))
    assert found["worlds"] == answer.worlds
    same_answers(found, position, 0)


@needs_node
def test_decides_as_the_program_does(node: Node) -> None:
    chance = random.Random(1)
    weights = [0.1, 0.2, 0.3, 0.4]
    cases = []
    for number in range(300):
        actions = 1 + number % 4
        scale = chance.choice([0.05, 0.3, 2.0])
        cases.append(
            [[[chance.gauss(0, scale), chance.random() * scale / 3] for _ in range(actions)] for _ in range(4)]
        )
    body = """
      const gap = ([mean, se], [level, other], same) => ({ mean: mean - level, se: same ? 0 : Math.hypot(se, other) });
      return given.cases.map((worth) => decide((table, one, other) => gap(worth[table][one], worth[table][other],
        one === other), given.weights, worth[0].length, 0.1));
    """
    words = set()
    for worth, found in zip(cases, node(body, cases=cases, weights=weights), strict=True):

        def gap(table: int, one: int, other: int, worth: Any = worth) -> Gap:
            (mean, se), (level, other_se) = worth[table][one], worth[table][other]
            return Gap(mean - level, 0.0 if one == other else float(np.hypot(se, other_se)))

        verdict = decide(gap, weights, len(worth[0]), 0.1)
        words.add(verdict.word)
        assert [found["best"], found["word"], found["near"]] == [verdict.best, verdict.word, list(verdict.near)]
        assert [action for action in found["instead"] if action is not None] == [
            action for action in verdict.instead if action is not None
        ]
    assert len(words) == 4


@needs_node
def test_the_lab_says_what_simulate_says(node: Node) -> None:
    body = """
      const service = new Service(PACK, WASM);
      const part = (first, matches) => service.batch({ ...given.batch, first, matches });
      const sums = addSums(await part(0, 1000), await part(1000, 500));
      return [0, 1, 2].map((slot) => ratio(sums, slot));
    """
    players = ["greedy", "caller", "trained"]
    rows = node(body, batch={"rules": house("pagat", []), "players": players, "seed": 11})
    answer = play_job(
        BatchJob(load("pagat"), tuple(load_players(",".join(players))), 1500, 11), RunOptions(workers=1, notice=silent)
    )
    for mine, theirs in zip(rows, answer.players_summary, strict=True):
        assert theirs.payout.ci95 is not None
        assert mine["mean"] / 100 == pytest.approx(theirs.payout.mean, abs=1e-9)
        assert [mine["low"] / 100, mine["high"] / 100] == pytest.approx(list(theirs.payout.ci95), rel=1e-5)


@needs_node
def test_a_question_is_a_position_whose_choice_matters(node: Node) -> None:
    body = "return new Service(PACK, WASM).question({ rules: given.rules, seed: 3 }, null, 1);"
    for rules in ("pagat", "online"):
        answers = node(body, rules=house(rules, []))
        best, second = answers["rows"][:2]
        assert answers["verdict"]["word"] in ("clear", "likely")
        assert second["lead"]["mean"] > 2 * answers["margin"]
        assert best["ev"] - second["ev"] == pytest.approx(second["lead"]["mean"], abs=0.5)
        assert answers["look"]["seat"] == 0


@needs_node
def test_a_game_of_the_page_is_a_record_that_the_program_verifies(node: Node) -> None:
    body = """
      const service = new Service(PACK, WASM);
      let look = await service.start({ rules: given.rules, bots: [null, "expert", "trained"], seed: 3 });
      while (!look.over) look = service.act({ option: look.options.find((each) => each.kind !== "call") });
      const record = service.record(), again = await Live.replay(await fresh(), record, given.rules);
      return [JSON.stringify(record), JSON.stringify(again.result) === JSON.stringify(look.result)];
    """
    for rules in ("pagat", "pagat+joker"):
        line, same = node(body, rules=house(rules, []))
        verify(read_line(line))
        assert same


@needs_node
def test_a_chance_that_stays_open_is_charged_once(node: Node) -> None:
    def found(at: int, chosen: str, best: str, cards: str = "", word: str = "clear") -> dict[str, Any]:
        rows: list[dict[str, Any]] = [
            {"option": {"at": 0, "cards": cards.split(), "kind": best}},
            {"option": {"at": 0, "cards": [], "kind": chosen}},
        ]
        rows[1]["word"] = word
        return {"at": at, "chosen": 1, "answers": {"rows": rows}}

    rows = [
        found(3, "draw", "call"),
        found(1, "draw", "call", word="close"),  # it costs nothing
        found(2, "take", "call"),  # the first that is clear
        found(4, "discard", "discard", "5c"),
        found(5, "discard", "discard", "5c"),
        found(6, "draw", "take", "5c"),
        found(7, "draw", "take", "5c"),  # a take passes
        found(8, "fold", "challenge"),
        found(9, "fold", "challenge"),
    ]
    code = (FOLDER / "review.js").read_text()
    body = code + 'const worse = (row) => row.word === "clear";'
    body += "return countedOnce(given.rows).map((each) => each.at);"
    assert node(body, rows=rows) == [2, 4, 6, 7, 8, 9]


@needs_node
def test_the_earlier_games_of_a_pasted_game_are_those_of_its_match_if_all_are_there(node: Node) -> None:
    def game(number: int, seed: int = 1, player: str = "you") -> dict[str, Any]:
        return {"game": number, "seed": seed, "match": 0, "rules": {"name": "pagat"}, "players": [player, "b", "c"]}

    one = [game(number) for number in range(3)]
    other = [game(number, seed=2) for number in range(2)]
    games = [*one, *other, game(1, player="her"), game(2)]
    body = (FOLDER / "review.js").read_text() + "return given.games.map((_, at) => earlierOf(given.games, at).length);"
    assert node(body, games=games) == [0, 1, 2, 0, 1, 0, 0]
