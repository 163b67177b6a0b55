"""The chapters there are: every package `course/ch*` declares one."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from course.errors import Choice, WrongUse
from course.i18n import N_
from course.lesson import Chapter


def chapter_names() -> list[str]:
    """The names of the chapters, such as `ch8`, in the order of their numbers."""
    found = [path.parent.name for path in Path(__file__).parent.glob("ch[0-9]*/__init__.py")]
    return sorted(found, key=lambda name: int(name.removeprefix("ch")))


def choose_chapter(name: str) -> Chapter:
    """The chapter that somebody has named.

    Raises:
        WrongUse: there is none of that name.
    """
    if name not in chapter_names():
        known = Choice(chapter_names())
        raise WrongUse(N_("There is no chapter `{name}`: choose {chapters}."), name=name, chapters=known)
    return load(name)


def load(name: str) -> Chapter:
    """The declaration of a chapter. Imports no framework."""
    chapter: Chapter = import_module(f"course.{name}").CHAPTER
    return chapter
