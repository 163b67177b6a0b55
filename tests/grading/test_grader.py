"""The grader for a class: children in a sandbox, forked by a server, and the result of each answer."""

from __future__ import annotations

import hashlib
import os
import signal
import socket
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.paths import ROOT

from course.contents import exercises, find_exercise, solution
from course.grading.check import check
from course.grading.grader import Grader, status
from course.grading.records import Note, Result, Student, Submission
from course.grading.running import forked, sandbox_outside
from course.grading.running.forked import ForkServer
from course.grading.running.isolation import isolate
from course.grading.running.limits import Limits
from course.grading.running.sandbox_outside import Isolation
from course.message import WrongUse

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="answers are shut in on Linux only")]
PLAIN = find_exercise("know-your-data")
SOLVED = solution(PLAIN, "plain").read_text(encoding="utf-8")


def submission(source: str, exercise: str = PLAIN.name) -> Submission:
    setting = find_exercise(exercise).settings[-1]
    return Submission(Student("ana"), exercise, setting, "ana.py", source, hashlib.sha256(source.encode()).hexdigest())


@pytest.fixture(scope="module", params=["jail", "user", "process"])
def grader(request: pytest.FixtureRequest) -> Iterator[Grader]:
    """A grader of each isolation."""
    needed = {"jail": "jailed", "user": "as_root"}
    if request.param in needed:
        request.getfixturevalue(needed[request.param])
    with Grader(Isolation(request.param)) as made:
        yield made


@pytest.fixture(scope="module")
def shut(jailed: None) -> Iterator[Grader]:
    with Grader(isolate("jail")) as made:
        yield made


def graded(grader: Grader, before: str = "", after: str = "", exercise: str = PLAIN.name) -> Result:
    """The result of the plain exercise's solution with text before and after it."""
    return grader.grade(submission(f"{before}\n{SOLVED}\n{after}", exercise))


def test_what_the_jail_promises_is_tried_from_inside(jailed: None) -> None:
    found = isolate("jail")
    assert found.level == "jail"
    assert found.parts == dict.fromkeys(sandbox_outside.PARTS["jail"], True)


def test_a_jail_with_a_way_out_is_found_out(jailed: None) -> None:
    with ForkServer("plain", ()) as server:
        found = server.probe([sandbox_outside.__file__])
    assert [name for name, held in found.items() if not held] == ["files"]
    with ForkServer("plain", (), level="process") as server:
        found = server.probe([])
    assert not found["processes"] and not found["scratch"]


def test_no_jail_without_the_tool(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(WrongUse, match="bubblewrap"):
        isolate("jail")
    assert isolate("process").level == "process"


def test_a_jail_that_cannot_be_made_is_refused_in_the_systems_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    false = tmp_path / "bwrap"
    false.write_text("#!/bin/sh\necho 'no namespaces here' >&2\nexit 1\n")
    false.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(WrongUse, match="no namespaces here"):
        isolate("jail")


@pytest.mark.parametrize(
    ("before", "status"),
    [
        ("", "passed"),
        ("def share(", "error"),
        ("raise ValueError('no')", "error"),
        ("import os; os._exit(0)", "error"),
        ("import ctypes; ctypes.string_at(0)", "error"),
        ("import os\nwhile True: os.write(2, b'x' * 65536)", "output"),
        ("x = bytearray(2**33)", "memory"),
    ],
)
def test_each_end_has_its_status(grader: Grader, before: str, status: str) -> None:
    found = graded(grader, before)
    assert found.status == status
    assert found.tries == 1
    assert (found.points == found.of) == (status == "passed")


def test_what_ran_before_a_crash_keeps_its_points(grader: Grader) -> None:
    whole = graded(grader)
    last = find_exercise(PLAIN.name).checks[-1]
    name = next(line.split("(")[0] for line in SOLVED.splitlines()[::-1] if line.startswith("def ")).split()[1]
    found = graded(grader, after=f"def {name}(*given):\n    import os\n    os._exit(3)")
    assert found.status == "partial"
    assert found.points == whole.points - last.points


def test_answers_that_never_end_are_stopped(grader: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    object.__setattr__(PLAIN, "import_seconds", 1.0)
    try:
        found = graded(
            grader, "import signal, time\nfor s in (2, 14, 15, 24): signal.signal(s, lambda *_: None)\ntime.sleep(999)"
        )
    finally:
        object.__setattr__(PLAIN, "import_seconds", 60.0)
    assert found.status == "timeout"
    assert found.tries == 1


MANY = "import os, time\nfor _ in range(12):\n    if not os.fork():\n        kept = b'x' * 2**25\n        time.sleep(99)\ntime.sleep(99)"
FIRST_THREAD_ENDS = """
import ctypes, os, threading, time
end_thread = {"x86_64": 60, "aarch64": 93}[os.uname().machine]
def hold():
    time.sleep(0.2)
    kept = b'x' * 2**25
    time.sleep(99)
for _ in range(12):
    if not os.fork():
        threading.Thread(target=hold).start()
        ctypes.CDLL(None).syscall(end_thread, 0)
time.sleep(99)
"""
PROGRAMS = """
import subprocess, sys, time
for _ in range(12):
    subprocess.Popen([sys.executable, "-S", "-c", "kept = b'x' * 2**25; import time; time.sleep(99)"])
time.sleep(99)
"""


@pytest.mark.parametrize("source", [MANY, PROGRAMS, FIRST_THREAD_ENDS])
def test_memory_is_counted_over_all_processes(jailed: None, source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # as where no cgroup can be made
    monkeypatch.setattr(forked, "make_group", lambda: None)
    with ForkServer("plain", [PLAIN], limits=Limits(memory=2**28)) as server:
        found = check(PLAIN, f"{source}\n{SOLVED}", "answer.py", server)
    assert status(found) == "memory"


@pytest.mark.parametrize(
    "source",
    [
        "import mmap\nmmap.mmap(-1, 4096)",
        "import os\nos.memfd_create('hidden')",
        "import ctypes\nif ctypes.CDLL(None).shmget(0, 4096, 0o1600) == -1: raise OSError",
        "import socket\nsocket.socket(40, socket.SOCK_STREAM)",
        "import socket\nsocket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)",
        "from ctypes import CDLL, c_long\nif CDLL(None).syscall(*map(c_long, ({clone}, 0x10000011, 0, 0, 0, 0))) == -1: raise OSError",
        "from ctypes import CDLL, c_long\nif CDLL(None).syscall(*map(c_long, (435, 0, 0))) == -1: raise OSError",
    ],
)
@pytest.mark.parametrize("grader", ["jail", "user"], indirect=True)
def test_what_nobody_counts_is_refused(grader: Grader, source: str) -> None:
    """No answer gets memory that outlives its processes, a namespace, or sockets that no namespace holds or that reach any name."""
    clone = {"x86_64": "56", "aarch64": "220"}[os.uname().machine]
    assert graded(grader, source.replace("{clone}", clone)).status == "error"


@pytest.mark.parametrize("grader", ["user"], indirect=True)
def test_where_root_imports_from_an_answer_as_another_user_cannot_write(grader: Grader) -> None:
    source = """
import course
from pathlib import Path
home = Path(course.__file__).parent.parent
for place in (home, home / "course", home / "course/grading"):
    try:
        (place / "left").mkdir()
    except PermissionError:
        continue
    raise AssertionError(place)
assert Path.home() == Path("/tmp")
"""
    assert graded(grader, source).status == "passed"
    server = grader.fork_servers["plain"].process.pid
    lines = Path(f"/proc/{server}/environ").read_text().split("\0")
    variables = dict(line.split("=", 1) for line in lines if line)
    assert variables["PYTHONNOUSERSITE"]
    for name in ("HOME", "TMPDIR", "PYTHONPATH"):
        status = Path(variables[name]).stat()
        assert (status.st_uid, status.st_mode & 0o022) == (0, 0), name


@pytest.mark.parametrize("grader", ["user"], indirect=True)
def test_files_of_another_user_are_gone_with_the_answer(grader: Grader) -> None:
    name = f"left-{os.getpid()}"
    source = f"""
import os
for place in ("/tmp", "/dev/shm", "/var/tmp"):
    os.chdir(place)
    for _ in range(2000):
        # deeper than a recursion in Python goes
        os.mkdir("{name}")
        os.chdir("{name}")
    open("file", "w").write("left")
"""
    assert graded(grader, source).status == "passed"
    assert [place for place in ("/tmp", "/dev/shm", "/var/tmp") if (Path(place) / name).exists()] == []
    assert graded(grader).status == "passed"


def test_output_is_cut_whoever_sends_it(grader: Grader) -> None:
    source = """
import gc
channel = next(each for each in gc.get_objects() if type(each).__name__ == "Channel")
for _ in range(9):
    channel.send(output="x" * 100_000)
"""
    found = graded(grader, source)
    assert found.status == "passed"
    assert len(found.output) < 50_000


def test_a_line_of_brackets_costs_nothing(grader: Grader) -> None:
    source = """
import gc
channel = next(each for each in gc.get_objects() if type(each).__name__ == "Channel")
channel.file.write("[" + "[]," * 2_000_000 + "[]]\\n")
channel.file.flush()
"""
    found = graded(grader, source)
    assert next(verdict.mistake for verdict in found.verdicts) == "garbled"


def test_nothing_is_left_to_the_next(shut: Grader) -> None:
    """Files, a changed library and a process are gone with the child."""
    traces = """
import os, ctypes, json, sys
from pathlib import Path
for place in ("/tmp", "/dev/shm"):
    (Path(place) / "trace").write_text("x")
json.trace = 1
sys.modules["course.trace"] = json
if os.fork() == 0:
    os.setsid()
    import time
    time.sleep(999)
"""
    assert graded(shut, traces).status == "passed"
    looks = """
import os, ctypes, json, sys
from pathlib import Path
assert not Path("/tmp/trace").exists() and not Path("/dev/shm/trace").exists()
assert not hasattr(json, 'trace') and "course.trace" not in sys.modules
assert os.getpid() == 1 and not Path("/proc/2").exists()
try:
    os.kill(2, 0)
except ProcessLookupError:
    pass
else:
    raise AssertionError
"""
    assert graded(shut, looks).status == "passed"


def test_what_a_child_starts_ends_with_it(grader: Grader) -> None:
    marker = f"survivor-{os.getpid()}"
    source = f"""
import subprocess
subprocess.Popen(["sh", "-c", "sleep 999; :", "{marker}"], start_new_session=True)
"""
    assert graded(grader, source).status == "passed"
    lines = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
    assert not [line for line in lines if marker.encode() in line]


def test_the_network_is_not_there(shut: Grader) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        source = f"""
import socket
try:
    socket.create_connection(("127.0.0.1", {port}), 2)
except OSError:
    pass
else:
    raise AssertionError
"""
        assert graded(shut, source).status == "passed"


def test_secrets_are_not_there(shut: Grader, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
import os
from pathlib import Path
import course
package = Path(course.__file__).parent
assert not (package.parent / "solutions").exists() and not (package.parent / "tests").exists()
try:
    import course.ch8.exercises.know_your_data
except ImportError:
    pass
else:
    raise AssertionError
assert "SECRET" not in os.environ
assert not [name for name in os.environ if "TOKEN" in name]
"""
    assert graded(shut, source).status == "passed"


def test_of_a_chapter_only_its_harness_is_there(shut: Grader) -> None:
    """The jail hides the scripts, some of whose cells are answers, and the sections, which explain them."""
    source = """
from pathlib import Path
import course
chapters = Path(course.__file__).parent.glob("ch[0-9]*")
found = {entry.name for chapter in chapters for entry in chapter.iterdir()}
assert found == {"harness"}, found
"""
    assert graded(shut, source).status == "passed"


def test_a_fork_server_that_dies_is_replaced(grader: Grader) -> None:
    assert graded(grader).status == "passed"
    os.killpg(grader.fork_servers["plain"].process.pid, signal.SIGKILL)
    found = graded(grader)
    assert found.status == "passed"
    assert found.tries == 2


def test_a_name_that_is_no_text_harms_nobody(grader: Grader) -> None:
    attack = ROOT / "tests/attacks/exits/name_that_is_no_text.py"
    renamed = graded(grader, attack.read_text(encoding="utf-8"))
    assert (renamed.status, renamed.tries) == ("passed", 1)
    assert graded(grader).tries == 1


def test_one_answer_does_not_end_a_setting(jailed: None) -> None:
    """Without a jail an answer can end the fork server, each time that it is tried; others can be run all the same."""
    with Grader(Isolation("process")) as grader:
        assert graded(grader, "import os\nos.kill(os.getppid(), 9)\n").status == "error"
        assert graded(grader).status == "passed"


def test_a_grader_that_cannot_work_says_so(jailed: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with Grader(Isolation("jail")) as grader:
        found = graded(grader)
    assert found.status == "infrastructure"
    assert found.points == 0


def test_a_disk_without_room_is_the_machines_fault(
    jailed: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with Grader(isolate("jail")) as grader:
        assert graded(grader).status == "passed"
        # no file can be made there either
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))
        assert graded(grader).status == "infrastructure"


def test_what_the_intake_refused_is_not_run(grader: Grader) -> None:
    refused = Submission(Student("ana"), PLAIN.name, "plain", "ana.py", "", "0", refused=Note("too-large"))
    found = grader.grade(refused)
    assert found.status == "unreadable"
    assert (found.points, found.of) == (0, PLAIN.points)


TELL_IMPORTS = """

import sys as _sys

_before = set(_sys.modules)


def _telling(_function):
    def call(*given, **named):
        try:
            return _function(*given, **named)
        finally:
            print(*sorted(set(_sys.modules) - _before) or ["nothing"])

    return call


for _name, _value in list(globals().items()):
    if getattr(_value, "__module__", "") == "answer" and _name[0] != "_" and not isinstance(_value, type):
        globals()[_name] = _telling(_value)
"""
MANY_IMPORTS = 20
"""A child that imports as many modules takes longer for them than for most answers."""


@pytest.mark.parametrize(
    "setting", [pytest.param("pt", marks=pytest.mark.pt), pytest.param("tf", marks=pytest.mark.tf)]
)
def test_solutions_pass_in_the_jail(jailed: None, setting: str) -> None:
    """The fork server has one thread and the imports of answers; the child sees only the shown parts of the system."""
    wanted = [each for each in exercises() if setting in each.settings]
    with ForkServer(setting, wanted) as server:  # type: ignore[arg-type]
        assert server.threads == 1
        for exercise in wanted:
            source = solution(exercise, server.setting).read_text(encoding="utf-8")
            found = check(exercise, source + TELL_IMPORTS, exercise.file_name(server.setting), server)
            assert found.passed, (exercise.name, found.verdicts, found.ran)
            imported = found.ran.output.splitlines()[-1].split()
            assert len(imported) < MANY_IMPORTS, (exercise.name, imported)
