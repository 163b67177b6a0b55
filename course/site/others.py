"""The pages beside the chapters: the first page, exercises, cases, questions, the glossary, and versions."""

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
from course.exercise import Exercise
from course.frameworks import FRAMEWORKS
from course.glossary import anchor, headword, in_order, other_name
from course.i18n import N_, SHORT, format_number, in_context, translate
from course.lesson import Chapter
from course.notebook.writing.cases import HOW
from course.notebook.writing.exercises import with_points
from course.notebook.writing.front import GLOSSARY as GLOSSARY_TITLE
from course.notebook.writing.markdown import HINT
from course.notebook.writing.quiz import SOLUTION
from course.notebook.writing.quiz import TITLE as QUESTIONS
from course.observe import report
from course.site import shown
from course.site.lessons import TrackSite
from course.site.page import GLOSSARY, Contents, Page, Words
from course.story import SCRIPT
from course.terms import TERMS

WELCOME = N_("A script that fails, repaired step by step")
WHAT = N_(
    "A training script that looks right and does not work: every error of it is shown, explained and repaired, in TensorFlow and in PyTorch. Every line of code here was run, and every output is real."
)
ALL_EXERCISES = in_context("site", "Exercises")
CASES = N_("Cases: scripts that fail")
SEARCH = N_("Search")
VERSIONS = in_context("site", "Versions")


def first_page(ways: Sequence[TrackSite]) -> Page:
    """The page that says what this is."""

    def content(words: Words) -> dict[str, Any]:
        chapters = []
        for name in chapter_names():
            own = [way for way in ways if way.chapter.name == name]
            if own:
                chapters.append(
                    {
                        "title": words.say(own[0].chapter.title),
                        "goals": [words.prose(goal) for goal in own[0].chapter.goals],
                        "ways": [
                            {"title": FRAMEWORKS[way.track.framework].title, "href": words.href(way.home)}
                            for way in own
                        ],
                    }
                )
        counts = {"exercises": len(exercises()), "cases": len(cases()), "terms": len(TERMS)}
        titles = {"exercises": ALL_EXERCISES, "cases": CASES, "glossary": GLOSSARY_TITLE}
        return {"what": words.prose(WHAT), "chapters": chapters, "titles": titles, **counts}

    return Page("", WELCOME, "first.html.jinja", content)


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
                    "points": format_number(exercise.points, words.language, 0),
                    "settings": ", ".join(FRAMEWORKS[setting].title for setting in exercise.settings),
                }
                for exercise in exercises()
                if exercise.chapter == name
            ],
        }
        for name in chapter_names()
    ]
    return {"chapters": chapters}


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
            f"python -m course start {command_name(exercise.name)} --lang {SHORT[language]}",
            f"python -m course check {exercise.file_name(exercise.settings[0])} --lang {SHORT[language]}",
        ],
    }


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
                {"symptom": words.prose(case.symptom), "href": words.href(f"cases/{case.name}"), "name": case.name}
                for case in program.cases
            ],
        }
        for program in programs()
    ]
    return {"programs": listed, "how": words.say(HOW), "task": words.prose(TASK)}


def _case(program: Program, case: Case, words: Words) -> dict[str, Any]:
    language = SHORT[words.language]
    file = exercise_of(program, case).file_name(program.framework)
    return {
        "note": words.prose(case.note),
        "task": [words.prose(paragraph) for paragraph in program.task],
        "script_title": words.say(SCRIPT),
        "script": shown.code(program_text(broken_script(program, case)).strip("\n"), title=file),
        "hints": _hints(words, case.hints),
        "commands": [
            f"python -m course start case {case.name} --lang {language}",
            f"python -m course check {file} --lang {language}",
        ],
    }


def quiz_pages() -> Iterator[Page]:
    """The questions of each chapter."""
    for name in chapter_names():
        chapter = load_chapter(name)
        if chapter.quiz:
            content = partial(_quiz, chapter)
            yield Page(f"{name}/quiz", QUESTIONS, "quiz.html.jinja", content, parent=chapter.title)


def _quiz(chapter: Chapter, words: Words) -> dict[str, Any]:
    questions = [
        {
            "name": question.name,
            "text": words.prose(question.text),
            "options": [
                {
                    "letter": letter,
                    "text": words.prose(option.text),
                    "reason": words.prose(option.reason),
                    "right": option.right,
                }
                for letter, option in zip(ascii_lowercase, question.options, strict=False)
            ],
        }
        for question in chapter.quiz
    ]
    return {"questions": questions, "solution": words.say(SOLUTION)}


def glossary_page() -> Page:
    """The glossary."""

    def content(words: Words) -> dict[str, Any]:
        known = {term.name: term for term in TERMS}
        entries = [
            {
                "anchor": anchor(term),
                "name": headword(term, words.language),
                "other": other_name(term, words.language),
                "definition": words.prose(term.definition),
                "see": [
                    {"name": headword(known[name], words.language), "anchor": anchor(known[name])} for name in term.see
                ],
            }
            for term in in_order(words.language)
        ]
        return {"entries": entries}

    return Page(GLOSSARY, GLOSSARY_TITLE, "glossary.html.jinja", content)


def versions_page(ways: Sequence[TrackSite]) -> Page:
    """Which versions the recordings were made with, and what each fault said there."""

    def content(words: Words) -> dict[str, Any]:
        return {"ways": [_symptoms(way, words) for way in ways]}

    return Page("versions", VERSIONS, "versions.html.jinja", content)


def _symptoms(way: TrackSite, words: Words) -> dict[str, Any]:
    faults = []
    for fault in way.track.faults:
        name = f"{fault.name}-today"
        seen = way.recording.seen.get(name)
        told = report(fault.today, seen.observed) if seen is not None else None
        faults.append(
            {
                "title": words.say(fault.title),
                "href": words.href(f"{way.home}/{fault.name}"),
                "symptom": f"{told.error}: {told.message}" if told is not None and told.error else "",
            }
        )
    return {
        "title": f"{words.say(way.chapter.title)} · {FRAMEWORKS[way.track.framework].title}",
        "date": way.recording.date,
        "versions": way.recording.used,
        "faults": faults,
    }


def search_page() -> Page:
    """The page that searches all others."""
    return Page("search", SEARCH, "search.html.jinja", lambda words: {}, searched=False)
