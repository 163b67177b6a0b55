"""Write the skeleton of new content, so that an author fills in files and searches for none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from course.audit.created import Created
from course.audit.new_exercise import create_exercise
from course.audit.new_fault import create_fault
from course.contents import chapter_names, choose_chapter
from course.exercise import Setting
from course.i18n import N_
from course.message import Choice, WrongUse

SETTINGS: tuple[Setting, ...] = ("tf", "pt", "plain")
KINDS: Mapping[str, Callable[[str, tuple[Setting, ...], str, str], Created]] = {
    "exercise": create_exercise,
    "fault": create_fault,
}


def create(kind: str, name: str, settings: Sequence[str], chapter: str, cell: str) -> Created:
    """Write the skeleton of something new.

    Args:
        kind: a name in `KINDS`.
        settings: what it is for, of `SETTINGS`; empty for no framework.
        chapter: such as `ch8`; empty for the last one.
        cell: that of a fault; empty for an exercise.

    Raises:
        WrongUse: there is no such kind, setting, chapter or cell, the name cannot be had, or a file is there already.
    """
    if kind not in KINDS:
        raise WrongUse(N_("`--new` knows no `{kind}`: choose {kinds}."), kind=kind, kinds=Choice(KINDS))
    known = tuple(setting for setting in SETTINGS if setting in settings)
    unknown = [setting for setting in settings if setting not in SETTINGS]
    if unknown or ("plain" in known and len(known) > 1):
        raise WrongUse(
            N_("`--framework` takes {frameworks}; `plain` is for an exercise that needs no framework."),
            frameworks=Choice(SETTINGS),
        )
    chapter = chapter or chapter_names()[-1]
    choose_chapter(chapter)
    return KINDS[kind](name, known or ("plain",), chapter, cell)
