"""The contract of a chapter: the toy keeps it, and each of its rules can be broken."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from toy import CHAPTER

from course.audit.chapters import complaints_about, quiz_balance_complaints, quiz_complaints, video_complaints
from course.lesson import Chapter, Fault, Moment, Option, Probe, Question, Scene, ScriptPart, Step, Track, Video

TRACK = CHAPTER.tracks["plain"]
FIRST, SECOND = TRACK.parts


def with_track(track: Track) -> Chapter:
    return replace(CHAPTER, tracks={"plain": track})


def with_first(part: ScriptPart) -> Chapter:
    return with_track(replace(TRACK, parts=(part, SECOND)))


def complaints(chapter: Chapter) -> set[str]:
    return {complaint.sentence("en") for complaint in complaints_about(chapter)}


def said(chapter: Chapter, beginning: str) -> bool:
    return any(complaint.startswith(beginning) for complaint in complaints(chapter))


@pytest.fixture
def copy(tmp_path: Path) -> Chapter:
    """A copy of the toy whose files may be spoilt."""
    directory = shutil.copytree(Path(FIRST.folder).parent, tmp_path / "toy")
    parts = tuple(replace(part, folder=directory / part.name) for part in TRACK.parts)
    return with_track(replace(TRACK, parts=parts))


@pytest.fixture
def plain(copy: Chapter) -> Path:
    """The folder of the copy's first script."""
    return copy.tracks["plain"].parts[0].folder


def append(path: Path, text: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


def put(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_the_toy_and_its_copy_are_good(copy: Chapter) -> None:
    assert complaints(CHAPTER) == set()
    assert complaints(copy) == set()


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        (
            {"probes": (Probe("no_such_probe", "caption"),)},
            "The probe `no_such_probe` is missing from plain/probes.py.",
        ),
        ({"hints": ("a", "a", "b")}, "A fault has three hints, each more of a help than the one before."),
        ({"why": ""}, "Words are missing"),
        ({"brings_back": "wrong-sign", "relapse": FIRST.faults[0].today}, "`wrong-sign` is not an earlier fault."),
        ({"brings_back": "wrong-sign"}, "`brings_back` and `relapse` go together."),
        ({"cell": "step"}, "Several faults are in this cell: give each a cell of its own."),
        ({"cell": "no_such_cell"}, "The broken cell `no_such_cell` is missing from"),
    ],
)
def test_what_the_declaration_of_a_fault_lacks_is_said(changes: dict[str, object], complaint: str) -> None:
    fault: Fault = replace(FIRST.faults[0], **changes)
    assert said(with_first(replace(FIRST, sections=(fault, FIRST.faults[1]))), complaint)


@pytest.mark.parametrize("field", ["until", "probe", "staging"])
def test_a_scene_names_what_there_is(field: str) -> None:
    fault = FIRST.faults[0]
    scene: Scene = replace(fault.today.scene, **{field: "nothing"})
    changed = replace(fault, today=replace(fault.today, scene=scene))
    assert said(with_first(replace(FIRST, sections=(changed, FIRST.faults[1]))), "A scene names `nothing`")


def test_a_step_has_something_to_run_and_its_cells_follow_one_another() -> None:
    empty = Step("empty", "title", ("text",))
    assert said(with_first(replace(FIRST, sections=(*FIRST.sections, empty))), "A step has a title and words, and")
    torn = Step("torn", "title", ("text",), cells=("load_points", "make_line"))
    assert said(with_first(replace(FIRST, sections=(*FIRST.sections, torn))), "This is not a script of cells")


def test_no_two_sections_have_one_name() -> None:
    sections = tuple(replace(section, name="split") for section in SECOND.sections[1:])
    part = replace(SECOND, sections=(SECOND.sections[0], *sections))
    assert complaints(with_track(replace(TRACK, parts=(FIRST, part)))) == {"Two sections have this name."}
    further = (replace(TRACK.further[0], name="split"),)
    assert complaints(with_track(replace(TRACK, further=further))) == {"Two sections have this name."}


def test_no_two_files_have_a_probe_of_one_name(copy: Chapter, plain: Path) -> None:
    (plain.parent / "probes.py").write_text("def first_points(points):\n    return []\n", encoding="utf-8")
    assert "Two files have a probe of this name." in complaints(copy)


@pytest.mark.parametrize("name", ["points", "seed"])
def test_no_probe_takes_the_name_of_a_value_of_the_script(copy: Chapter, plain: Path, name: str) -> None:
    append(plain / "probes.py", f"\n\ndef {name}(line):\n    return []\n")
    assert said(copy, "The script binds this name too")


def test_main_takes_no_argument_that_the_engine_does_not_have(copy: Chapter, plain: Path) -> None:
    put(plain / "script.py", "def main(seed=0", "def main(rate, momentum=0.9, seed=0")
    assert said(copy, "`main()` takes `rate`, which is none of `checkpoint`")
    assert not said(copy, "`main()` takes `momentum`")


def test_stray_functions_and_wide_lines_are_said(copy: Chapter, plain: Path) -> None:
    append(plain / "broken.py", "\n\ndef make_line():\n    pass\n")
    append(plain / "probes.py", f"\n\ndef unused(line):\n    return '{'x' * 80}'\n")
    assert {
        "No fault declares this cell: declare it, or delete it.",
        "Neither a fault nor a step uses this function: use it, or delete it.",
        "Code that is shown must fit into 72 columns.",
    } <= complaints(copy)


def test_a_broken_cell_has_its_twins_parameters(copy: Chapter, plain: Path) -> None:
    put(plain / "broken.py", "def step(line, points)", "def step(line, rows)")
    assert said(copy, "The broken cell does not fit over the working one")


def test_a_broken_cell_has_another_body_than_its_twin(copy: Chapter, plain: Path) -> None:
    put(plain / "broken.py", "math.fsum(points)", "math.fsum(x for x, _ in points)")
    assert complaints(copy) == {"The broken cell is the same as the working one."}


def test_a_script_that_is_none_is_said(copy: Chapter, plain: Path) -> None:
    put(plain / "script.py", "    line = make_line()\n", '    line = {"slope": 0.0}\n')
    assert said(copy, "This is not a script of cells")


def test_what_an_edition_lacks_is_said() -> None:
    edition = TRACK.editions[0]
    change = replace(edition.changes[0], cell="no_such_cell")
    broken = replace(edition, changes=(change,), faults=("no-such-fault",))
    found = complaints(with_track(replace(TRACK, editions=(broken,))))
    assert "This cell is not in a file of edited cells, or not in the one that repairs it." in found
    assert "There is no fault `no-such-fault`." in found


def test_an_edited_cell_differs_from_the_repaired_one(copy: Chapter, plain: Path) -> None:
    put(plain / "edited.py", "lontano", "far")
    assert complaints(copy) == {"The edited cell is the same as the repaired one."}


@pytest.mark.parametrize(
    "video",
    [
        Video("", "1:00", (Moment("0:01", "a", "b"),)),
        Video("", "1:00", (Moment("0:00", "a", "b"), Moment("0:00", "c", "d"))),
        Video("", "1:00", (Moment("0:00", "a", "b"), Moment("1:00", "c", "d"))),
        Video("", "1:00", (Moment("0:00", "a", ""),)),
        Video("", "1:00", (Moment("0:00", "a", "b", "no-such-section"),)),
    ],
)
def test_moments_that_do_not_fit_are_said(video: Video) -> None:
    assert not [*video_complaints(TRACK)]
    assert len([*video_complaints(replace(TRACK, video=video))]) == 1


RIGHT, WRONG = Option("a", "b", right=True), Option("c", "d")


@pytest.mark.parametrize(
    "question",
    [
        Question("name", "", (RIGHT, WRONG)),
        Question("name", "text", (RIGHT, Option("c", ""))),
        Question("name", "text", (RIGHT, RIGHT)),
        Question("name", "text", (WRONG, WRONG)),
    ],
)
def test_questions_that_cannot_be_answered_are_said(question: Question) -> None:
    assert len([*quiz_complaints(replace(CHAPTER, quiz=(question,)))]) == 1


def test_two_questions_of_one_name_are_said() -> None:
    assert not [*quiz_complaints(CHAPTER)]
    assert len([*quiz_complaints(replace(CHAPTER, quiz=CHAPTER.quiz[:1] * 2))]) == 2


FIRST_RIGHT = Question("q", "text", (RIGHT, WRONG, WRONG))
LAST_RIGHT = Question("q", "text", (WRONG, WRONG, RIGHT))
BOTH_RIGHT = Question("q", "text", (RIGHT, WRONG, RIGHT))


@pytest.mark.parametrize(
    ("quiz", "count"),
    [
        ((FIRST_RIGHT,) * 4 + (LAST_RIGHT,) * 3 + (BOTH_RIGHT,), 0),
        ((FIRST_RIGHT,) * 4 + (LAST_RIGHT,) * 2 + (BOTH_RIGHT,), 1),
        ((FIRST_RIGHT,) * 5 + (LAST_RIGHT,) * 5 + (BOTH_RIGHT,), 1),
        ((FIRST_RIGHT,) * 4 + (LAST_RIGHT,) * 4, 1),
        ((FIRST_RIGHT,) * 6 + (LAST_RIGHT,) * 2 + (BOTH_RIGHT,), 1),
    ],
)
def test_a_chapter_has_some_questions_and_no_letter_that_is_a_good_guess(
    quiz: tuple[Question, ...], count: int
) -> None:
    chapter = replace(CHAPTER, quiz=quiz)
    assert len([*quiz_balance_complaints(chapter)]) == count
