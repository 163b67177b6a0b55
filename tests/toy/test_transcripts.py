"""The toy's lesson, word for word: in a terminal, at a prompt, as a notebook, as a report.

`pytest tests/toy --renew` writes the transcripts anew; read the diff before you commit it.
"""

import difflib
import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from support.screen import Person

from course.cli.lesson import chapter_command
from course.i18n import LANGUAGES, SHORT
from course.notebook.writing.publish import notebook
from course.observe import Live
from course.sources import choose_source
from course.terminal.walkthrough import Lesson, Quit
from toy import CHAPTER

TRANSCRIPTS = Path(__file__).parent / "transcripts"
ROOT = Path(__file__).parent.parent.parent
SESSION = ("", "", "h", "is it the pairs?", "center", "t", "", "", "", "h", "H", "h", "h", "s", "q")
"""Go on, twice; a hint, a guess that is warm, one that names the cell, the traceback; look closer, and on twice; in the second
fault all hints and one too many, the repair at once; and leave."""


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("COLUMNS", "80")
    before = dict(os.environ)
    yield
    os.environ.clear()
    os.environ.update(before)


@pytest.fixture
def compare(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with the transcript of a name, or with `--renew` puts it into its place."""

    def compared(name: str, text: str) -> None:
        path = TRANSCRIPTS / name
        text = "".join(f"{line.rstrip()}\n" for line in text.splitlines())
        if request.config.getoption("--renew"):
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        kept = path.read_text(encoding="utf-8") if path.is_file() else ""
        diff = difflib.unified_diff(kept.splitlines(), text.splitlines(), f"{name}, kept", f"{name}, now", lineterm="")
        shown = "\n".join(diff)
        assert not shown, f"\n{shown}\n\nIf that is meant: pytest tests/toy --renew"

    return compared


def run(language: str, *arguments: str) -> None:
    chapter_command(CHAPTER).main(["--no-input", *arguments], standalone_mode=False, obj=language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_in_a_terminal(language: str, compare: Callable, capsys: pytest.CaptureFixture[str]) -> None:
    run(language, "--all")
    compare(f"lesson.{SHORT[language]}.txt", capsys.readouterr().out)


def test_what_an_edition_changed(compare: Callable, capsys: pytest.CaptureFixture[str]) -> None:
    run("ko", "--edition", "it")
    compare("edition.ko.txt", capsys.readouterr().out)


def test_the_list_of_sections_and_the_video(compare: Callable, capsys: pytest.CaptureFixture[str]) -> None:
    run("it", "--list")
    run("it", "--video")
    compare("list.it.txt", capsys.readouterr().out)


def test_the_report(compare: Callable, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    run("zh_CN", "--json", "-")
    report = json.loads(capsysbinary.readouterr().out)
    del report["versions"], report["seconds"]
    for section in (*report["steps"], *report["faults"]):
        del section["seconds"]
    # Python 3.12 adds numbers up in another way
    report["final"]["losses"] = [round(loss, 4) for loss in report["final"]["losses"]]
    report["final"]["largest"] = round(report["final"]["largest"], 4)
    compare("report.json", json.dumps(report, indent=1))


def test_the_report_on_what_an_edition_changed(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    run("ko", "--json", "-", "--edition", "it")
    change, *left = json.loads(capsysbinary.readouterr().out)["changes"]
    assert all(each["held"] for each in left)
    assert (change["name"], change["error"], change["held"], change["repaired"]) == (
        "distance",
        "NameError",
        True,
        True,
    )


def test_a_further_section_is_read_by_itself(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    run("en", "--json", "-", "--fault", "untrained")
    report = json.loads(capsysbinary.readouterr().out)
    assert [(step["name"], step["held"]) for step in report["steps"]] == [("untrained", True)]
    assert (report["faults"], report["final"]) == ([], None)


def test_a_session_with_somebody_at_the_prompt(compare: Callable, tmp_path: Path) -> None:
    person = Person(SESSION)
    source = choose_source(CHAPTER.task, "embedded")
    told = Lesson(CHAPTER, CHAPTER.tracks["plain"], source, 0, Live(source, 0, tmp_path), person, ask=True)
    with suppress(Quit):
        told.run()
    assert person.answers == []
    # of a traceback neither the engine's own line numbers count, nor the marks that newer versions of Python set
    text = re.sub(r'(File "course/.*", line )\d+', r"\1…", person.text.replace(f"{ROOT}/", ""))
    compare("session.en.txt", re.sub(r"^ *[~^]+\n", "", text, flags=re.MULTILINE))


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_notebook(language: str, compare: Callable) -> None:
    cells = notebook(CHAPTER, "plain", language).cells
    texts = []
    for cell in cells:
        fails = " · fails" if "tags" in cell.metadata else ""
        source = f"```python\n{cell.source}\n```" if cell.cell_type == "code" else cell.source
        texts.append(f"<!-- {cell.id}{fails} -->\n{source}\n")
    compare(f"notebook.{SHORT[language]}.md", "\n".join(texts))
