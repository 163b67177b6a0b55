"""The lessons of the chapters as a person runs them: in a process of their own."""

import json
import os
import signal
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from support import commands
from support.commands import heavy_modules
from support.marks import NEWEST
from support.paths import ROOT

from course.i18n import translate

pytestmark = pytest.mark.slow


def run(
    *arguments: str, module: str = "course.ch8", environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return commands.run(*arguments, module=module, env=environment)


def test_the_faults_are_listed_in_order_and_in_words() -> None:
    done = run("--list", "--framework", "tf", environment={"LANG": "it_IT.UTF-8"})
    names = [line.split()[0] for line in done.stdout.splitlines()[1:] if line.strip()]
    lesson = ["label-column", "ragged-batch", "loss-placement", "label-count", "learning-rate", "attention-mask"]
    assert names[: len(lesson)] == lesson
    assert names[-1] == "asking-for-help"
    assert translate("The loss does not fall", "it") in done.stdout


@pytest.mark.parametrize("module", ["course.ch3", "course.ch8"])
@pytest.mark.parametrize("arguments", [["--help"], ["--list"]])
def test_no_chapter_needs_anything_heavy_to_be_listed(module: str, arguments: list[str]) -> None:
    assert heavy_modules(module, *arguments) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["--framework", "jax"],
        ["--fault", "no-such-fault"],
        ["--edition", "en"],
        ["--dataset", "/no/such/directory"],
        ["--checkpoint", "/no/such/directory"],
        ["--source", "hub"],
    ],
    ids=" ".join,
)
def test_a_part_that_is_not_there_is_told_in_one_sentence(arguments: list[str], tmp_path: Path) -> None:
    environment = {"LANG": "ko_KR.UTF-8", "HF_HUB_OFFLINE": "1", "HF_HOME": str(tmp_path)}
    done = run(*arguments, "--no-input", environment=environment)
    said = done.stderr.strip().splitlines()
    assert (done.returncode, done.stdout) == (2, "")
    assert len(said) == 1
    assert any("\uac00" <= character <= "\ud7a3" for character in said[0])


def test_a_cache_that_cannot_be_written_is_told_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run("--no-input", environment={"HF_HOME": str(tmp_path / "file")})
    assert done.returncode == 2
    assert str(tmp_path / "file") in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.pt
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), pytest.param(signal.SIGTERM, 143, marks=pytest.mark.release)]
)
def test_who_is_told_to_leave_leaves_at_once_and_cleanly(number: signal.Signals, code: int) -> None:
    lesson = subprocess.Popen(
        commands.command("--no-input", "--framework", "pt", "--lang", "en", module="course.ch8"),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert lesson.stdout is not None
    for line in lesson.stdout:
        if "2/6" in line:
            lesson.send_signal(number)
            break
    _, errors = lesson.communicate(timeout=60)
    assert lesson.returncode == code
    assert "Traceback" not in errors


def everything_held(report: dict) -> bool:
    return all(
        fault["today"]["held"] and (fault["published"] is None or fault["published"]["held"])
        for fault in report["faults"]
    )


def assert_taught(report: dict, framework: str, language: str) -> None:
    """Run the whole lesson, from the first fault to a model that learns."""
    assert list(report) == [
        "chapter",
        "framework",
        "language",
        "source",
        "seed",
        "versions",
        "seconds",
        "steps",
        "faults",
        "final",
    ]
    assert (report["chapter"], report["framework"], report["language"]) == ("ch8", framework, language)
    assert everything_held(report)
    assert sum(report["final"]["losses"][-20:]) / 20 < 0.7
    assert report["final"]["accuracy"] >= 0.75


@pytest.mark.train
@pytest.mark.parametrize(
    ("framework", "start"),
    [
        # the faults before it are seen with a small model, in test_stages.py
        pytest.param("pt", "metrics-from-logits", id="pt-what-trains", marks=NEWEST["pt"]),
        pytest.param("tf", "label-column", id="tf-whole", marks=[*NEWEST["tf"], pytest.mark.release]),
    ],
)
def test_a_lesson_and_its_report_on_standard_output(framework: str, start: str) -> None:
    done = run("--no-input", "--json", "-", "--framework", framework, "--lang", "it", "--fault", start)
    assert done.returncode == 0, done.stderr
    assert_taught(json.loads(done.stdout), framework, "it")


@pytest.mark.release
def test_a_further_section_is_read_by_itself() -> None:
    done = run("--no-input", "--json", "-", "--framework", "pt", "--lang", "ko", "--fault", "asking-for-help")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert [(step["name"], step["held"]) for step in report["steps"]] == [("asking-for-help", True)]
    assert not report["faults"]


@pytest.mark.release
def test_what_an_edition_changed_is_reported() -> None:
    done = run("--no-input", "--json", "-", "--framework", "pt", "--lang", "zh", "--edition", "it")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    names = ["load_metric_of_mnli", "devices_of_a_batch", "label-count"]
    assert [change["name"] for change in report["changes"]] == names
    assert all(change["held"] for change in report["changes"])
    assert [change["error"] for change in report["changes"]] == ["ImportError", "NameError", "IndexError"]


def test_a_chapter_without_editions_says_so() -> None:
    done = run("--no-input", "--edition", "it", "--lang", "it", module="course.ch3")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.release
def test_a_lesson_on_the_screen_and_its_report_in_a_file(tmp_path: Path) -> None:
    done = run("--no-input", "--json", str(tmp_path / "report.json"), "--framework", "pt", "--lang", "ko")
    assert done.returncode == 0, done.stderr
    assert_taught(json.loads((tmp_path / "report.json").read_text(encoding="utf-8")), "pt", "ko")
    assert translate("The script, repaired", "ko") in done.stdout
    assert "\x1b" not in done.stdout


@pytest.mark.release
def test_with_other_data_what_must_raise_raises_and_learning_is_the_datas_affair(tmp_path: Path) -> None:
    """The data have hardly any label but one, so the loss falls at a high learning rate too: that does not fail the run."""
    import datasets
    import numpy as np

    from course.paths import ASSETS

    def first_words(row: dict) -> dict:
        return {name: " ".join(row[name].split()[:3]) for name in ("premise", "hypothesis")}

    (tmp_path / "mnli").mkdir()
    for split in ("train", "validation_matched"):
        rows = datasets.load_dataset(str(ASSETS / "glue"), "mnli", split=split).select(range(400)).map(first_words)
        labels = np.where(np.arange(len(rows)) < 20, 2, 0)
        shuffled = rows.remove_columns("label").add_column("label", labels).cast_column("label", rows.features["label"])
        shuffled.to_parquet(tmp_path / "mnli" / f"{split}-00000-of-00001.parquet")
    splits = ("train", "validation_matched")
    files = "".join(f"  - split: {split}\n    path: mnli/{split}-*\n" for split in splits)
    card = f"---\nconfigs:\n- config_name: mnli\n  data_files:\n{files}---\n"
    (tmp_path / "README.md").write_text(card, encoding="utf-8")
    done = run(
        "--no-input",
        "--json",
        "-",
        "--framework",
        "tf",
        "--lang",
        "en",
        "--dataset",
        str(tmp_path),
        "--fault",
        "learning-rate",
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert not report["faults"][0]["today"]["held"]
    assert report["faults"][1]["today"]["held"]


@pytest.mark.release
@pytest.mark.parametrize(("framework", "steps"), [("pt", 750), ("tf", 250)])
def test_a_lesson_in_steps_comes_to_a_model_that_is_better_than_the_majority(framework: str, steps: int) -> None:
    done = run("--no-input", "--json", "-", "--framework", framework, "--lang", "zh", module="course.ch3")
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert all(step["held"] for step in report["steps"])
    assert everything_held(report)
    assert len(report["final"]["losses"]) == steps
    assert report["final"]["accuracy"] >= 0.8
    assert report["final"]["f1"] >= 0.85
