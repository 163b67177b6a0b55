"""The layout of a lesson in a terminal."""

import io
import logging
import re
import sys
from collections.abc import Iterator

import pytest
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from course.observe import captured
from course.script import Function
from course.terminal.rendering import Terminal
from course.terminal.wrapping import CLOSING, OPENING, wrap

CHINESE = "脚本加载 MNLI，对句子对做分词，并要求两列：`input_ids` 和 `labels`。页面写成时（二〇二一年）并没有出错；用今天的库来运行，它连模型都到不了。"


def plain_terminal(language: str = "en", width: int = 80) -> tuple[Terminal, io.StringIO]:
    file = io.StringIO()
    return Terminal(Console(file=file, width=width), language), file


@pytest.mark.parametrize("width", [20, 33, 40, 61, 80])
def test_chinese_lines_fit_and_do_not_break_before_a_closing_mark(width: int) -> None:
    lines = wrap(Text(CHINESE), width).plain.split("\n")
    assert "".join(lines).replace(" ", "") == CHINESE.replace(" ", "")
    for line in lines:
        assert cell_len(line) <= width
        assert line[0] not in CLOSING
        assert line[-1] not in OPENING


def test_chinese_lines_are_filled() -> None:
    lines = wrap(Text(CHINESE), 60).plain.split("\n")
    assert all(cell_len(line) > 40 for line in lines[:-1])


@pytest.mark.parametrize(
    "words",
    [
        "The next exercise is “{}”: {}. After it come more words, so that these lines are long.",
        "다음 연습문제는 “{}”입니다: {}. 그 뒤에도 말이 더 이어져서 이 줄들은 길어집니다.",
        "下一个练习是“{}”：{}。后面还有更多的文字，这样这些行就会很长。",
    ],
)
@pytest.mark.parametrize("width", [55, 60, 71, 80])
def test_a_command_in_prose_stays_on_one_line(words: str, width: int) -> None:
    command = "`python -m course start label-count --framework tf`"
    terminal, file = plain_terminal(width=width)
    terminal.print(terminal.prose(words.format("x" * 20, command)))
    lines = file.getvalue().splitlines()
    assert sum(command in line for line in lines) == 1
    assert all(cell_len(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == words.format("x" * 20, command).replace(" ", "")


def test_code_that_is_wider_than_a_line_is_broken_and_lines_keep_their_ends() -> None:
    terminal, file = plain_terminal(width=20)
    words = "A line.\n`one two three four five six` and `seven eight`."
    terminal.print(terminal.prose(words))
    assert file.getvalue().split() == words.split()
    assert file.getvalue().startswith("A line.\n")
    assert all(cell_len(line) <= 20 for line in file.getvalue().splitlines())


def test_without_a_terminal_nothing_is_written_but_text() -> None:
    terminal, file = plain_terminal()
    terminal.heading("A heading")
    terminal.paragraph("Words and `code`.")
    terminal.findings([{"key": "input_ids", "loss": float("nan"), "rate": 1e-3, "shape": "(16, 30)"}])
    terminal.diff(["-a", "+b"], "title")
    with terminal.progress() as work:
        work.doing("train")
        work.step(1.0, 10)
    assert "\x1b" not in file.getvalue()
    assert "`code`" in file.getvalue()
    assert "nan" in file.getvalue()
    assert "0.001" in file.getvalue()


@pytest.mark.parametrize(
    "words", ["A heading of some words that go on", "一个标题，它的字比一行里能放下的还要多", "Short"]
)
def test_a_heading_has_a_rule_behind_its_last_line(words: str) -> None:
    file = io.StringIO()
    Terminal(Console(file=file, width=24, force_terminal=True, color_system=None), "en").heading(words)
    lines = re.sub(r"\x1b\[[\d;]*m", "", file.getvalue()).strip("\n").splitlines()
    assert [line.endswith("──") for line in lines] == [False] * (len(lines) - 1) + [True]
    assert all(cell_len(line) <= 24 for line in lines)
    assert "".join("".join(lines).replace("─", "").split()) == "".join(words.split())


def test_code_is_shown_whole_with_its_own_line_numbers_and_the_wrong_line_marked(tmp_path) -> None:
    terminal, file = plain_terminal()
    source = "def f(x):\n    y = x + 1\n    return y"
    terminal.code(Function("f", source, tmp_path / "script.py", 41, ("x",)), ["    y = x + 1"])
    lines = file.getvalue().splitlines()
    assert lines[:3] == ["   41 def f(x):", ">  42     y = x + 1", "   43     return y"]


@pytest.fixture
def logger() -> Iterator[logging.Logger]:
    logger = logging.getLogger("a library")
    yield logger
    logger.handlers.clear()


def test_what_libraries_write_stays_off_the_screen_also_while_news_are_drawn(
    capfd: pytest.CaptureFixture[str], logger: logging.Logger
) -> None:
    class Screen(io.StringIO):
        def isatty(self) -> bool:
            return True

    file = Screen()
    terminal = Terminal(Console(file=file, force_terminal=True, width=80), "en")
    with terminal.progress() as work, captured():
        work.doing("train")
        logger.addHandler(logging.StreamHandler())
        logger.warning("from a logger")
        print("to standard error", file=sys.stderr)
        print("to standard output")
    logger.warning("later")
    assert "train" in file.getvalue()
    everything = file.getvalue() + "".join(capfd.readouterr())
    assert "from a logger" not in everything
    assert "to standard" not in everything
