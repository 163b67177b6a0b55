"""Measure how often the doctor's first diagnosis is right, how often it finds something in a program that is right, and how long it takes.

    python benchmarks/doctor.py cases            the scripts of the cases for PyTorch, and the working scripts that they are made of
    python benchmarks/doctor.py known            the broken programs that were read while looks were written
    python benchmarks/doctor.py aside            those that were written without knowledge of the looks, and kept aside
    python benchmarks/doctor.py healthy          the programs that are right, written in the same way
    python benchmarks/doctor.py aside p01 t03    those whose names begin so

The programs lie in benchmarks/doctor/; beside each broken one, a JSON file says what is wrong, which looks would be right to name it, and what it needs in its
environment, if it needs something; so does the program that is right and has the same name. They are run as a
reader has them: in a directory with checkpoints and data, offline. What comes out is kept in doctor.json, program by program, and written from there into doctor.md.
Of the programs that were kept aside and of right ones, what was found in the first run is kept too: later looks have been mended after some of them.
How sure the look of the first diagnosis is by itself is kept as well. The looks that may say "certain" to a reader are written into
course/diagnosis/proven.txt: those that were certain, and right, in the first runs of at least two programs.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from course.cases import dates, prices, steps, tags, tickets
from course.cases.judging import bring_files, broken_script, program_text
from course.contents import cases, programs
from course.diagnosis.look import RANKS
from course.diagnosis.looks import LOOKS
from course.diagnosis.running.launch import examine
from course.frameworks import versions
from course.paths import ASSETS, PACKAGE
from course.script import Script, read

HERE = Path(__file__).parent
RESULTS = HERE / "doctor.json"
PROGRAMS = HERE / "doctor"
DATA = {"tickets": tickets, "tags": tags, "steps": steps, "dates": dates, "prices": prices}
SEED = 77
TITLES = {
    "cases": "cases",
    "known": "known",
    "aside": "kept aside",
    "healthy": "right programs",
}

GPU = "NVIDIA H100, 15 programs at once, with transformers 5.17.0, torch 2.11.0 and CUDA 13.0, accelerate 1.15.0"
"""Where the runs were made that say `"on": "gpu"`."""
FIRST = ("aside", "healthy")
"""Those of which the first run is kept."""
PROVEN = PACKAGE / "diagnosis" / "proven.txt"
PROOFS = 2
"""In how many first runs a look must have been certain, and right, before it may say so."""


@dataclass(frozen=True)
class Measured:
    """A program to be examined: its name, its file, the directory that it is started in, the looks that name its mistake, and its environment."""

    name: str
    path: Path
    directory: Path
    right: tuple[str, ...] | None
    environment: Mapping[str, str] = field(default_factory=dict)


def workshop(directory: Path) -> None:
    """Write the checkpoints and the data that the programs read."""
    for name, module in DATA.items():
        shutil.copytree(ASSETS / "cases" / name, directory / "checkpoints" / name)
        (directory / "data" / name).mkdir(parents=True)
        for split, rows in module.draw_splits(Random(SEED)).items():  # type: ignore[attr-defined]
            lines = [json.dumps(row) + "\n" for row in rows]
            (directory / "data" / name / f"{split}.jsonl").write_text("".join(lines), encoding="utf-8")
    shutil.copytree(ASSETS / "checkpoint", directory / "checkpoints" / "distilbert")
    shutil.copytree(ASSETS / "bert", directory / "checkpoints" / "bert")
    for name in ("glue", "metrics"):
        shutil.copytree(ASSETS / name, directory / "data" / name)


def written(kind: str, directory: Path) -> Iterator[Measured]:
    """The programs that were written by others."""
    workshop(directory)
    shutil.copytree(PROGRAMS / kind, directory / kind)
    for path in sorted((directory / kind).glob("*.py")):
        about = PROGRAMS / ("aside" if kind == "healthy" else kind) / f"{path.stem}.json"
        told = json.loads(about.read_text()) if about.exists() else {}
        right = None if kind == "healthy" else tuple(told["looks"])
        yield Measured(path.stem, Path(kind) / path.name, directory, right, told.get("environment", {}))


def made_of_cases(directory: Path) -> Iterator[Measured]:
    """The scripts of the cases, and the working scripts."""

    def file(name: str, folder: Path, script: Script) -> Path:
        text = program_text(script).replace('Path(__file__).with_suffix("")', "Path(__file__).parent")
        path = folder / f"{name}.py"
        path.write_text(text, encoding="utf-8")
        return Path(path.name)

    for program in programs():
        folder = directory / program.name
        folder.mkdir()
        bring_files(program, folder)
        yield Measured(program.name, file("working", folder, read(program.folder / "script.py")), folder, None)
        for other, case in cases():
            if other is program:
                looks = tuple(look.name for look in LOOKS if case.name in look.cases)
                path = file(case.mistake, folder, broken_script(program, case))
                yield Measured(f"{program.name} {case.mistake}", path, folder, looks)


def table(results: dict[str, Any]) -> str:
    """The results as Markdown."""
    lines = ["# The doctor on programs with a known mistake, and on programs that are right", ""]
    for kind, title in TITLES.items():
        runs = results["runs"].get(kind, {})
        broken = {name: run for name, run in runs.items() if run["right"] is not None}
        healthy = {name: run for name, run in runs.items() if run["right"] is None}
        if broken:
            hits = [name for name, run in broken.items() if right_first(run["looks"], run)]
            known = [name for name, run in broken.items() if run["right"]]
            lines.append(
                f"**{title}**: the first diagnosis is right for {len(hits)} of {len(broken)} broken programs; for {len(broken) - len(known)} of them there is no look."
            )
            if kind == "aside":
                first = [name for name, run in broken.items() if right_first(run["first"], run)]
                lines.append(
                    f"It was right for {len(first)} of them in their first run, before any look was mended after them."
                )
        if healthy:
            alarms = [name for name, run in healthy.items() if run["looks"]]
            lines.append(f"**{title}**: something is found in {len(alarms)} of {len(healthy)} programs that are right.")
            kept = [run["first"] for run in healthy.values() if "first" in run]
            if kept:
                lines.append(
                    f"Of {len(kept)} of them the first run was kept, before any look was mended after it: something was found in {sum(map(bool, kept))}."
                )
        if runs:
            seconds = [run["seconds"] for run in runs.values()]
            lines.append(f"Seconds for each program: median {statistics.median(seconds):.0f}, most {max(seconds):.0f}.")
        lines.append("")
    every = [run for runs in results["runs"].values() for run in runs.values()]
    known = {*proven(results)}
    told = [
        {**run, "sure": "likely" if run.get("sure") == "certain" and run["looks"][0] not in known else run.get("sure")}
        for run in every
    ]
    healthy_first = [run for run in results["runs"].get("healthy", {}).values() if "first" in run]
    false = [run for run in healthy_first if certain_first(run) and run["first"][0] in known]
    lines += [
        f"First diagnoses that are right, by how sure they are said to be: {how_sure(told, 'looks', 'sure')}.",
        f"In first runs, by how sure the look was by itself: {how_sure(every, 'first', 'first_sure')}. Where it had been certain and right in {PROOFS} programs before, as a look must have been today to say so, certain was right in {earned(results)} broken programs; in {len(false)} of {len(healthy_first)} right ones a look that is proven today was certain.",
        f"(How sure has been kept for {sum('sure' in run for run in every)} of {len(every)} programs, and for {sum('first_sure' in run for run in every)} first runs.)",
        "",
    ]
    lines += ["| program | right | found | seconds |", "|---|---|---|---|"]
    for kind in TITLES:
        for name, run in results["runs"].get(kind, {}).items():
            right = "—" if run["right"] is None else ", ".join(run["right"]) or "none"
            found = ", ".join(run["looks"]) or run["ended"] or "—"
            if run.get("first", run["looks"]) != run["looks"]:
                found += f" (in the first run: {', '.join(run['first']) or '—'})"
            lines.append(f"| {name} | {right} | {found} | {run['seconds']:.0f} |")
    installed = ", ".join(f"{name} {number}" for name, number in results["versions"].items())
    lines += ["", f"With {installed}."]
    gpu = sum(run.get("on") == "gpu" for run in every)
    if gpu:
        lines.append(f"{gpu} of these runs were made on a GPU: {GPU}.")
    return "\n".join([*lines, ""])


def how_sure(runs: Sequence[Mapping[str, Any]], looks: str, sure: str) -> str:
    """How often a first diagnosis was right, by the word that says how sure it is; of a program that is right, none is.

    Args:
        looks: the key of the looks in a run.
        sure: the key of the word.
    """
    words = []
    for word in RANKS:
        given = [run for run in runs if run.get(sure) == word]
        right = [run for run in given if run["right"] is not None and right_first(run[looks], run)]
        words.append(f"{word} {len(right)} of {len(given)}")
    return ", ".join(words)


def certain_first(run: Mapping[str, Any]) -> bool:
    """Whether the look of the first diagnosis was certain by itself in the first run, or today where the first run is not known."""
    return bool(run["first"]) and run.get("first_sure", run.get("sure")) == "certain"


def earned(results: Mapping[str, Any]) -> str:
    """How often a look that was certain was right, where it had been certain and right in two programs before."""
    proofs: Counter[str] = Counter()
    given = []
    for run in filter(certain_first, results["runs"]["aside"].values()):
        look, right = run["first"][0], right_first(run["first"], run)
        if proofs[look] >= PROOFS:
            given.append(right)
        if right:
            proofs[look] += 1
    return f"{sum(given)} of {len(given)}"


def proven(results: Mapping[str, Any]) -> list[str]:
    """The names of the looks that are proven."""
    runs = [run for run in filter(certain_first, results["runs"]["aside"].values()) if right_first(run["first"], run)]
    named = Counter(run["first"][0] for run in runs)
    return sorted(look.name for look in LOOKS if named[look.name] >= PROOFS)


def write_proven(results: Mapping[str, Any]) -> None:
    """Write the names of the proven looks at once, since a doctor may read them meanwhile."""
    part = PROVEN.with_suffix(".part")
    part.write_text("".join(f"{name}\n" for name in proven(results)), encoding="ascii")
    part.replace(PROVEN)


def sure_by_itself(finding: Mapping[str, Any]) -> str:
    """How sure a look is, whether it is proven or not."""
    return "certain" if finding["direct"] else str(finding["confidence"])


def right_first(looks: Sequence[str], run: dict[str, Any]) -> bool:
    """Whether the first of these findings names the mistake of a program."""
    return bool(looks) and looks[0] in run["right"]


def main(arguments: Sequence[str]) -> None:
    kind, *names = arguments
    results = json.loads(RESULTS.read_text()) if RESULTS.exists() else {"runs": {}}
    with tempfile.TemporaryDirectory() as directory:
        listed = made_of_cases(Path(directory)) if kind == "cases" else written(kind, Path(directory))
        for each in listed:
            if names and not each.name.startswith(tuple(names)):
                continue
            os.chdir(each.directory)
            began = time.monotonic()
            # a name alone must not find what another program has loaded
            kept = {"HF_DATASETS_CACHE": str(Path(directory) / "cache")}
            with patch.dict(os.environ, {**kept, **each.environment}):
                report = examine(each.path)
            run = {
                "right": each.right,
                "looks": [finding["look"] for finding in report["findings"]],
                "sure": next((sure_by_itself(finding) for finding in report["findings"]), ""),
                "ended": report["ended"],
                "seconds": round(time.monotonic() - began, 1),
            }
            runs = results["runs"].setdefault(kind, {})
            if kind in FIRST and (each.name not in runs or "first" in runs[each.name]):
                before = runs.get(each.name, {"first": run["looks"], "first_sure": run["sure"]})
                run["first"] = before["first"]
                if "first_sure" in before:
                    run["first_sure"] = before["first_sure"]
            runs[each.name] = run
            print(each.name, run, flush=True)
            results["versions"] = versions()
            RESULTS.write_text(json.dumps(results) + "\n")
            (HERE / "doctor.md").write_text(table(results), encoding="utf-8")
            write_proven(results)


if __name__ == "__main__":
    main(sys.argv[1:])
