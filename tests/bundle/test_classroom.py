"""An assignment's template repository on GitHub, and the workflow that grades what is pushed there, step by step."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from support.commands import run
from support.paths import ROOT

from course.contents import find_exercise, solution, starter
from course.grading.autograder import actions

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="the workflow runs on Linux")]
PLAIN = find_exercise("know-your-data")
SOLVED = solution(PLAIN, "plain").read_text(encoding="utf-8")
LEFT_OUT = ("Check out the answers", "Check out the course companion", "Set up Python", "Install the grader")
"""The steps that fetch or install something."""
EXPRESSION = re.compile(r"\$\{\{ *(\w+)\.([\w.]+) *\}\}")


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The template repository of an assignment with one exercise, in Korean."""
    made = tmp_path_factory.mktemp("template") / "assignment"
    done = run("bundle", "classroom", "--exercise", PLAIN.name, "--lang", "ko", "--out", made)
    assert done.returncode == 0, done.stderr
    assert all(Path(line).is_file() for line in done.stdout.splitlines())
    return made


@pytest.fixture
def workspace(tmp_path: Path, template: Path) -> Path:
    """A runner's workspace, in which a student's repository and this project are checked out."""
    made = tmp_path / "workspace"
    shutil.copytree(template, made / "answers")
    (made / "course").symlink_to(ROOT)
    return made


def load(path: Path) -> dict[str, Any]:
    """A workflow or an action. YAML takes the bare word `on` for a truth."""
    read: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return {"on" if key is True else key: value for key, value in read.items()}


def filled(value: Any, contexts: Mapping[str, Mapping[str, str]]) -> str:
    return EXPRESSION.sub(lambda match: contexts[match[1]][match[2]], str(value))


def inputs(declared: Mapping[str, Mapping[str, Any]], given: Mapping[str, Any], contexts: Any) -> dict[str, str]:
    """The inputs of a workflow or an action, filled in; asserts that it declares what is given, and has what it requires."""
    assert given.keys() <= declared.keys()
    missing = [name for name, each in declared.items() if each.get("required") and name not in given]
    assert not missing
    return {name: filled(given.get(name, each.get("default", "")), contexts) for name, each in declared.items()}


def runnable(template: Path, workspace: Path) -> Iterator[tuple[dict[str, str], str]]:
    """The `run:` lines of the student's workflow with their variables, through the workflow and the action that it calls."""
    (calling,) = load(template / ".github/workflows/grade.yml")["jobs"].values()
    name, _, branch = calling["uses"].partition("@")
    assert branch == calling["with"]["ref"]
    assert name.startswith(calling["with"]["course"] + "/")
    called = load(ROOT / name.removeprefix(calling["with"]["course"] + "/"))
    given = inputs(called["on"]["workflow_call"]["inputs"], calling["with"], {})
    (job,) = called["jobs"].values()
    for step in job["steps"]:
        if step["name"] in LEFT_OUT:
            continue
        action = load(workspace / step["uses"] / "action.yml")
        contexts = {
            "inputs": inputs(action["inputs"], step["with"], {"inputs": given}),
            "github": {"workspace": str(workspace)},
        }
        for inner in action["runs"]["steps"]:
            if inner["name"] not in LEFT_OUT:
                assert not EXPRESSION.search(inner["run"]), "what is put into a script can be a command"
                yield {key: filled(value, contexts) for key, value in inner["env"].items()}, inner["run"]


def grade(template: Path, workspace: Path) -> tuple[subprocess.CompletedProcess[str], str, str]:
    """Run the workflow as a runner does; give how it ended, the summary of the job, and the outputs of the step."""
    place = workspace.parent
    python = place / "temp/grader/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    (place / "summary").touch()
    (place / "output").touch()
    variables = {
        "GITHUB_WORKSPACE": str(workspace),
        "GITHUB_STEP_SUMMARY": str(place / "summary"),
        "GITHUB_OUTPUT": str(place / "output"),
        "RUNNER_TEMP": str(place / "temp"),
        "PYTHONPATH": str(ROOT),
    }
    ((env, script),) = runnable(template, workspace)
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script],
        cwd=workspace,
        env={**os.environ, **variables, **env},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done, (place / "summary").read_text(encoding="utf-8"), (place / "output").read_text(encoding="utf-8")


def test_a_right_answer_passes(jailed: None, template: Path, workspace: Path) -> None:
    (workspace / "answers/know_your_data.py").write_text(SOLVED, encoding="utf-8")
    done, summary, outputs = grade(template, workspace)
    assert done.returncode == 0, done.stderr
    assert outputs.split() == [f"points={PLAIN.points}", f"most={PLAIN.points}"]
    assert summary.count("✓") == len(PLAIN.checks)
    assert "점" in summary


def test_the_starter_does_not_pass_and_the_summary_says_why(jailed: None, template: Path, workspace: Path) -> None:
    done, summary, outputs = grade(template, workspace)
    assert done.returncode == 1, done.stderr
    assert outputs.split()[0] == "points=0"
    assert "NotImplementedError" in summary


def test_a_hostile_answer_changes_neither_summary_nor_points(jailed: None, template: Path, workspace: Path) -> None:
    place = workspace.parent
    hostile = f"""
import os, pathlib
for name in ("summary", "output", "temp/graded/summary.html", "temp/graded/outputs", "workspace/answers/x"):
    try:
        pathlib.Path("{place}", name).write_text("points=4")
    except OSError:
        pass
raise ValueError("</table><h1>points</h1>\\n\\n# points\\n[link](https://example.org) " + str(os.environ))
"""
    (workspace / "answers/know_your_data.py").write_text(hostile + SOLVED, encoding="utf-8")
    # neither of these is imported in place of a module of the grader's
    for name in ("click", "numpy", "course"):
        (workspace / f"answers/{name}.py").write_text("raise SystemExit(0)")
    done, summary, outputs = grade(template, workspace)
    assert done.returncode == 1
    assert outputs.split()[0] == "points=0"
    assert "<h1>" not in summary
    assert len(summary.splitlines()) == 1
    assert "GITHUB" not in summary
    assert not (workspace / "answers/x").exists()


@pytest.mark.parametrize("missing", ["file", "exercise"])
def test_what_is_missing_is_said(jailed: None, template: Path, workspace: Path, tmp_path: Path, missing: str) -> None:
    if missing == "file":
        (workspace / "answers/know_your_data.py").unlink()
        done, summary, _ = grade(template, workspace)
        assert done.returncode == 1
        assert "<code>.py</code>" in summary
    else:
        assert actions.main(str(workspace), str(tmp_path / "out"), "no-such", "", "ko") == 2
        assert actions.main(str(workspace), str(tmp_path / "out"), "", "", "ko") == 2
        assert not (tmp_path / "out").exists()


def test_what_students_push_gets_no_rights(template: Path) -> None:
    """A pull request can come from anyone."""
    for path in (template / ".github/workflows/grade.yml", *(ROOT / ".github").rglob("*.yml")):
        text = path.read_text(encoding="utf-8")
        if path.name in ("site.yml", "versions.yml"):
            # one publishes and the other writes issues, so they must not run for anyone but those who may push
            assert "pull_request" not in text
            continue
        assert "pull_request_target" not in text
        assert "secrets" not in text
        read = load(path)
        if "jobs" in read:
            assert read["permissions"] == {"contents": "read"}
            assert not any("permissions" in job for job in read["jobs"].values())
            for job in read["jobs"].values():
                checkouts = [step for step in job.get("steps", ()) if step["uses"].startswith("actions/checkout")]
                assert all(step["with"]["persist-credentials"] is False for step in checkouts)


def test_the_template_has_the_starter_the_task_and_the_tests(template: Path) -> None:
    assert (template / "know_your_data.py").read_bytes() == starter(PLAIN, "plain").read_bytes()
    assert (template / "know_your_data.md").read_text(encoding="utf-8").startswith("# ")
    listed = json.loads((template / ".github/classroom/autograding.json").read_text(encoding="utf-8"))["tests"]
    assert sum(test["points"] for test in listed) == PLAIN.points
    assert [test["setup"] != "" for test in listed] == [True, False, False]
    named = json.loads((template / ".github/classroom/tests.json").read_text(encoding="utf-8"))
    assert len({test["name"] for test in named}) == len(named) == len(listed) + 1
    for test in named:
        assert test["type"] == "run"
        assert len(test["name"].encode()) <= 100
        assert 1 <= test["timeout"] <= 600
        assert 0 <= test["points"] <= 1000


def test_each_test_passes_where_its_check_does(template: Path, tmp_path: Path) -> None:
    """The last function of the solution is left as in the starter."""
    home = tmp_path / "home"
    python = home / ".course/bin/python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    broken = SOLVED + "\n\ndef baselines(*words):\n    return None\n"
    assert "def baselines(" in SOLVED
    repository = tmp_path / "repository"
    shutil.copytree(template, repository)
    (repository / "know_your_data.py").write_text(broken, encoding="utf-8")
    listed = json.loads((repository / ".github/classroom/autograding.json").read_text(encoding="utf-8"))["tests"]
    variables = {**os.environ, "HOME": str(home), "PYTHONPATH": str(ROOT)}
    codes = [subprocess.run(test["run"], shell=True, cwd=repository, env=variables).returncode for test in listed]
    assert codes == [0, 0, 1]


def test_nothing_is_overwritten_and_frameworks_are_not_mixed(template: Path, tmp_path: Path) -> None:
    for words in (
        ["--exercise", PLAIN.name, "--out", template],
        ["--exercise", "keras-loss", "--exercise", "metrics", "--out", tmp_path / "new"],
        ["--exercise", PLAIN.name],
        ["--out", tmp_path / "new"],
        ["--exercise", PLAIN.name, "--out", tmp_path / "new", "--repository", "a b/c"],
    ):
        done = run("bundle", "classroom", *words)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "new").exists()


def test_a_check_that_there_is_not_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "know_your_data.py"
    path.write_text(SOLVED, encoding="utf-8")
    done = run("check", path, "--check", "no-such", env={"XDG_STATE_HOME": str(tmp_path), "HOME": str(tmp_path)})
    assert done.returncode == 2
    assert "`baselines`" in done.stderr
