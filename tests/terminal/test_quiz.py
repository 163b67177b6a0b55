"""The questions at the end of the chapters: how they are asked, and how they are answered."""

import json
import os
import pty
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from support.commands import command, run
from support.paths import ROOT
from support.screen import Person
from toy import CHAPTER

from course.contents import chapter_names, load_chapter
from course.i18n import LANGUAGES, translate
from course.lesson import Option, Question
from course.message import WrongUse
from course.terminal.quiz import AnsweredQuestion, quiz, right_letters

TWO_OF_THREE = Question(
    "two", "Which are even?", (Option("2", "Yes", right=True), Option("3", "No"), Option("4", "Yes", right=True))
)


def bare(text: str) -> str:
    """A text without its marks and line breaks, which depend on the width."""
    return "".join(text.replace("`", "").split())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", chapter_names())
def test_who_knows_everything_gets_every_question_right_and_every_reason(name: str, language: str) -> None:
    chapter = load_chapter(name)
    answers = [f" {right_letters(question)[::-1].upper()}, " for question in chapter.quiz]
    person = Person(answers, language, width=200)
    told = quiz(chapter, person, ask=True)
    assert told.right == len(chapter.quiz)
    said = bare(person.text)
    for question in chapter.quiz:
        for option in question.options:
            assert bare(translate(option.text, language)) in said
            assert bare(translate(option.reason, language)) in said


@pytest.mark.parametrize(
    ("answer", "saying"),
    [
        ("ac", "That is right."),
        ("a", "That is right, but it is not the whole solution."),
        ("abc", "That is not right."),
        ("b", "That is not right."),
        ("", ""),
    ],
)
def test_a_part_of_the_answer_is_not_the_answer_and_no_answer_is_none(answer: str, saying: str) -> None:
    person = Person([answer])
    told = quiz(replace(CHAPTER, quiz=(TWO_OF_THREE,)), person, ask=True)
    assert told.questions == (AnsweredQuestion("two", answer, "ac"),)
    assert told.right == (answer == "ac")
    sayings = {"That is right.", "That is right, but it is not the whole solution.", "That is not right."}
    assert {line.strip() for line in person.text.splitlines()} & sayings == {saying} - {""}


def test_letters_that_are_not_there_are_asked_for_again() -> None:
    person = Person(["z", "a1", "ca b"])
    (first,) = quiz(replace(CHAPTER, quiz=(TWO_OF_THREE,)), person, ask=True).questions
    assert first.answer == "abc"
    assert person.text.count("The answers have the letters `a` to `c`.") == 2


def test_a_chapter_without_questions_is_wrong_use() -> None:
    with pytest.raises(WrongUse):
        quiz(replace(CHAPTER, quiz=()), Person([]), ask=True)


def test_in_a_pipe_nothing_is_asked_and_a_report_is_all_there_is(tmp_path: Path) -> None:
    plain = run("quiz", "ch8", "--lang", "it")
    assert plain.returncode == 0
    reason = load_chapter("ch8").quiz[-1].options[0].reason
    assert bare(translate(reason, "it")) in bare(plain.stdout)
    told = json.loads(run("quiz", "ch3", "--json", "-", "--lang", "ko").stdout)
    assert (told["chapter"], told["language"], len(told["questions"])) == ("ch3", "ko", len(load_chapter("ch3").quiz))
    assert run("quiz", "ch8", "--json", tmp_path / "quiz.json").returncode == 0
    assert (tmp_path / "quiz.json").is_file()


@pytest.mark.parametrize("arguments", [["ch99"], [], ["ch8", "--lang", "fr"], ["ch8", "--json", "/no/such/place"]])
def test_wrong_use_is_one_sentence(arguments: list[str]) -> None:
    done = run("quiz", *arguments)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_in_a_terminal_one_is_asked_and_may_leave() -> None:
    mine, theirs = pty.openpty()
    words = command("quiz", "ch8", "--lang", "en")
    process = subprocess.Popen(words, stdin=theirs, stdout=theirs, stderr=theirs, cwd=ROOT)
    os.close(theirs)
    (first, *_) = load_chapter("ch8").quiz
    os.write(mine, f"{right_letters(first)}\nq\n".encode())
    said = b""
    try:
        while part := os.read(mine, 65536):
            said += part
    except OSError:
        # how a terminal ends on Linux
        pass
    assert process.wait() == 0
    assert b"That is right." in said
    assert f"Right: 1 of {len(load_chapter('ch8').quiz)}.".encode() in said
    os.close(mine)
