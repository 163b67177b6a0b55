"""A story's blocks can be told without a terminal and without a notebook."""

import subprocess
import sys
from pathlib import Path

import pytest
from toy import CHAPTER

from course.lesson import Fault, ScriptPart
from course.script import SCORES, read
from course.story import Judge, Look, Pause, Question, Run, Text, Try, edition_story, found, left_by_editions, story

TRACK = CHAPTER.tracks["plain"]
ROOT = Path(__file__).parent.parent
KINDS = {
    "summed-pairs": ["Text", "Run", "Text", "Run", "Question", "Code", "Text", "Repair", "Text"],
    "wrong-sign": ["Text", "Run", "Question", "Code", "Text", "Repair", "Text"],
    "split": ["Text", "Code", "Run", "Look"],
    "counted": ["Text", "Code", "Run", "Look"],
}


class Names:
    """A teller that tells of each block its kind, and leaves the pauses out."""

    def __init__(self) -> None:
        self.told: dict[str, list[str]] = {}

    def tell(self) -> None:
        for part in story(CHAPTER, TRACK).parts:
            for section in part.sections:
                blocks = [type(block).__name__ for block in section.blocks if not isinstance(block, Pause)]
                self.told[section.section.name] = blocks


def test_a_teller_of_a_few_lines_tells_the_toy() -> None:
    teller = Names()
    teller.tell()
    assert teller.told == KINDS


def test_a_story_needs_neither_terminal_nor_notebook() -> None:
    code = (
        "import sys; from course.story import story; from toy import CHAPTER; story(CHAPTER, CHAPTER.tracks['plain']); "
        "print(*(name for name in sys.modules if name.startswith(('rich', 'nbformat', 'course.terminal', 'course.notebook'))))"
    )
    path = f"{ROOT}:{ROOT / 'tests'}"
    done = subprocess.run(
        [sys.executable, "-c", code], env={"PYTHONPATH": path}, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == ""


def names() -> list[str]:
    told = story(CHAPTER, TRACK)
    sections = [section for part in told.parts for section in part.sections]
    blocks = [
        *(block for part in told.parts for block in (*part.opening, *part.ending)),
        *(block for section in (*sections, *told.further) for block in section.blocks),
        *edition_story(TRACK, TRACK.editions),
        *(block for edition in TRACK.editions for block in left_by_editions(TRACK, edition)),
    ]
    blocks += [look for block in blocks if isinstance(block, Question) for look in block.closer]
    return [
        f"{type(block).__name__} {block.name}" for block in blocks if isinstance(block, Text | Run | Judge | Look | Try)
    ]


def test_no_two_blocks_of_a_kind_have_one_name() -> None:
    assert len(names()) == len(set(names()))


def test_every_fault_is_shown_before_its_repair_and_its_script_ends_repaired() -> None:
    first, second = story(CHAPTER, TRACK).parts
    assert [type(block).__name__ for block in first.ending] == ["Text", "Run"]
    repaired = first.ending[-1]
    assert isinstance(repaired, Run)
    assert repaired.script == read(first.part.script)
    assert SCORES in repaired.script.cells[-1].binds
    assert second.ending == ()


@pytest.mark.parametrize("part", TRACK.parts, ids=lambda part: part.folder.name)
def test_a_script_is_shown_whole_where_it_begins_with_a_fault(part: ScriptPart) -> None:
    assert bool(found(part, part.sections[0])) == isinstance(part.sections[0], Fault)
