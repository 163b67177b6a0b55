"""The mistake of each case is the diagnosis, and nothing is found in the scripts that the cases are made of."""

from pathlib import Path

import pytest
from support.doctor import first
from support.marks import PINNED

from course.case import Case, Program
from course.cases.judging import bring_files, broken_script, program_text
from course.contents import cases, programs
from course.diagnosis.looks import LOOKS
from course.diagnosis.running.launch import examine
from course.script import Script, read

pytestmark = pytest.mark.release


def case_file(program: Program, script: Script, directory: Path) -> Path:
    """A script of a program, with its data and its checkpoint beside it."""
    bring_files(program, directory)
    path = directory / "train.py"
    path.write_text(program_text(script).replace('Path(__file__).with_suffix("")', "Path(__file__).parent"))
    return path


@pytest.mark.parametrize(
    "program", [pytest.param(each, id=each.name, marks=PINNED[each.framework]) for each in programs()]
)
def test_nothing_certain_is_found_in_a_working_script(tmp_path: Path, program: Program) -> None:
    report = examine(case_file(program, read(program.folder / "script.py"), tmp_path))
    assert report["crash"] is None
    assert [each for each in report["findings"] if each["confidence"] != "possible"] == []


@pytest.mark.parametrize(
    ("program", "case"),
    [pytest.param(program, case, id=case.name, marks=PINNED[program.framework]) for program, case in cases()],
)
def test_the_mistake_of_a_case_is_the_diagnosis(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: Program, case: Case
) -> None:
    # there, a name alone finds data that were loaded from a directory with this name
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path / "cache"))
    report = examine(case_file(program, broken_script(program, case), tmp_path))
    assert first(report) in [look.name for look in LOOKS if case.name in look.cases], report["findings"]
