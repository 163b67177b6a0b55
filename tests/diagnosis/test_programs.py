"""The reader's program runs as it is, nothing of theirs is changed, and whatever it does ends in a report."""

import json
import sys
from pathlib import Path

import pytest
from jsonschema import validate
from support.clash import TRITON, bring
from support.commands import run

from course.diagnosis.running.launch import examine
from course.diagnosis.running.source import read_program
from course.message import WrongUse
from course.paths import CHECKOUT

SCHEMA = json.loads((CHECKOUT / "docs" / "doctor.schema.json").read_text())
PATIENCE = 3.0
"""Seconds that a program gets here until it trains; these never do."""


def written(directory: Path, text: str, name: str = "mine.py") -> Path:
    path = directory / name
    path.write_text(text, encoding="utf-8")
    return path


def looks(report: dict[str, object]) -> list[str]:
    return [finding["look"] for finding in report["findings"]]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "text", ["1 / 0\n", "for x in range(3)\n    pass\n", "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n"]
)
def test_a_report_keeps_to_its_schema(tmp_path: Path, text: str) -> None:
    validate(examine(written(tmp_path, text)), SCHEMA)


def test_an_error_is_told_with_the_readers_lines_and_values(tmp_path: Path) -> None:
    path = written(tmp_path, "def share(right, total):\n    return right / total\n\n\nshare(3, 0)\n")
    report = examine(path)
    assert looks(report) == ["divided-by-zero"]
    assert ["`total`", "number int64"] in report["findings"][0]["evidence"]
    assert report["crash"]["error"] == "ZeroDivisionError"
    assert [place["line"] for place in report["crash"]["places"]] == [5, 2]
    assert report["crash"]["live"] == {"right": "number int64", "total": "number int64"}


@pytest.mark.parametrize(
    ("text", "look"),
    [
        ("import argparse\np = argparse.ArgumentParser()\np.add_argument('data')\np.parse_args()\n", "needs-arguments"),
        ("name = input('data? ')\n", "asks-for-input"),
        ("for x in range(3)\n    pass\n", "syntax"),
        ("import no_such_library_at_all\n", "missing-module"),
        ("import os, sys\nsys.exit('no token')\n", "needs-arguments"),
    ],
)
def test_a_program_that_cannot_run_is_told_in_one_finding(tmp_path: Path, text: str, look: str) -> None:
    assert looks(examine(written(tmp_path, text))) == [look]


def test_a_program_gets_its_arguments_and_its_own_directory(tmp_path: Path) -> None:
    written(tmp_path, "ANSWER = 42\n", "helper.py")
    path = written(tmp_path, "import sys\nimport helper\nassert sys.argv[1:] == ['--rate', '3'], sys.argv\n")
    assert looks(examine(path, ["--rate", "3"])) == []


def test_annotations_are_what_they_are_in_the_readers_python(tmp_path: Path) -> None:
    text = (
        "from dataclasses import dataclass, fields\n\n\n@dataclass\nclass Settings:\n    steps: int = 3\n\n\n"
        "assert [each.type('4') for each in fields(Settings)] == [4]\n"
    )
    assert looks(examine(written(tmp_path, text))) == []


def test_an_object_of_the_programs_own_class_is_saved_and_read_back(tmp_path: Path) -> None:
    text = "import pickle\n\n\nclass Net:\n    pass\n\n\nassert type(pickle.loads(pickle.dumps(Net()))) is Net\n"
    assert examine(written(tmp_path, text))["findings"] == []


def test_a_program_that_never_ends_is_ended(tmp_path: Path) -> None:
    report = examine(written(tmp_path, "print('on and on', flush=True)\nwhile True:\n    pass\n"), patience=PATIENCE)
    assert report["ended"] == "time"
    assert "on and on" in report["printed"]


def test_a_program_that_fills_the_disk_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").mkdir()
    monkeypatch.chdir(tmp_path / "mine")
    # the file has holes and takes no room
    text = "with open('big', 'wb') as big:\n    big.truncate(5 * 10**9)\nwhile True:\n    pass\n"
    assert examine(written(tmp_path / "mine", text))["ended"] == "space"
    assert [each.name for each in (tmp_path / "mine").iterdir()] == ["mine.py"]


def test_a_program_whose_process_dies_is_said_to_have_died(tmp_path: Path) -> None:
    path = written(tmp_path, "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n")
    assert examine(path)["ended"] == "died"
    assert run("doctor", path).returncode == 2


def test_threads_that_go_on_do_not_keep_the_doctor(tmp_path: Path) -> None:
    text = "import threading, time\nthreading.Thread(target=lambda: time.sleep(600)).start()\n"
    assert looks(examine(written(tmp_path, text), patience=60)) == []


WRITES = {
    "with open": (
        "import os, pathlib, shutil\n"
        "pathlib.Path('model/weights.txt').write_text('spoiled')\n"
        "assert open('model/weights.txt').read() == 'spoiled'\n"
        "with open('log.txt', 'a') as log:\n"
        "    log.write('two\\n')\n"
        "assert open('log.txt').read() == 'one\\ntwo\\n'\n"
        "os.makedirs('runs/one')\n"
        "open('runs/one/new.txt', 'w').write('new')\n"
        "os.remove('log.txt')\n"
        "shutil.rmtree('model', ignore_errors=True)\n"
    ),
    "with numbers of files": (
        "import os, pathlib\n"
        "number = os.open('log.txt', os.O_WRONLY | os.O_APPEND)\n"
        "os.write(number, b'two\\n')\n"
        "os.close(number)\n"
        "assert pathlib.Path('log.txt').read_text() == 'one\\ntwo\\n'\n"
        "os.truncate('log.txt', 3)\n"
        "assert pathlib.Path('log.txt').read_text() == 'one'\n"
        "pathlib.Path('done').touch()\n"
        "assert pathlib.Path('done').exists()\n"
        "os.chmod('model/weights.txt', 0o600)\n"
    ),
    "by moving": (
        "import os, pathlib, shutil\n"
        "os.replace('log.txt', 'moved.txt')\n"
        "assert open('moved.txt').read() == 'one\\n'\n"
        "shutil.copy('moved.txt', 'copied.txt')\n"
        "shutil.move('model', 'elsewhere')\n"
        "assert open('elsewhere/weights.txt').read() == 'precious'\n"
        "pathlib.Path('link.txt').symlink_to('copied.txt')\n"
        "assert open('link.txt').read() == 'one\\n'\n"
    ),
    "in another directory": (
        "import os, pathlib\n"
        "here = os.getcwd()\n"
        "os.makedirs('runs/one')\n"
        "os.chdir('runs/one')\n"
        "assert os.getcwd() == os.path.join(here, 'runs', 'one')\n"
        "open('new.txt', 'w').write('new')\n"
        "assert open('../../log.txt').read() == 'one\\n'\n"
        "assert pathlib.Path(here, 'runs/one/new.txt').read_text() == 'new'\n"
        "os.chdir(here)\n"
        "os.chdir('model')\n"
        "open('weights.txt', 'w').write('spoiled')\n"
        "assert open('../model/weights.txt').read() == 'spoiled'\n"
    ),
    "and looks at them": (
        "import glob, os, pathlib, shutil\n"
        "os.makedirs('runs/one')\n"
        "assert shutil.disk_usage('runs/one').total\n"
        "open('runs/one/new.txt', 'w').write('new')\n"
        "os.symlink('new.txt', 'runs/one/last.txt')\n"
        "assert glob.glob('runs/*/new.txt') == glob.glob('runs/one/new.txt') == ['runs/one/new.txt']\n"
        "assert os.path.islink('runs/one/last.txt') and pathlib.Path('runs/one/last.txt').is_symlink()\n"
        "assert os.path.basename(os.readlink('runs/one/last.txt')) == 'new.txt'\n"
        "assert os.path.realpath('runs/one/last.txt').endswith('new.txt')\n"
        "assert sorted(each.name for each in pathlib.Path('runs').rglob('*')) == ['last.txt', 'new.txt', 'one']\n"
        "assert not os.path.lexists('runs/two') and not os.path.islink('log.txt')\n"
        "assert sorted(name for _, _, names in os.walk('runs') for name in names) == ['last.txt', 'new.txt']\n"
    ),
    "and imports it": (
        "import importlib, os, pathlib, sys\n"
        "sys.path.insert(0, os.path.abspath('runs/modules'))\n"
        "pathlib.Path('runs/modules/scores/own').mkdir(parents=True)\n"
        "pathlib.Path('runs/modules/scores/__init__.py').touch()\n"
        "importlib.invalidate_caches()\n"
        "import scores\n"
        "pathlib.Path('runs/modules/scores/own/f1.py').write_text('best = 1')\n"
        "importlib.invalidate_caches()\n"
        "from scores.own.f1 import best\n"
        "assert best == 1\n"
        "try:\n"
        "    import not_written\n"
        "except ModuleNotFoundError:\n"
        "    pass\n"
    ),
    "with a database": (
        "import sqlite3\n"
        "for _ in range(2):\n"
        "    with sqlite3.connect('runs.db') as runs:\n"
        "        runs.execute('create table if not exists runs (name)')\n"
        "        runs.execute('insert into runs values (1)')\n"
        "assert len(sqlite3.connect('runs.db').execute('select * from runs').fetchall()) == 2\n"
        "sqlite3.connect(':memory:')\n"
    ),
}
"""Programs that change files in several ways, and read back what they have written."""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A reader's directory, whose name begins like that of a directory for caches."""
    monkeypatch.setenv("HOME", str(tmp_path))
    mine = tmp_path / ".cache-of-mine"
    (mine / "model").mkdir(parents=True)
    (mine / "model" / "weights.txt").write_text("precious")
    (mine / "log.txt").write_text("one\n")
    monkeypatch.chdir(mine)
    return mine


def contents(directory: Path) -> dict[Path, tuple[str, int]]:
    return {each: (each.read_text(), each.stat().st_mode) for each in directory.rglob("*") if each.is_file()}


@pytest.mark.parametrize("text", WRITES.values(), ids=WRITES)
def test_nothing_of_the_readers_is_changed_and_what_is_written_is_read_back(mine: Path, text: str) -> None:
    path = written(mine, text)
    before = contents(mine)
    report = examine(Path(path.name))
    assert (looks(report), report["ended"]) == ([], ""), report
    assert contents(mine) == before
    assert sorted(each.name for each in mine.iterdir()) == ["log.txt", "mine.py", "model"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux refuses what cannot be redirected")
def test_what_another_program_would_write_is_refused(mine: Path) -> None:
    path = written(
        mine, "import os\nassert os.system('rm -f log.txt') != 0\nassert os.system('echo 1 > new.txt') != 0\n"
    )
    before = contents(mine)
    report = examine(Path(path.name))
    assert (looks(report), report["ended"]) == ([], ""), report
    assert contents(mine) == before


def test_a_notebook_runs_without_what_only_a_notebook_understands(tmp_path: Path) -> None:
    cells = [
        ("code", ["%matplotlib inline\n", "!pip install -q nothing\n", "x = 1"]),
        ("markdown", ["x = 2"]),
        ("code", ["%%bash\n", "rm -rf everything"]),
        ("code", "%%time\nif x:\n    !ls\ny = x / 0"),
    ]
    notebook = {"cells": [{"cell_type": kind, "source": source} for kind, source in cells], "nbformat": 4}
    path = written(tmp_path, json.dumps(notebook), "mine.ipynb")
    report = examine(path)
    assert report["crash"]["error"] == "ZeroDivisionError"
    (place,) = report["crash"]["places"]
    assert (place["file"], place["line"], place["code"]) == ("mine.ipynb[3]", 4, "y = x / 0")
    assert report["left_out"] == [
        "%matplotlib inline",
        "!pip install -q nothing",
        "%%bash",
        "rm -rf everything",
        "%%time",
        "    !ls",
    ]


@pytest.mark.parametrize(
    ("name", "text"), [("mine.txt", "x = 1"), ("mine.ipynb", "[1, 2"), ("mine.ipynb", '{"cells": 3}')]
)
def test_what_is_no_program_is_refused_in_a_sentence(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(WrongUse):
        read_program(written(tmp_path, text, name))
    with pytest.raises(WrongUse):
        read_program(tmp_path / "none.py")


def test_the_command_has_exit_codes_and_a_report(tmp_path: Path) -> None:
    right = written(tmp_path, "print('done')\n")
    wrong = written(tmp_path, "1 / 0\n", "wrong.py")
    done = run("doctor", right, "--lang", "it", "--json", tmp_path / "report.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads((tmp_path / "report.json").read_text())["findings"] == []
    assert run("doctor", wrong, "--steps", "5").returncode == 1
    assert run("doctor", tmp_path / "none.py").returncode == 2
    piped = run("doctor", wrong, "--json", "-")
    assert json.loads(piped.stdout)["crash"]["error"] == "ZeroDivisionError"


ON_A_GPU = """\
import os

import torch

if os.environ.get("CUDA_VISIBLE_DEVICES") != "-1":
    raise RuntimeError("CUDA error: device-side assert triggered\\nCompile with `TORCH_USE_CUDA_DSA`")
inputs, labels = torch.randn(64, 8).cuda(), torch.randint(0, 3, (64,), device=0)
model = torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.Linear(16, OUTPUTS)).to("cuda:0")
optimizer = torch.optim.AdamW(model.cuda().parameters(), lr=1e-3)
for step in range(20):
    with torch.autocast("cuda", dtype=torch.float16):
        loss = torch.nn.functional.cross_entropy(model(inputs.to(torch.device("cuda"))), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
"""
"""A program that names the GPU, and says of itself what a GPU says of a label that has no output."""


@pytest.mark.pt
@pytest.mark.parametrize(
    ("outputs", "look", "told"), [(2, "label-beyond-outputs", True), (3, "assertion-on-gpu", False)]
)
def test_what_a_gpu_leaves_unclear_is_looked_at_on_the_cpu(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, outputs: int, look: str, told: bool
) -> None:
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    report = examine(written(tmp_path, ON_A_GPU.replace("OUTPUTS", str(outputs))))
    validate(report, SCHEMA)
    assert looks(report)[0] == look
    # where the CPU shows nothing, what the GPU said is all that is known
    assert report["gpu"] == ("CUDA error: device-side assert triggered" if told else None)


LONG = """import numpy as np
import torch
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
inputs = torch.randn(320, 4)
rows = DataLoader(TensorDataset(inputs, (inputs[:, 0] > 0).long()), batch_size=8, shuffle=True)
model = torch.nn.Linear(4, 2)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
losses, weights = [], {}
for epoch in range(4):
    for batch, labels in rows:
        loss = torch.nn.functional.cross_entropy(model(batch), labels)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        if len(losses) == 150:
            weights["late"] = model.weight.detach().clone()
"""


@pytest.mark.pt
@pytest.mark.parametrize(
    ("end", "is_right"),
    [
        ("print(np.array(losses).reshape(4, len(rows)).mean(1))\n", True),
        ("print(weights['late'])\n", True),
        ("print(np.array(losses).reshape(5, len(rows)).mean(1))\n", False),
    ],
)
def test_an_error_that_comes_only_of_a_training_that_was_ended_early_is_not_told(
    tmp_path: Path, end: str, is_right: bool
) -> None:
    assert (looks(examine(written(tmp_path, LONG + end))) == []) == is_right


@pytest.mark.pt
def test_a_number_that_is_none_is_told_in_a_report_that_is_json(tmp_path: Path) -> None:
    text = ON_A_GPU.replace("OUTPUTS", "3").replace("loss = ", "loss = float('nan') * ")
    written(
        tmp_path,
        text.replace(".cuda()", "")
        .replace("device=0", "")
        .replace('"cuda:0"', '"cpu"')
        .replace('device("cuda")', 'device("cpu")'),
    )
    done = run("doctor", str(tmp_path / "mine.py"), "--json", str(tmp_path / "report.json"))
    report = json.loads((tmp_path / "report.json").read_text(), parse_constant=pytest.fail)
    assert "nan" in str(report["seen"]), done


CLASH = "import tensorflow as tf\nimport triton\n\nx = tf.constant([1.0])\n"


@pytest.mark.tf
@pytest.mark.parametrize(("end", "then"), [("", []), ("y = x[3, 2]\n", ["other-error"])])
def test_libraries_of_which_a_process_dies_are_told_before_what_is_seen_without_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str, then: list[str]
) -> None:
    bring(tmp_path / "libraries", monkeypatch, "triton", "3.7.1", TRITON)
    report = examine(written(tmp_path, CLASH + end))
    validate(report, SCHEMA)
    assert looks(report)[:1] == ["libraries-clash"]
    assert report["findings"][0]["place"]["line"] == 1
    assert bool(report["crash"]) == bool(end)
    assert len(looks(report)) == 1 + len(then)


def test_a_process_that_dies_of_itself_is_not_put_down_to_libraries(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(tmp_path / "libraries", monkeypatch, "triton", "3.7.1", TRITON)
    report = examine(written(tmp_path, "import os, signal\n\nos.kill(os.getpid(), signal.SIGSEGV)\n"))
    assert (report["ended"], looks(report)) == ("died", [])
