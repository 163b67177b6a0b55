"""The pages beside the chapters: the first page, exercises, cases, questions, the glossary, and versions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from string import ascii_lowercase
from typing import Any

from markupsafe import Markup, escape

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
from course.glossary import NAMED, anchor, headword, in_order, other_name
from course.i18n import LANGUAGES, N_, SHORT, format_number, in_context, translate, translate_plural
from course.lesson import Chapter
from course.notebook.writing.exercises import with_points
from course.notebook.writing.front import GLOSSARY as GLOSSARY_TITLE
from course.notebook.writing.front import Place
from course.notebook.writing.markdown import HINT
from course.notebook.writing.quiz import SOLUTION
from course.notebook.writing.quiz import TITLE as QUESTIONS
from course.observe import report
from course.site import shown
from course.site.lessons import TrackSite, when
from course.site.page import GLOSSARY, START_PATH, Contents, Page, Words
from course.story import SCRIPT
from course.terms import TERMS, Term

WELCOME = N_("Learn to debug training scripts")
WHAT = N_(
    "Two lessons that follow chapters of the Hugging Face course: how to find, explain and repair the faults of a training script, and how to write a training loop, in TensorFlow and in PyTorch. Every output on these pages comes from a real run. You can read everything here, or run it all yourself."
)
START = N_("Install the course")
START_STEPS = (
    (
        N_(
            "You need Python 3.11 and git. These commands get the course and install it into a virtual environment, which takes some minutes. They are for Linux and macOS; on Windows, run them in WSL."
        ),
        (
            "git clone https://github.com/{repository} course-companion",
            "cd course-companion",
            "python3 -m venv .venv",
            ". .venv/bin/activate",
            'python -m pip install -c constraints.txt -e ".[pt]"',
        ),
    ),
    (
        N_(
            "`[pt]` installs PyTorch. Write `[tf]` for TensorFlow, or `[tf,pt]` for both. On Linux without a GPU, install the CPU build of PyTorch first: it is much smaller."
        ),
        (),
    ),
    (
        N_("Of the next two commands, the first lists all lessons, and the second starts one:"),
        ("python -m course", "python -m course.ch8 --lang {language}"),
    ),
    (
        N_(
            "You can do without installing anything, too: each lesson and the exercises are notebooks, and the link at the end of a lesson's page opens them in Colab."
        ),
        (),
    ),
)
"""How to install the course: what to know, and the commands that follow it."""
EXERCISES_ARE = N_("You write one to three functions. Each answer is checked, and each mistake is named.")
CASES_ARE = N_("Whole scripts with one mistake each, listed by what there is to be seen. You find it and repair it.")
QUIZ_IS = N_("Test what you know: each answer is explained.")
GLOSSARY_IS = N_("What the terms of the course mean, and their English names.")
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
                            {
                                "title": words.label("begin", framework=FRAMEWORKS[way.track.framework].title),
                                "href": words.href(way.home),
                                "name": way.track.framework,
                            }
                            for way in own
                        ],
                        "quiz": words.href(f"{name}/quiz") if own[0].chapter.quiz else "",
                    }
                )
        more = [
            {"href": words.href(path), "title": words.say(title), "count": count, "text": words.prose(text)}
            for path, title, count, text in (
                ("exercises", ALL_EXERCISES, len(exercises()), EXERCISES_ARE),
                ("cases", CASES, len(cases()), CASES_ARE),
                (GLOSSARY, GLOSSARY_TITLE, len(TERMS), GLOSSARY_IS),
            )
        ]
        quiz = {"title": words.say(QUESTIONS), "text": words.say(QUIZ_IS)}
        return {"what": words.prose(WHAT), "chapters": chapters, "quiz": quiz, "more": more, "start": words.say(START)}

    return Page("", WELCOME, "first.html.jinja", content)


def start_page(place: Place) -> Page:
    """How to install the course."""

    def content(words: Words) -> dict[str, Any]:
        values = {"repository": place.repository, "language": SHORT[words.language]}
        steps = [
            {"text": words.prose(text), "commands": "\n".join(commands).format(**values)}
            for text, commands in START_STEPS
        ]
        return {"steps": steps}

    return Page(START_PATH, START, "start.html.jinja", content)


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


def glossary_page() -> Page:
    """The glossary."""

    def content(words: Words) -> dict[str, Any]:
        entries = [
            {
                "anchor": anchor(term),
                "name": headword(term, words.language),
                "other": other_name(term, words.language),
                "definition": words.prose(term.definition),
                "see": see(term, words) if term.see else "",
            }
            for term in in_order(words.language)
        ]
        return {"entries": entries}

    known = {term.name: term for term in TERMS}
    homonyms = {language: Counter(headword(term, language) for term in TERMS) for language in LANGUAGES}

    def see(term: Term, words: Words) -> Markup:
        """The terms to look up next, as links; where two have one name, the English name tells them apart."""
        links = []
        for other in (known[name] for name in term.see):
            name = headword(other, words.language)
            if homonyms[words.language][name] > 1 or name == headword(term, words.language):
                name = words.say(NAMED, term=name, name=other.name)
            links.append(Markup('<a href="#{}">{}</a>').format(anchor(other), name))
        return Markup(escape(words.label("see"))).format(terms=Markup(words.listed(links)))

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
        "when": words.label("when", **when(way.recording, words)),
        "faults": faults,
    }


def search_page() -> Page:
    """The page that searches all others."""
    return Page("search", SEARCH, "search.html.jinja", lambda words: {}, searched=False)
