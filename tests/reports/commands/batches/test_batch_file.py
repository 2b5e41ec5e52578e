from pathlib import Path

import pytest

from reports.commands.batches.batch_file import MAX_JOBS, Batch, read_batch
from reports.page.stored import BatchError


def read(tmp_path: Path, text: str) -> Batch:
    path = tmp_path / "b.toml"
    path.write_text(text, encoding="utf-8")
    return read_batch(path)


def test_lists_expand_to_every_combination(tmp_path: Path) -> None:
    text = """
        title = "all"
        out = "runs/x"
        [defaults]
        seed = 5
        [[job]]
        command = "simulate"
        rules = ["pagat", "sjs"]
        players = ["greedy,caller,hunter", "greedy(call_at=5.5),caller,miser"]
        games = "10k"
        fixed-seats = true
    """
    batch = read(tmp_path, text)
    assert (batch.title, batch.out) == ("all", Path("runs/x"))
    assert [job.name for job in batch.jobs] == [
        "simulate-pagat-greedy-caller-hunter",
        "simulate-pagat-greedy-call_at-5-5-caller-miser",
        "simulate-sjs-greedy-caller-hunter",
        "simulate-sjs-greedy-call_at-5-5-caller-miser",
    ]
    assert batch.jobs[1].line == (
        "tongits simulate --rules=pagat '--players=greedy(call_at=5.5),caller,miser' --games=10k --seed=5 --fixed-seats"
    )
    params = batch.jobs[3].params
    assert (params["rules"], params["games"], params["seed"], params["fixed_seats"]) == ("sjs", 10_000, 5, True)
    assert set(params) == {"rules", "settings", "players", "games", "seed", "match_games", "fixed_seats", "within"}


def test_an_option_that_may_be_repeated_takes_a_list_as_it_is(tmp_path: Path) -> None:
    job = '[[job]]\ncommand = "whatif"\nname = "Wait!"\n'
    (one,) = read(tmp_path, job + 'change = ["call.timing=end", "pay.fold=2"]').jobs
    assert (one.name, one.params["change"]) == ("wait", ("call.timing=end", "pay.fold=2"))
    (text,) = read(tmp_path, job + 'change = "call.timing=end"').jobs
    assert (text.name, text.params["change"]) == ("wait", ("call.timing=end",))
    two = read(tmp_path, job + 'change = [["call.timing=end"], ["pay.fold=2"]]\nset = ["pay.tongits=6"]').jobs
    assert [job.name for job in two] == ["wait-call-timing-end", "wait-pay-fold-2"]
    assert [job.params["settings"] for job in two] == [("pay.tongits=6",)] * 2


def test_every_command_and_question_has_its_own_keys(tmp_path: Path) -> None:
    text = """
        [[job]]
        command = "compare"
        players = "greedy,caller"
        confirm = [true, false]
        within = 0.5
        [[job]]
        command = "analyze"
        question = ["calls", "sunog"]
        games = 50
        [[job]]
        command = "analyze"
        question = "payouts"
        rules = ["pagat", "sjs"]
    """
    jobs = read(tmp_path, text).jobs
    assert [job.name for job in jobs] == [
        "compare-greedy-caller-confirm",
        "compare-greedy-caller-no-confirm",
        "analyze-calls",
        "analyze-sunog",
        "analyze-payouts-pagat-sjs",
    ]
    assert jobs[0].words == ["tongits", "compare", "--confirm", "--within=0.5", "greedy,caller"]
    assert jobs[2].words == ["tongits", "analyze", "calls", "--games=50"]
    assert jobs[4].params["rules"] == ("pagat", "sjs")


def test_folders_have_names_of_their_own(tmp_path: Path) -> None:
    text = '[[job]]\ncommand = "simulate"\nname = "{0}"\nplayers = ["{1}(call_at=5),{1},{1}", "{1}(call_at-5),{1},{1}"]'
    names = [job.name for job in read(tmp_path, text.format("x" * 200, "greedy")).jobs]
    assert len({*names}) == 2
    assert all(len(name) <= 80 for name in names)
    short = [job.name for job in read(tmp_path, text.format("x", "greedy")).jobs]
    assert len({*short}) == 2
    assert all(name.startswith("x-greedy-call_at-5-greedy-greedy-") for name in short)
    again = [job.name for job in read(tmp_path, text.format("x", "greedy")).jobs]
    assert short == again


@pytest.mark.parametrize("name", ["../../up", "/etc/passwd", "a/b", "..", ".hidden", "batch.json", "report.html"])
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    text = f'[[job]]\ncommand = "simulate"\nname = "{name}"\n'
    try:
        (job,) = read(tmp_path, text).jobs
    except BatchError as error:
        assert "a name needs a letter or digit" in str(error)  # noqa: PT017 - either is right
        return
    assert not set(job.name) & set("/\\.")


SIMULATE = '[[job]]\ncommand = "simulate"\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = " + "[" * 5000, "is not a batch file in TOML"),
        ('out = "/tmp/x"\n' + SIMULATE, 'out = "/tmp/x" leads out of this folder; to write there, use --out'),
        (SIMULATE + "games = [5, [6]]", "games must be a number, not a list"),
        (SIMULATE + SIMULATE, "job 2 (simulate) asks what"),
        (SIMULATE + f"seed = {[*range(MAX_JOBS + 1)]}", "b.toml makes 1,001 jobs, more than 1,000"),
        (SIMULATE + f"seed = {[*range(999)]}\ngames = {[*range(1, 999)]}", "b.toml makes 997,002 jobs"),
    ],
)
def test_a_mistake_in_a_batch_is_refused_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(BatchError) as error:
        read(tmp_path, text)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("asked", ['"whatif"\nchange = "pay.fold=2"', '"compare"\nplayers = "greedy,caller"'])
def test_deals_may_be_called_games(tmp_path: Path, asked: str) -> None:
    job = f"[[job]]\ncommand = {asked}\n"
    for text in (
        f"{job}deals = 30",
        f"{job}games = 30",
        f"[defaults]\ngames = 30\n{job}",
        f"[defaults]\ngames = 9\n{job}deals = 30",
    ):
        (entry,) = read(tmp_path, text).jobs
        assert entry.params["deals"] == 30
        assert "--deals=30" in entry.arguments
    with pytest.raises(BatchError, match="games and deals are two names of one number"):
        read(tmp_path, f"{job}deals = 30\ngames = 30")
