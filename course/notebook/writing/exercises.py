"""The exercises of a chapter as cells: the task, the starter, its check, hints; and the cell that writes the submission."""

from __future__ import annotations

from course.contents import all_exercises, starter_text
from course.exercise import Check, Exercise, Setting
from course.i18n import N_, format_number, translate, translate_plural
from course.lesson import Framework
from course.notebook.writing.cells import Cells
from course.notebook.writing.lesson import anchored
from course.notebook.writing.markdown import hints, markdown

EXERCISES = N_("Exercises of this chapter")


def of_chapter(chapter: str, framework: Framework) -> list[tuple[Exercise, Setting]]:
    """The exercises of a chapter that a notebook of the framework has."""
    return [
        (exercise, setting)
        for exercise in all_exercises()
        for setting in exercise.settings
        if exercise.chapter == chapter and setting in (framework, "plain")
    ]


def write_exercises(cells: Cells, listed: list[tuple[Exercise, Setting]]) -> None:
    """Write the exercises and the cell that closes them; the first line of a starter names the exercise that it answers."""
    if not listed:
        return
    cells.text(
        "exercises",
        anchored("exercises", cells.say(EXERCISES)),
        cells.say(
            N_(
                "Write each answer into its cell and run the cell. Then run the cell below it, which checks your answer. Do not change the first line of an answer: it says which exercise the cell belongs to."
            )
        ),
    )
    for exercise, setting in listed:
        _exercise(cells, exercise, setting)
    write_hand_in(cells)


def write_hand_in(cells: Cells) -> None:
    """Write the cell that writes a file to hand in."""
    cells.text(
        "hand-in",
        anchored("hand-in", cells.say(N_("Hand in"))),
        cells.say(
            N_(
                "The cell below collects the answers whose cells you have run, and writes them into one file. Hand in that file, or the saved notebook."
            )
        ),
    )
    cells.code("hand-in-file", "lesson.hand_in()", cell="hand-in")


def check_list(cells: Cells, exercise: Exercise) -> str:
    """What is checked in an exercise, and the points of each check."""
    points = "\n".join(f"- {markdown(with_points(each, cells.language))}" for each in exercise.checks)
    return f"**{cells.say(N_('What is checked, and the points'))}**\n\n{points}"


def with_points(check: Check, language: str) -> str:
    """The title of a check with its points."""
    words = translate_plural("{check} ({count} point)", "{check} ({count} points)", round(check.points), language)
    return words.format(check=translate(check.title, language), count=format_number(check.points, language, 0))


def _exercise(cells: Cells, exercise: Exercise, setting: Setting) -> None:
    name = exercise.name
    language = cells.language
    cells.text(
        f"exercise-{name}",
        f'<a id="exercise-{name}" name="exercise-{name}"></a>\n\n### {cells.say(exercise.title)}',
        *(cells.prose(paragraph) for paragraph in exercise.task),
        check_list(cells, exercise),
        hints(exercise.hints, language),
    )
    text = starter_text(exercise, setting).strip()
    source = f"# {exercise.file_name(setting)}\n{text}"
    cells.code(f"answer-{name}", source, exercise=name, setting=setting)
    cells.code(f"check-{name}", f'lesson.check("{name}")', cell="check")
