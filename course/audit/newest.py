"""`python -m course audit versions`: install the newest releases, run the lessons, and say what changed, as the text of an issue."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from course.audit.versions import said_as
from course.frameworks import FRAMEWORKS
from course.i18n import N_
from course.lesson import Framework
from course.message import WrongUse
from course.observe import SightingReport
from course.paths import CHECKOUT
from course.version_sets import VersionSet, load_set, load_sets

TESTS = ("tests/chapters/test_notebooks.py", "tests/grading/test_grader.py::test_solutions_pass_in_the_jail")
"""The tests that run the notebooks, and the solutions of the exercises."""
MARKS = {"pt": "(pt or newest) and not (release or pinned)", "tf": "tf and not release"}
LAST = 300
"""How many characters of what a failed test said are given."""


@dataclass(frozen=True)
class Changed:
    """A symptom that is not what it was: the way through a chapter, the block, and what it was and is; None where it is missing."""

    way: str
    block: str
    before: SightingReport | None
    after: SightingReport | None


@dataclass
class Findings:
    """What the newest releases of one framework changed.

    Attributes:
        before, after: the set that is kept, and the one that was installed.
        failed: the tests that failed, each with the end of what it said.
    """

    framework: Framework
    before: VersionSet
    after: VersionSet
    changed: list[Changed] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)


def newest_kept(framework: Framework) -> VersionSet:
    """The kept set with the newest libraries of a framework. Raises WrongUse if there is none."""
    kept = [each for each in load_sets() if any(way.endswith(f"/{framework}") for way in each.ways)]
    if not kept:
        raise WrongUse(N_("No set of versions with {framework} is kept."), framework=FRAMEWORKS[framework].title)
    return kept[-1]


def try_newest(framework: Framework, pins: Sequence[str], doing: Callable[[str], None]) -> Findings:
    """Install the newest releases into an environment of its own, and run the lessons, the notebooks and the solutions there.

    Args:
        pins: requirements that are installed besides, such as `torch==2.13.0`.
        doing: called with what is done next.

    Raises:
        WrongUse: the releases cannot be installed, or nothing could be run.
    """
    before = newest_kept(framework)
    with tempfile.TemporaryDirectory(prefix="course-newest-") as directory:
        place = Path(directory)
        doing("pip install")
        python = _install(place / "environment", framework, pins)
        doing("record")
        kept = place / "newest.json"
        record = subprocess.run(
            [python, "-m", "course", "record", "--set", str(kept)],
            cwd=CHECKOUT,
            capture_output=True,
            text=True,
            check=False,
        )
        if not kept.is_file():
            lines = record.stderr.strip().splitlines()
            raise WrongUse(N_("The lessons could not be run: {reason}"), reason=lines[-1] if lines else "?")
        found = Findings(framework, before, load_set(kept))
        found.changed = [*changes(before, found.after)]
        doing("pytest")
        results = place / "results.xml"
        command = [python, "-m", "pytest", "-q", "-m", MARKS[framework], "--junit-xml", str(results), *TESTS]
        subprocess.run(command, cwd=CHECKOUT, capture_output=True, check=False)
        found.failed = failures(results)
    return found


def _install(environment: Path, framework: Framework, pins: Sequence[str]) -> str:
    venv.create(environment, with_pip=True)
    python = str(environment / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))
    for wanted in (["pip>=25.1"], ["-e", f".[{framework}]", "--group", "dev", *pins]):
        command = [python, "-m", "pip", "install", "--quiet", "--upgrade", "--upgrade-strategy", "eager", *wanted]
        done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
        if done.returncode:
            lines = done.stderr.strip().splitlines()
            raise WrongUse(N_("The newest releases cannot be installed: {reason}"), reason=lines[-1] if lines else "?")
    return python


def changes(before: VersionSet, after: VersionSet) -> Iterator[Changed]:
    """The symptoms that are not on one set what they are on another."""
    for way in sorted(before.ways.keys() & after.ways.keys()):
        old, new = before.ways[way].seen, after.ways[way].seen
        for block in dict.fromkeys([*old, *new]):
            was, now = old.get(block), new.get(block)
            if was != now:
                yield Changed(way, block, was, now)
    for way in sorted(before.ways.keys() ^ after.ways.keys()):
        yield Changed(way, "", None, None)


def failures(results: Path) -> dict[str, str]:
    """The tests that failed, from a file of results in JUnit's format; if there is no such file, or no test in it, that is one."""
    if not results.is_file():
        return {"pytest": "no test was run"}
    tests = [*ElementTree.parse(results).iter("testcase")]
    found = {}
    for test in tests:
        for child in test:
            if child.tag in ("failure", "error"):
                found[f"{test.get('classname')}::{test.get('name')}"] = (child.get("message") or "").strip()[-LAST:]
    return found if tests else {"pytest": "no test was run"}


def issue(found: Sequence[Findings]) -> str:
    """What changed as the text of an issue, in Markdown; empty if nothing did."""
    parts = []
    for each in found:
        if not each.changed and not each.failed:
            continue
        parts.append(f"## {FRAMEWORKS[each.framework].title}: the newest releases change something")
        old, new = each.before.versions, each.after.versions
        parts.append(
            "\n".join(f"- {name}: {old.get(name, 'none')} → {new[name]}" for name in new if new[name] != old.get(name))
        )
        parts += [_about(change) for change in each.changed]
        parts += [f"### `{name}` fails\n\n```text\n{said}\n```" for name, said in each.failed.items()]
    return "\n\n".join(part for part in parts if part)


def _about(change: Changed) -> str:
    if not change.block:
        return f"### {change.way} was run on one of the two sets only"
    return f"### {change.way}: `{change.block}`\n\n- before: {said_as(change.before)}\n- now: {said_as(change.after)}"
