"""The learner's loop as a person goes through it: start, a wrong attempt, a hint, a right one, the table."""

import os
import pty
import re
import shlex
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from support.clash import TRITON, bring
from support.commands import command, run, without_language
from support.paths import ROOT

from course.audit.exercises import answers
from course.contents import find_exercise, solution, starter
from course.i18n import translate
from course.spoiler import turn

pytestmark = pytest.mark.slow

PLAIN = find_exercise("know-your-data")
CASE = find_exercise("case-no-loss")
SOLVED = solution(PLAIN, "plain").read_text(encoding="utf-8")
FILE = PLAIN.file_name("plain")
# its mistake has a hint
(WRONG,) = (
    path.read_text(encoding="utf-8") for path in answers(PLAIN, "plain", "wrong") if path.stem == "by_frequency"
)


class Learner:
    """A learner with a home directory of their own and a directory for answers."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.answers = home / "answers"
        self.environment = {**without_language(os.environ), "XDG_DATA_HOME": str(home)}

    def run(self, *arguments: str, code: int = 0) -> str:
        done = run(*arguments, env=self.environment)
        assert done.returncode == code, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return " ".join((done.stdout + done.stderr).split())

    def write(self, source: str | bytes, name: str = FILE) -> str:
        self.answers.mkdir(exist_ok=True)
        path = self.answers / name
        path.write_bytes(source if isinstance(source, bytes) else source.encode())
        return str(path)


@pytest.fixture
def learner(tmp_path: Path) -> Learner:
    return Learner(tmp_path)


@pytest.mark.parametrize("language", [pytest.param("it", marks=pytest.mark.release), "ko"])
def test_from_the_start_to_the_last_point(learner: Learner, language: str) -> None:
    def say(message: str, **values: object) -> str:
        return " ".join(translate(message, language).format(**values).split())

    lang = ("--lang", language)
    assert say(PLAIN.title) in learner.run("start", PLAIN.name, "--to", str(learner.answers), *lang)
    assert say(PLAIN.title) in (learner.answers / FILE).with_suffix(".md").read_text(encoding="utf-8")
    path = str(learner.answers / FILE)
    said = learner.run("check", path, *lang, code=1)
    assert say("Score: {points} of {most}", points=0, most=PLAIN.points) in said
    (learner.answers / FILE).write_text(WRONG, encoding="utf-8")
    assert say("Hint {number}/{count}: {hint}", number=2, count=3, hint="").strip() in learner.run(
        "check", path, *lang, code=1
    )
    for _ in range(4):
        shown = learner.run("hint", PLAIN.name, *lang)
        assert any("".join(shown.split()).endswith("".join(say(each).split())) for each in PLAIN.hints)
    (learner.answers / FILE).write_text(SOLVED, encoding="utf-8")
    said = learner.run("check", path, *lang)
    assert say("Score: {points} of {most}", points=PLAIN.points, most=PLAIN.points) in said
    assert f"{PLAIN.points}/{PLAIN.points}" in learner.run("exercises", *lang)
    assert f"{PLAIN.points}/{PLAIN.points}" not in learner.run("exercises", "--reset", *lang)


def test_start_writes_over_nothing_and_shows_the_task_again(learner: Learner) -> None:
    path = Path(learner.write("mine = 1\n"))
    said = learner.run("start", PLAIN.name, "--to", str(learner.answers), "--lang", "en")
    assert path.read_text() == "mine = 1\n"
    assert " ".join(PLAIN.task[0].replace("`", "").split())[:60] in said.replace("`", "")
    assert "--again" in said


def test_to_begin_again_puts_the_earlier_files_aside(learner: Learner) -> None:
    path = Path(learner.write("mine = 1\n"))
    for _ in range(2):
        learner.run("start", PLAIN.name, "--to", str(learner.answers), "--again")
    assert path.read_text(encoding="utf-8") == starter(PLAIN, "plain").read_text(encoding="utf-8")
    assert path.with_suffix(".md").is_file()
    kept = [each.read_text(encoding="utf-8") for each in sorted(learner.answers.glob(f"{FILE}.*.bak"))]
    assert kept == ["mine = 1\n", path.read_text(encoding="utf-8")]


def test_start_keeps_to_the_framework_of_the_last_start(learner: Learner) -> None:
    to = ("--to", str(learner.answers))
    learner.run("start", "label-count", "--framework", "pt", *to)
    learner.run("start", PLAIN.name, *to)
    learner.run("start", "nan-detective", *to)
    # an exercise that has no such framework is started with its own
    learner.run("start", "right-loss", *to)
    assert sorted(path.name for path in learner.answers.glob("*_??.py")) == [
        "label_count_pt.py",
        "nan_detective_pt.py",
        "right_loss_tf.py",
    ]


def test_an_untouched_starter_costs_no_hint(learner: Learner) -> None:
    to = ("--to", str(learner.answers))
    learner.run("start", PLAIN.name, *to)
    said = learner.run("check", str(learner.answers / FILE), "--lang", "en", code=1)
    assert "NotImplementedError" in said
    assert not [each for each in PLAIN.hints if " ".join(each.replace("`", "").split()) in said.replace("`", "")]
    assert said.count("Hint") == 0
    # without a name, the hint is for what was started or checked last
    assert learner.run("hint", "--lang", "en").startswith(PLAIN.title)


def test_a_hint_begins_with_what_the_last_check_found(learner: Learner) -> None:
    source = SOLVED + "\n\ndef label_shares(*given):\n    raise ValueError('so it is')\n"
    learner.run("check", learner.write(source), code=1)
    said = learner.run("hint", PLAIN.name, "--lang", "en")
    assert "so it is" in said
    # the message says that the lines are shown below it
    assert said.index("so it is") < said.rindex("raise ValueError('so it is')")
    assert f"{FILE}:{len(source.splitlines())}" in said
    learner.run("check", learner.write(SOLVED))
    assert "so it is" not in learner.run("hint", PLAIN.name, "--lang", "en")


def test_a_solved_exercise_leads_to_the_next(learner: Learner) -> None:
    said = learner.run("check", learner.write(SOLVED), "--lang", "en").replace("`", "")
    assert str(solution(PLAIN, "plain").relative_to(ROOT)) in said
    (command,) = re.findall(r"python -m (course start [\w-]+ (?:--framework \w\w)?)", said)
    learner.run(*command.split()[1:], "--to", str(learner.answers))
    assert len([*learner.answers.glob("*.py")]) == 2


def test_a_directory_is_checked_file_by_file(learner: Learner) -> None:
    learner.run("check", str(learner.home), code=2)
    learner.write(SOLVED)
    learner.write("x = 1\n", "no_exercise.py")
    assert learner.run("check", str(learner.answers), "--lang", "en").count(FILE) >= 1
    shutil.copy(starter(find_exercise("metrics"), "pt"), learner.answers)
    said = learner.run("check", str(learner.answers), "--lang", "en", code=1)
    assert f"{FILE} {PLAIN.points}/{PLAIN.points}" in said
    assert f"metrics_pt.py 0/{find_exercise('metrics').points}" in said
    assert "your best score" not in said
    learner.write(WRONG)
    said = learner.run("check", str(learner.answers), "--lang", "en", code=1)
    assert f"(your best score: {PLAIN.points} of {PLAIN.points})" in said


def test_what_is_started_is_the_starter(learner: Learner) -> None:
    learner.run("start", "keras-loss", "--to", str(learner.answers))
    written = (learner.answers / "keras_loss_tf.py").read_text(encoding="utf-8")
    assert written == starter(find_exercise("keras-loss"), "tf").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "content"),
    [
        (["check", "no_such_file.py"], None),
        (["check", "{path}"], b""),
        (["check", "{path}"], b" \n\n"),
        (["check", "{path}"], b"\xff\xfe\x00"),
        (["check", "{path}"], b"#" * 2_000_000),
        (["check", "{path}", "--exercise", "know-your-dat"], b"x = 1"),
        (["check", "{path}", "--framework", "jax"], b"x = 1"),
        (["check"], None),
        (["start", "no-such-exercise"], None),
        (["start", "metrics", "--framework", "tf"], None),
        (["hint"], None),
        (["hint", "metrcs"], None),
        (["hint", "metrics", "--level", "4"], None),
        (["watch", "/no/such/directory"], None),
        (["audit", "no-such-part"], None),
        (["chek"], None),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_wrong_use_is_told_in_one_sentence(learner: Learner, arguments: list[str], content: bytes | None) -> None:
    path = learner.write(content or b"")
    arguments = [argument.format(path=path) for argument in arguments]
    done = run(*arguments, "--lang", "ko", env=learner.environment)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.strip().splitlines()) == 1
    assert any("\uac00" <= character <= "\ud7a3" for character in done.stderr)


def test_the_nearest_name_is_offered(learner: Learner) -> None:
    assert "`metrics`" in learner.run("hint", "metrcs", code=2)
    assert "`no-loss`" in learner.run("hint", "case", "no-los", code=2)
    assert "`no-loss`" in learner.run("hint", "case-no-los", code=2)
    assert "`case no-loss`" in learner.run("hint", "no-loss", code=2)


@pytest.mark.tf
@pytest.mark.parametrize(("triton", "shown"), [("3.7.1", "`USE_TORCH=0 python "), ("3.6.0", "`python ")])
def test_the_command_that_runs_a_case_works_where_tensorflow_and_pytorch_clash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, triton: str, shown: str
) -> None:
    bring(tmp_path / "libraries", monkeypatch, "triton", triton, TRITON)
    learner = Learner(tmp_path)
    to = str(tmp_path / "answers")
    assert shown in learner.run("start", "case", "no-gradients", "--framework", "tf", "--to", to, "--lang", "en")
    assert "USE_TORCH" not in learner.run("start", "case", "no-loss", "--framework", "pt", "--to", to, "--lang", "en")


def test_a_case_is_named_in_one_way_and_found_from_where_it_was_started(tmp_path: Path) -> None:
    environment = {**without_language(os.environ), "XDG_DATA_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}

    def said(*words: str) -> str:
        done = run(*words, "--lang", "en", cwd=tmp_path, env=environment)
        return " ".join((done.stdout + done.stderr).split())

    path = f"answers/{CASE.file_name('pt')}"
    started = said("start", "case", CASE.name.removeprefix("case-"))
    assert f"`python {path}`" in started
    assert f"`python {path}`" in said("check", path)
    task = (tmp_path / path).with_suffix(".md").read_text(encoding="utf-8")
    for shown in (started, task, said("start", "case-no-loss")):
        assert CASE.name not in shown
    assert "course hint case no-loss" in task
    hints = [said("hint", *name, "--level", "1") for name in (["case", "no-loss"], ["case-no-loss"])]
    assert hints[0] == hints[1]
    summary = said("check", "answers")
    assert "Cases solved" in summary
    assert "xercise" not in summary


def test_a_file_of_another_name_is_known_by_its_functions_or_by_what_one_says(learner: Learner) -> None:
    path = learner.write(SOLVED, "mine.py")
    learner.run("check", path)
    learner.run("check", path, "--exercise", PLAIN.name)
    learner.run("check", learner.write("x = 1\n", "other.py"), code=2)


def test_a_hint_can_be_shown_encoded(learner: Learner) -> None:
    plain = learner.run("hint", PLAIN.name, "--level", "2", "--lang", "it")
    encoded = learner.run("hint", PLAIN.name, "--level", "2", "--lang", "it", "--encoded")
    assert turn(encoded) == plain != encoded
    assert learner.run("hint", "--decode", encoded) == plain


def test_the_learners_own_output_and_lines_are_shown(learner: Learner) -> None:
    source = SOLVED + "\n\ndef decode_row(row, tokenizer):\n    print('so far')\n    return row['gone']\n"
    said = learner.run("check", learner.write(source), code=1)
    line = source.splitlines().index("    return row['gone']") + 1
    assert "so far" in said
    assert f"{FILE}:{line}" in said
    assert "child.py" not in said


@pytest.fixture
def watching(learner: Learner, interruptible: None) -> Iterator[subprocess.Popen[str]]:
    learner.write("x = 1\n")
    process = subprocess.Popen(
        command("watch", learner.answers, "--lang", "en"),
        cwd=ROOT,
        env={**learner.environment, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    # whoever waits for a line that does not come is not to wait for ever
    limit = threading.Timer(300, process.kill)
    limit.start()
    yield process
    limit.cancel()
    process.kill()
    process.communicate()


class TerminalSession:
    """A command that runs in a terminal of its own, and can be seen and typed to."""

    def __init__(self, learner: Learner, *command: str) -> None:
        self.screen = ""
        pid, self.terminal = pty.fork()
        if not pid:
            os.chdir(ROOT)
            environment = {**learner.environment, "TERM": "xterm", "COLUMNS": "100", "TMPDIR": str(learner.home)}
            os.execvpe(command[0], command, environment)
        self.pid = pid

    def until(self, part: str) -> None:
        """Read on until the screen has shown a text since the last time."""
        while part not in self.screen:
            try:
                block = os.read(self.terminal, 4096)
            except OSError:
                block = b""
            assert block, (part, self.screen)
            self.screen += re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", block.decode(errors="replace"))
        self.screen = self.screen.partition(part)[2]

    def press(self, key: str) -> None:
        os.write(self.terminal, key.encode())

    def end(self) -> int:
        """Wait for the command to end, and return its exit code."""
        with suppress(OSError):
            while os.read(self.terminal, 4096):
                pass
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def test_watch_heeds_keys(learner: Learner) -> None:
    learner.write(SOLVED)
    session = TerminalSession(learner, *command("watch", learner.answers, "--lang", "en"))
    session.until(f"{FILE}")
    # what is there is checked at once
    session.until(f"Score: {PLAIN.points} of {PLAIN.points}")
    session.until("quit")
    session.press("l")
    session.until(f"{PLAIN.points}/{PLAIN.points}")
    session.until("quit")
    session.press("n")
    session.until("python -m course check")
    session.until("quit")
    session.press("h")
    session.until("1/3")
    session.until("quit")
    learner.write(WRONG)
    session.until("Hint 2/3:")
    session.until("quit")
    session.press("a")
    session.until("Hint 2/3:")
    session.until("quit")
    session.press("q")
    assert session.end() == 0


def test_the_checks_of_a_terminal_session_share_a_background_process(learner: Learner) -> None:
    check = shlex.join(command("check", learner.write(SOLVED), "--lang", "en"))
    stop = shlex.join(command("stop", "--lang", "en"))
    session = TerminalSession(learner, "sh", "-c", f"{check}; {check}; {stop}; {stop}")
    session.until(f"Score: {PLAIN.points} of {PLAIN.points}")
    session.until(f"Score: {PLAIN.points} of {PLAIN.points}")
    session.until("has been ended")
    session.until("No background process")
    assert session.end() == 0


def test_watch_checks_at_every_save_and_ends_at_once(learner: Learner, watching: subprocess.Popen[str]) -> None:
    assert watching.stdout is not None

    def until(part: str) -> None:
        for line in watching.stdout or ():
            if part in line:
                return
        raise AssertionError(part)

    until("Ctrl-C")
    learner.write(SOLVED)
    until(f"Score: {PLAIN.points} of {PLAIN.points}")
    learner.write("def decode_row(row, tokenizer)\n")
    until(f"Score: 0 of {PLAIN.points}")
    learner.write("")
    until("empty")
    learner.write(SOLVED)
    until(f"Score: {PLAIN.points} of {PLAIN.points}")
    watching.send_signal(signal.SIGINT)
    rest, _ = watching.communicate(timeout=20)
    assert watching.returncode == 130
    assert "Traceback" not in rest
