import json
import shutil
import tempfile
from decimal import Decimal
from functools import cache
from itertools import islice
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, rule

from mahjong_sim.records.replay import verified_records as verified_mahjong
from strategies import load_players
from tests.playing import command
from tests.records.notation_text import notation_of
from tests.referee import check_file
from tongits_sim.records.explain import explain
from tongits_sim.records.file import identity_of, read_lines, write_records
from tongits_sim.records.game_files import games_of
from tongits_sim.records.notation import read_sheet
from tongits_sim.records.notation_game import play_sheet
from tongits_sim.records.playback import playback
from tongits_sim.records.replay import verified_records
from tongits_sim.records.schema import Record
from tongits_sim.records.write import play_records
from tongits_sim.rules import load
from tongits_sim.table.recorded import choices_of, position_at
from tongits_sim.table.saved import MatchSaver

HOUSES = ("pagat", "sjs", "online+joker", "ecoins+progressive", "casino_x")


@cache
def played(house: str, seed: int, match_games: int) -> tuple[Record, ...]:
    return tuple(islice(play_records(load(house), load_players("greedy,caller,hunter"), 7, seed, match_games), 7))


class Files(RuleBasedStateMachine):
    files = Bundle("files")

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.made = 0

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    def name(self) -> Path:
        self.made += 1
        return self.folder / f"{self.made}.jsonl"

    @rule(target=files, house=st.sampled_from(HOUSES), seed=st.integers(1, 2), match_games=st.integers(1, 4))
    def records(self, house: str, seed: int, match_games: int) -> Path:
        path = self.name()
        write_records(played(house, seed, match_games), path)
        return path

    @rule(target=files, house=st.sampled_from(HOUSES), seed=st.integers(1, 2))
    def play(self, house: str, seed: int) -> Path:
        keeper = MatchSaver(self.name(), 0, 4)
        for record in played(house, seed, 4)[:4]:
            keeper.add(record)
        return keeper.path

    @rule(target=files, file=files, at=st.integers(0, 99))
    def imported(self, file: Path, at: int) -> Path:
        lines = list(read_lines(str(file)))
        record = json.loads(lines[at % len(lines)])
        sheet = self.name().with_suffix(".txt")
        path = self.name()
        sheet.write_text(notation_of(record), encoding="utf-8")
        code, out, err = command("records", "import", str(sheet), "-o", str(path))
        assert (code, "Wrote 1 game" in out) == (0, True), err
        assert json.loads(path.read_text(encoding="utf-8"))["result"] == record["result"]
        return path

    @rule(target=files, file=files, start=st.integers(0, 3), stop=st.integers(4, 6))
    def cut(self, file: Path, start: int, stop: int) -> Path:
        lines = list(read_lines(str(file)))
        path = self.name()
        path.write_text("".join(lines[start:stop] or lines[-1:]), encoding="utf-8")
        return path

    @rule(target=files, one=files, other=files)
    def joined(self, one: Path, other: Path) -> Path:
        path = self.name()
        path.write_text(one.read_text(encoding="utf-8") + other.read_text(encoding="utf-8"), encoding="utf-8")
        return path

    @rule(file=files)
    def replay(self, file: Path) -> None:
        code, out, err = command("replay", str(file), "--quiet")
        lines = list(read_lines(str(file)))
        assert (code, out.startswith(f"{len(lines)} game")) == (0, True), err
        assert list(verified_records(str(file))) == [json.loads(line, parse_float=Decimal) for line in lines]
        assert check_file(lines) == []

    @rule(file=files, at=st.integers(0, 999))
    def read(self, file: Path, at: int) -> None:
        games = [game for _, game in games_of(str(file), read_lines(str(file)))]
        game = games[at % len(games)]
        assert isinstance(game, dict)
        choices = list(choices_of(game))
        for choice in choices[:2]:
            assert position_at(game, choice.move, choice.position.decision) == choice.position
        assert list(explain(game, 1 + at % len(game["events"])))
        assert list(playback(game))
        sheet = read_sheet(notation_of(game))
        again = play_sheet(sheet).record
        assert again is not None
        assert identity_of(again) == identity_of(game)


Files.TestCase.settings = settings(max_examples=25, stateful_step_count=12, deadline=None)
TestFiles = Files.TestCase


def test_a_game_of_a_match_written_by_hand_is_read_by_everybody(tmp_path: Path) -> None:
    record = next(record for record in played("sjs", 1, 4) if record["game"] == 1 and record["before"]["streak"])
    text = tmp_path / "game.txt"
    path = tmp_path / "game.jsonl"
    text.write_text(notation_of(record), encoding="utf-8")
    assert all(f"\n{line} " in text.read_text() for line in ("game", "jackpot", "streak"))
    assert command("records", "import", str(text), "-o", str(path))[0] == 0
    move = str(next(choices_of(record)).move)
    for arguments in (
        ("replay", str(path)),
        ("replay", str(path), "--move", move),
        ("review", str(path), "--against", "greedy", "--seat", "A"),
        ("advise", "--record", str(path), "--move", move, "--worlds", "8", "--against", "greedy"),
    ):
        code, _, err = command(*arguments)
        assert code == 0, err


def test_a_file_of_something_else_is_refused_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("milk\nrice\n")
    for call in (("review",), ("replay",), ("mahjong", "replay")):
        code, _, err = command(*call, str(tmp_path / "list.txt"))
        assert code == 2
        assert "list.txt holds no game: a game is a line of JSON that `tongits" in err


def test_mahjong_reads_what_is_cut_out_of_a_match(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    code, _, err = command("mahjong", "records", "--games", "3", "--match-games", "3", "--seed", "3", "-o", str(path))
    assert code == 0, err
    lines = list(read_lines(str(path)))
    assert [record["game"] for record in verified_mahjong("", [lines[2], lines[0], lines[1], lines[0]])] == [2, 0, 1, 0]
