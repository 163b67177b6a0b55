"""The command of a lesson, in a process of its own, with a chapter that needs no framework."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from support.commands import command, heavy_modules, run, with_toy

from course.i18n import LANGUAGES, translate


def test_help_is_in_the_language_asked_for() -> None:
    for language in LANGUAGES:
        done = run("--help", "--lang", language, module="toy")
        assert done.returncode == 0
        assert translate("Run straight through, and ask nothing.", language) in done.stdout.replace("\n", " ")


@pytest.mark.parametrize("arguments", [["--help"], ["--list"], ["--lang", "xx"], ["--bogus"]])
def test_nothing_heavy_is_imported_to_answer_quickly(arguments: list[str]) -> None:
    assert heavy_modules("toy", *arguments) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ["--lang", "fr"],
        ["--lang=zh-TW"],
        ["--framework", "jax"],
        ["--framework", "jax", "--list"],
        ["--framework", "tf"],
        ["--fault", "no-such-fault"],
        ["--edition", "fr"],
        ["--edition", "en"],
        ["--source", "moon"],
        ["--seed", "x"],
        ["--seed", "-1"],
        ["--seed"],
        ["--bogus"],
        ["surplus"],
        ["--json", "/no/such/directory/report.json"],
        ["--at", "9:99"],
    ],
    ids=" ".join,
)
def test_wrong_use_is_told_in_one_sentence(arguments: list[str]) -> None:
    done = run(*arguments, "--no-input", module="toy", env={"COURSE_LANG": "ko"})
    said = done.stderr.strip().splitlines()
    assert (done.returncode, done.stdout) == (2, "")
    assert len(said) == 1
    assert any("\uac00" <= character <= "\ud7a3" for character in said[0])


@pytest.mark.parametrize("arguments", [["--list"], ["--help"]])
def test_a_closed_pipe_ends_quietly(arguments: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    words = command(*arguments, module="toy")
    done = subprocess.run(words, env=with_toy(), stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


def test_a_report_on_standard_output_is_all_there_is() -> None:
    done = run("--no-input", "--json", "-", "--lang", "it", module="toy")
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert [report[name] for name in ("chapter", "framework", "language")] == ["toy", "plain", "it"]


def test_a_report_in_a_file_leaves_the_lesson_on_the_screen(tmp_path: Path) -> None:
    done = run("--no-input", "--json", tmp_path / "report.json", "--lang", "ko", module="toy")
    assert (done.returncode, done.stderr) == (0, "")
    assert translate("The script, repaired", "ko") in done.stdout
    assert "\x1b" not in done.stdout
    assert json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["chapter"] == "toy"


@pytest.mark.parametrize(
    ("arguments", "steps"),
    [
        (["--fault", "untrained"], ["untrained"]),
        (["--fault", "counted"], ["counted"]),
        (["--fault", "counted", "--all"], ["counted", "untrained"]),
    ],
    ids=" ".join,
)
def test_a_lesson_begins_where_it_is_told_to(arguments: list[str], steps: list[str]) -> None:
    report = json.loads(run("--no-input", "--json", "-", *arguments, module="toy").stdout)
    assert [(step["name"], step["held"]) for step in report["steps"]] == [(name, True) for name in steps]
    assert not report["faults"]
