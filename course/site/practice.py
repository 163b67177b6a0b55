"""The pages on which a reader does something: exercises, cases and questions."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from string import ascii_lowercase
from typing import Any

from course.case import Case, Program
from course.cases.judging import TASK, broken_script, exercise_of, program_text
from course.contents import (
    cases,
    chapter_names,
    command_name,
    declaring_modules,
    exercises,
    load_chapter,
    programs,
    starter_text,
)
from course.exercise import Exercise, Setting
from course.frameworks import FRAMEWORKS
from course.i18n import N_, SHORT, format_number, in_context, translate, translate_plural
from course.lesson import Chapter
from course.notebook.writing.exercises import with_points
from course.notebook.writing.markdown import HINT
from course.notebook.writing.quiz import SOLUTION
from course.notebook.writing.quiz import TITLE as QUESTIONS
from course.site import shown
from course.site.page import Contents, Page, Words
from course.story import SCRIPT

ALL_EXERCISES = in_context("site", "Exercises")
CASES = N_("Cases: scripts that fail")


def exercise_pages(live_size: float = 0) -> Iterator[Page]:
    """The list of the exercises, and a page for each.

    Args:
        live_size: the bytes that a page loads in which an exercise is checked; 0 if none is.
    """
    yield Page("exercises", ALL_EXERCISES, "exercises.html.jinja", _exercise_list, contents="exercises")
    for exercise in exercises():
        path = f"exercises/{exercise.name}"
        script = "live.js" if live_size and exercise.in_page else ""
        content = partial(_exercise, exercise, live_size if script else 0)
        yield Page(
            path,
            exercise.title,
            "exercise.html.jinja",
            content,
            contents="exercises",
            parent=ALL_EXERCISES,
            script=script,
        )


def exercise_contents() -> Contents:
    """The list of the exercises, by chapter."""
    groups: list[tuple[str, Sequence[str]]] = [("", ["exercises"])]
    for name in chapter_names():
        own = [f"exercises/{exercise.name}" for exercise in exercises() if exercise.chapter == name]
        groups.append((load_chapter(name).title, own))
    return Contents(groups)


def _exercise_list(words: Words) -> dict[str, Any]:
    chapters = [
        {
            "title": words.say(load_chapter(name).title),
            "exercises": [
                {
                    "title": words.say(exercise.title),
                    "href": words.href(f"exercises/{exercise.name}"),
                    "points": points(exercise, words.language),
                    "settings": words.listed(FRAMEWORKS[setting].title for setting in exercise.settings),
                }
                for exercise in exercises()
                if exercise.chapter == name
            ],
        }
        for name in chapter_names()
    ]
    return {"chapters": chapters}


def points(exercise: Exercise, language: str) -> str:
    """The points that an exercise gives, in words."""
    words = translate_plural("{count} point", "{count} points", exercise.points, language)
    return words.format(count=format_number(exercise.points, language, 0))


def _exercise(exercise: Exercise, live_size: float, words: Words) -> dict[str, Any]:
    language = words.language
    return {
        "live": _live(exercise, live_size, words) if live_size else None,
        "task": [words.prose(paragraph) for paragraph in exercise.task],
        "checks": [words.prose(with_points(check, language)) for check in exercise.checks],
        "hints": _hints(words, exercise.hints),
        "starters": [
            shown.code(starter_text(exercise, setting).strip("\n"), title=exercise.file_name(setting))
            for setting in exercise.settings
        ],
        "commands": [
            command
            for setting in exercise.settings
            for command in (
                f"python -m course start {command_name(exercise.name)}{_asked(exercise, setting)} --lang {SHORT[language]}",
                f"python -m course check answers/{exercise.file_name(setting)} --lang {SHORT[language]}",
            )
        ],
    }


def _asked(exercise: Exercise, setting: Setting) -> str:
    """The option that asks for a framework, where there are several."""
    return f" --framework {setting}" if len(exercise.settings) > 1 else ""


def _live(exercise: Exercise, size: float, words: Words) -> dict[str, Any]:
    """What the page of an exercise that is checked in it needs to know."""
    return {
        "module": declaring_modules(exercise)[0],
        "name": exercise.name,
        "file": exercise.file_name("plain"),
        "seconds": exercise.seconds,
        "size": format_number(math.ceil(size / 1e6), words.language, 0),
        "solved": translate(exercise.solved, words.language),
        "starter": starter_text(exercise, "plain").strip("\n"),
    }


def _hints(words: Words, hints: Sequence[str]) -> dict[str, Any]:
    listed = [
        {"title": words.say(HINT, number=number), "html": words.prose(hint)} for number, hint in enumerate(hints, 1)
    ]
    return {"kind": "hints", "hints": listed}


def case_pages() -> Iterator[Page]:
    """The list of the cases by symptom, and a page for each."""
    yield Page("cases", CASES, "cases.html.jinja", _case_list, contents="cases")
    for program, case in cases():
        content = partial(_case, program, case)
        yield Page(f"cases/{case.name}", case.symptom, "case.html.jinja", content, contents="cases", parent=CASES)


def case_contents() -> Contents:
    """The list of the cases, by program."""
    groups: list[tuple[str, Sequence[str]]] = [("", ["cases"])]
    groups += [(program.kind, [f"cases/{case.name}" for case in program.cases]) for program in programs()]
    return Contents(groups)


def _case_list(words: Words) -> dict[str, Any]:
    listed = [
        {
            "title": words.say(program.kind),
            "anchor": program.name,
            "cases": [
                {"symptom": words.title_prose(case.symptom), "href": words.href(f"cases/{case.name}")}
                for case in program.cases
            ],
        }
        for program in programs()
    ]
    return {"programs": listed}


def _case(program: Program, case: Case, words: Words) -> dict[str, Any]:
    language = SHORT[words.language]
    file = exercise_of(program, case).file_name(program.framework)
    return {
        "note": words.prose(case.note),
        "task": [words.prose(paragraph) for paragraph in (*program.task, TASK)],
        "script_title": words.say(SCRIPT),
        "script": shown.code(program_text(broken_script(program, case)).strip("\n"), title=file),
        "hints": _hints(words, case.hints),
        "commands": [
            f"python -m course start case {case.name} --lang {language}",
            f"python -m course check answers/{file} --lang {language}",
        ],
    }


def quiz_pages() -> Iterator[Page]:
    """The questions of each chapter."""
    for name in chapter_names():
        chapter = load_chapter(name)
        if chapter.quiz:
            content = partial(_quiz, chapter)
            home = f"{name}/{next(iter(chapter.tracks))}"
            yield Page(f"{name}/quiz", QUESTIONS, "quiz.html.jinja", content, contents=home, parent=chapter.title)


def _quiz(chapter: Chapter, words: Words) -> dict[str, Any]:
    questions = [
        {
            "name": question.name,
            "text": words.title_prose(question.text),
            "options": [
                {
                    "letter": letter,
                    "text": words.title_prose(option.text),
                    "reason": words.prose(option.reason),
                    "right": option.right,
                }
                for letter, option in zip(ascii_lowercase, question.options, strict=False)
            ],
        }
        for question in chapter.quiz
    ]
    return {"questions": questions, "solution": words.say(SOLUTION)}
