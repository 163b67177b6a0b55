"""The first page of the site, and the one that tells how to install the course."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from course.contents import (
    cases,
    chapter_names,
    exercises,
)
from course.frameworks import FRAMEWORKS
from course.i18n import N_, SHORT
from course.notebook.writing.front import GLOSSARY as GLOSSARY_TITLE
from course.notebook.writing.front import Place
from course.notebook.writing.quiz import TITLE as QUESTIONS
from course.site.lessons import TrackSite
from course.site.page import GLOSSARY, START_PATH, Page, Words
from course.site.practice import ALL_EXERCISES, CASES
from course.terms import TERMS

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
