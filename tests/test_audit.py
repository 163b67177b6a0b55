"""The contract of the content holds, and each of its rules can be broken."""

from dataclasses import replace
from pathlib import Path

import pytest

from course.audit import catalogues, chapters
from course.audit.contract import PARTS, audit
from course.ch8 import CHAPTER
from course.lesson import Probe, Scene, Track

TRACK = CHAPTER.tracks["pt"]


def test_the_contract_holds() -> None:
    assert [f"{complaint.where}: {complaint.sentence('en')}" for complaint in audit(PARTS[:-1])] == []


def complaints(track: Track) -> set[str]:
    return {complaint.message.text for complaint in chapters.track_complaints(track)}


@pytest.fixture
def copy(tmp_path: Path) -> Track:
    """A copy of a track whose files may be spoilt."""
    copied = (TRACK.script, TRACK.broken, TRACK.staging, *TRACK.looks)
    repaired = (path.with_stem(f"{path.stem}_repaired") for path in TRACK.edited)
    for path in filter(Path.is_file, (*copied, *repaired)):
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    return replace(TRACK, directory=tmp_path)


def first(track: Track, **changes: object) -> Track:
    """The track with its first fault changed."""
    return replace(track, sections=(replace(track.faults[0], **changes), *track.faults[1:]))


def test_a_copy_of_a_good_track_is_good(copy: Track) -> None:
    assert complaints(copy) == set()


def test_what_a_declaration_lacks_is_said() -> None:
    scene = Scene(until="no_such_cell", probe="no_such_probe", staging="no_such_cell")
    found = complaints(first(TRACK, today=replace(TRACK.faults[0].today, scene=scene)))
    assert "A scene names `{name}`, which does not exist." in found
    probe = (*TRACK.faults[0].probes, Probe("no_such_probe", "caption"))
    assert "The probe `{name}` is missing from {file}." in complaints(first(TRACK, probes=probe))
    assert "A fault has three hints, each more of a help than the one before." in complaints(
        first(TRACK, hints=("a", "a", "b"))
    )
    assert any(said.startswith("Words are missing") for said in complaints(first(TRACK, why="")))
    assert "`{name}` is not an earlier fault." in complaints(
        first(TRACK, brings_back="label-count", relapse=TRACK.faults[0].today)
    )
    assert "Several faults are in this cell: give each a cell of its own." in complaints(
        first(TRACK, cell="make_model")
    )


def test_what_an_edition_lacks_is_said() -> None:
    edition = TRACK.editions[0]
    change = replace(edition.changes[0], cell="no_such_cell")
    found = complaints(replace(TRACK, editions=(replace(edition, changes=(change,), faults=("no-such-fault",)),)))
    assert "This cell is not in a file of edited cells, or not in the one that repairs it." in found
    assert "There is no fault `{name}`." in found


def test_stray_and_unfitting_functions_are_said(copy: Track) -> None:
    with copy.broken.open("a", encoding="utf-8") as file:
        file.write("\n\ndef train(trainer):\n    pass\n")
    with copy.probes.open("a", encoding="utf-8") as file:
        file.write(f"\n\ndef unused(trainer):\n    return '{'x' * 80}'\n")
    found = complaints(copy)
    assert "No fault declares this cell: declare it, or delete it." in found
    assert "Neither a fault nor a step uses this function: use it, or delete it." in found
    assert "Code that is shown must fit into {columns} columns." in found


def test_a_broken_cell_has_its_twins_parameters_and_another_body(tmp_path: Path, copy: Track) -> None:
    text = copy.broken.read_text(encoding="utf-8")
    copy.broken.write_text(text.replace("def make_collator(tokenizer)", "def make_collator(it)"), encoding="utf-8")
    assert "The broken cell does not fit over the working one: {reason}." in complaints(copy)


def said_of(language: str, message: str, translation: str) -> set[str]:
    return {complaint.message.text for complaint in catalogues.translation_complaints(language, message, translation)}


@pytest.mark.parametrize(
    ("language", "message", "translation", "complaint"),
    [
        ("it", "Look at `labels`.", "Guarda `label`.", "The code spans differ"),
        ("it", "Look at `x`, then at `x`.", "Guarda `x`.", "The code spans differ"),
        ("it", "Hello {name}.", "Ciao {nome}.", "The placeholders differ"),
        ("it", "Hello {name}.", "Ciao.", "The placeholders differ"),
        ("it", "Nothing was found.", "", "A translation is missing"),
        ("it", "Nothing was found.", "Nothing was found.", "This is still English"),
        ("ko", "Nothing was found.", "Niente.", "This is still English"),
        ("it", "Because of this.", "Perche' e' così.", "Italian writes an accent"),
        ("zh_CN", "One, two.", "一,二。", "Chinese takes full-width"),
        ("zh_CN", "It ends.", "结束了.", "Chinese takes full-width"),
        ("zh_CN", "Look at `labels` now.", "现在看`labels`这里。", "Chinese puts a space"),
        ("zh_CN", "There are 3 of them.", "有3个。", "Chinese puts a space"),
        ("ko", "Look at `labels`.", "`labels` 를 봅니다.", "A Korean particle"),
        ("ko", "See this: that.", "봅니다.: 저것.", "Korean does not put a colon"),
        ("it", "The learning rate.", "Il tasso di apprendimento.", "The glossary renders"),
    ],
)
def test_a_rule_that_is_broken_is_named(language: str, message: str, translation: str, complaint: str) -> None:
    assert any(said.startswith(complaint) for said in said_of(language, message, translation))


@pytest.mark.parametrize(
    ("language", "message", "translation"),
    [
        ("it", "Look at `labels` of {name}.", "Guarda `labels` di {name}."),
        ("zh_CN", "Look at `labels`, please: {name}.", "请看 `labels`：{name}。"),
        ("zh_CN", "`labels` (there are 3 of them)", "`labels`（共 3 个）"),
        ("ko", "Look at `labels`.", "`labels`를 봅니다."),
        ("it", "The learning rate is {rate}.", "Il learning rate è {rate}."),
    ],
)
def test_a_good_translation_earns_no_complaint(language: str, message: str, translation: str) -> None:
    assert said_of(language, message, translation) == set()


def test_a_longer_term_stands_for_the_shorter_one_in_it() -> None:
    terms = [term for term, _ in catalogues.missing_terms("it", "The learning rate scheduler.", "")]
    assert "learning rate scheduler" in terms
    assert "learning rate" not in terms
