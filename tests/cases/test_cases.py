"""Every case shows what it says it shows, and its repair is told from what only looks like one."""

from collections.abc import Iterator

import pytest
from support.marks import PINNED
from support.newest import shows_here

from course.audit.answers import Children
from course.audit.cases import program_complaints, repair_complaints, repairs, symptom_complaints
from course.audit.complaint import Complaint
from course.case import Case, Program
from course.contents import case_exercises, cases, programs

CASES = [
    pytest.param(program, case, id=f"{program.name}-{case.name}", marks=PINNED[program.framework])
    for program, case in cases()
]
OFTEN = ("tickets_loop", "tickets_keras")
"""The programs of which every change judges a right repair and a sham one."""
PROGRAMS = [
    pytest.param(
        program,
        id=program.name,
        # with its right repair it is the working program, but for names
        marks=[*PINNED[program.framework], *([pytest.mark.release] if program.name in OFTEN else [])],
    )
    for program in programs()
]
JUDGED = [
    pytest.param(
        program,
        id=program.name,
        marks=[*PINNED[program.framework], *([] if program.name in OFTEN else [pytest.mark.release])],
    )
    for program in programs()
]
FEW = {"tf": 1, "pt": 3}
"""The number of cases of each program that every change is tested with; TensorFlow takes longer."""
SYMPTOMS = [
    pytest.param(
        program,
        case,
        id=f"{program.name}-{case.name}",
        marks=[
            *PINNED[program.framework],
            *([] if case in program.cases[: FEW[program.framework]] else [pytest.mark.release]),
        ],
    )
    for program, case in cases()
]
DRAWS = range(1, 21)


@pytest.fixture(scope="module")
def alive() -> Iterator[Children]:
    with Children(case_exercises()) as children:
        yield children


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_working_script_passes(alive: Children, program: Program) -> None:
    assert said(program_complaints(program, alive, (0,))) == []


@pytest.mark.parametrize(("program", "case"), SYMPTOMS)
def test_a_wrong_script_shows_its_symptom(alive: Children, program: Program, case: Case) -> None:
    found = said(symptom_complaints(program, case, alive, (0,)))
    assert (found == []) == shows_here(case)


@pytest.mark.parametrize("program", JUDGED)
def test_one_right_repair_passes_and_one_sham_is_refused(alive: Children, program: Program) -> None:
    for case in program.cases:
        kept = repairs(program, case)
        for kind in ("right", "sham"):
            path = next(path for path in kept if path.parent.name == kind)
            if shows_here(case):
                assert said(repair_complaints(program, case, path, alive, (0,))) == []
        return


@pytest.mark.release
@pytest.mark.timeout(7200)
@pytest.mark.parametrize(("program", "case"), CASES)
def test_every_kept_repair_gets_what_it_deserves(alive: Children, program: Program, case: Case) -> None:
    if shows_here(case):
        assert [
            each
            for path in repairs(program, case)
            for each in said(repair_complaints(program, case, path, alive, (0,)))
        ] == []


@pytest.mark.draws
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("program", [pytest.param(program, id=program.name) for program in programs()])
def test_scripts_work_and_fail_whatever_is_drawn(alive: Children, program: Program) -> None:
    found = said(program_complaints(program, alive, DRAWS))
    for case in program.cases:
        if shows_here(case):
            found += said(symptom_complaints(program, case, alive, DRAWS))
    assert found == []


def said(complaints: Iterator[Complaint]) -> list[str]:
    return [f"{each.where}: {each.sentence('en')}" for each in complaints]
