"""The cases of a framework as cells: what the author saw, the script, the cell that runs it, and the check."""

from __future__ import annotations

from course.case import Case, Program
from course.cases.judging import TASK
from course.contents import CASES, case_exercises, cases, starter_text
from course.exercise import Exercise, Setting
from course.i18n import N_
from course.lesson import Framework
from course.notebook.writing.cells import Cells
from course.notebook.writing.exercises import check_list, write_hand_in
from course.notebook.writing.lesson import anchored
from course.notebook.writing.markdown import hints

HOW = N_("How to work on a case")
START = '\n\nif __name__ == "__main__":'
"""Begins what a script does when it is started as a file, and what a cell leaves out."""


def of_framework(framework: Framework) -> list[tuple[Program, Case, Exercise]]:
    """The cases whose script is written for a framework."""
    return [
        (program, case, exercise)
        for (program, case), exercise in zip(cases(), case_exercises(), strict=True)
        if program.framework == framework
    ]


def cell_text(exercise: Exercise, setting: Setting) -> str:
    """The text of the cell that a learner begins with, below the line that names the exercise."""
    text = starter_text(exercise, setting)
    return (text.partition(START)[0] if exercise.chapter == CASES else text).strip()


def write_cases(cells: Cells, framework: Framework) -> None:
    """Write the cases of a framework, by program, and the cell that closes them."""
    listed = of_framework(framework)
    cells.text(
        "how",
        anchored("how", cells.say(HOW)),
        cells.say(TASK),
        cells.say(
            N_(
                "Run the cell with the script, and then the cell below it, which runs the script on data that lie beside the notebook. What `main()` makes is gone when it ends, so look at the parts by calling the functions one by one in a cell of your own. When you have repaired the script, run its cell again and then the check. Do not change the first line of a script: it says which case the cell belongs to."
            )
        ),
        check_list(cells, listed[0][2]),
    )
    written: Program | None = None
    for program, case, exercise in listed:
        if program is not written:
            written = program
            cells.text(
                program.name,
                anchored(program.name, cells.say(program.kind)),
                *(cells.prose(paragraph) for paragraph in program.task),
            )
        _case(cells, program, case, exercise)
    write_hand_in(cells)


def _case(cells: Cells, program: Program, case: Case, exercise: Exercise) -> None:
    name = exercise.name
    cells.text(
        f"exercise-{name}",
        f'<a id="exercise-{name}" name="exercise-{name}"></a>\n\n### {cells.say(case.symptom)}',
        cells.prose(case.note),
        hints(case.hints, cells.language),
    )
    source = f"# {exercise.file_name(program.framework)}\n{cell_text(exercise, program.framework)}"
    cells.code(f"answer-{name}", source, exercise=name, setting=program.framework)
    cells.code(f"run-{name}", f'main(**lesson.files("{name}"))', fails=case.raises is not None, cell="run")
    cells.code(f"check-{name}", f'lesson.check("{name}")', cell="check")
