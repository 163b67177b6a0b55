"""The chapters there are: every package `course/ch*` declares one."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from course.lesson import Chapter


def chapter_names() -> list[str]:
    """The names of the chapters, such as `ch8`, in the order of their numbers."""
    found = [path.parent.name for path in Path(__file__).parent.glob("ch[0-9]*/__init__.py")]
    return sorted(found, key=lambda name: int(name.removeprefix("ch")))


def load(name: str) -> Chapter:
    """The declaration of a chapter. Imports no framework."""
    chapter: Chapter = import_module(f"course.{name}").CHAPTER
    return chapter
