"""`python -m course.diagnosis.running.program REQUEST`: runs the reader's program in this process, watched, and writes what was found.

Runs with the reader's own rights. What it does not do is leave traces: what the program writes goes to a scratch
directory, and nothing is uploaded.
"""

from __future__ import annotations

import json
import linecache
import os
import sys
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from course.diagnosis.diagnose import diagnose, report
from course.diagnosis.facts import Facts
from course.diagnosis.running import on_cpu
from course.diagnosis.running.guards import guarded, hooks
from course.diagnosis.running.imports import after_import
from course.diagnosis.running.limits import LOOKING, SPACE, EnoughSeen, Limits
from course.diagnosis.running.scratch import Scratch
from course.diagnosis.running.source import read_program
from course.diagnosis.watching.crash import crash_of
from course.diagnosis.watching.future import look_ahead
from course.diagnosis.watching.gather import gather
from course.diagnosis.watching.one_batch import learn_by_heart
from course.diagnosis.watching.watch import Watch
from course.environment import load_triton_first


@dataclass(frozen=True)
class Request:
    """What the process is asked for.

    Attributes:
        path: the reader's program; `arguments` are the words after its name.
        out: the file for the report.
        scratch: an empty directory.
        steps: how many training steps are enough.
        seconds: how long the program may train; a run that takes longer is ended.
        patience: how long it may take until it trains.
        on_cpu: whether what the program asks of a GPU is done on the CPU.
        signal: the one that ended the process that ran the program before; triton is now loaded before TensorFlow.
    """

    path: str
    arguments: Sequence[str]
    out: str
    scratch: str
    steps: int
    seconds: float
    patience: float
    on_cpu: bool = False
    signal: str = ""


class Run:
    """One run of the reader's program, and the one report on it, whoever comes first to write it."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.program = read_program(Path(request.path))
        self.limits = Limits(request.steps, request.seconds, request.patience)
        self.watch = Watch(self.limits)
        self.ended = ""
        self._begun = threading.Lock()
        self._done = threading.Event()

    def write(self, error: BaseException | None) -> None:
        """Gather the facts, conclude, and write the report."""
        if not self._begun.acquire(blocking=False):
            # whoever comes second must not end the process before the report is there
            self._done.wait(LOOKING)
            return
        try:
            facts = gather(self.program, self.watch, error)
        except Exception:
            # a reader's object may do anything when it is looked at
            crash = crash_of(self.program, error) if error is not None else None
            program = self.program
            facts = Facts(source=program.text, file=program.path.name, cells=program.cells, crash=crash)
            if os.environ.get("COURSE_DOCTOR_DEBUG"):
                traceback.print_exc()
        facts = replace(facts, signal=self.request.signal)
        content = {**report(facts, diagnose(facts)), "ended": self.ended}
        if facts.crash is not None and self.watch.cut and may_come_of_the_cut(error):
            whole = replace(facts, crash=None)
            content["without_crash"] = {**report(whole, diagnose(whole)), "ended": self.ended}
        part = Path(f"{self.request.out}.part")
        part.write_text(json.dumps(content, ensure_ascii=False), encoding="utf-8")
        part.replace(self.request.out)
        self._done.set()

    def watch_the_clock(self) -> None:
        """End a program that goes on for too long, whatever it does: write the report, and leave."""

        def watching() -> None:
            ended = ""
            while not ended:
                time.sleep(0.2)
                if self.limits.spent():
                    ended = "time"
                elif written(Path(self.request.scratch)) > SPACE:
                    ended = "space"
            self.ended = self.ended or ended
            with suppress(Exception):
                self.write(None)
            os._exit(0)

        threading.Thread(target=watching, daemon=True).start()

    def start(self) -> None:
        """Run the program to its end, or as long as it may."""
        error: BaseException | None = None
        try:
            code = compile(self.program.text, str(self.program.path), "exec", dont_inherit=True)
        except SyntaxError as mistake:
            self.ended = "syntax"
            self.write(mistake)
            return
        # TensorFlow converts the text of functions that it traces, and a notebook's file is not their text
        linecache.cache[str(self.program.path)] = (
            len(self.program.text),
            None,
            self.program.text.splitlines(True),
            str(self.program.path),
        )
        sys.argv = [self.request.path, *self.request.arguments]
        sys.path[0] = str(Path(self.request.path).resolve().parent)
        # what is saved with pickle is looked up in the module that is called `__main__`
        module = sys.modules["__main__"] = ModuleType("__main__")
        names = vars(module)
        names["__builtins__"] = __builtins__
        # a notebook has no `__file__`; TensorFlow would read the text of its functions from there again
        names.update({"display": print} if self.program.cells else {"__file__": self.request.path})
        if self.request.signal:
            load_triton_first()
        scratch = Scratch(Path(self.request.scratch))
        elsewhere = on_cpu.hooks() if self.request.on_cpu else {}
        with guarded(scratch), after_import(hooks(scratch)), after_import(elsewhere), self.watch:
            self.watch_the_clock()
            try:
                exec(code, names)
            except EnoughSeen:
                self.ended = "enough"
            except SystemExit as leaving:
                self.ended = "exit"
                # a program may end itself when its work is done
                error = leaving if leaving.code not in (None, 0) and not self.watch.training_seen else None
            except KeyboardInterrupt:
                self.ended = "interrupted"
            except BaseException as raised:
                error = raised
            self.watch.names = names
            self.limits.grant()
            if error is None:
                with suppress(Exception):
                    self.watch.one_batch = learn_by_heart(self.watch)
                with suppress(Exception):
                    self.watch.future = look_ahead(self.watch)
            self.write(error)


def may_come_of_the_cut(error: BaseException | None) -> bool:
    """Whether a program may have ended with an error because its training was ended early: it has too few of something, or nothing yet."""
    own = isinstance(error, AttributeError | TypeError) and "NoneType" not in str(error)
    return not own and not isinstance(error, ImportError | SyntaxError)


def written(directory: Path) -> int:
    """The bytes of all files in a directory."""
    size = 0
    for folder, _, names in os.walk(directory):
        for name in names:
            with suppress(OSError):
                size += os.stat(os.path.join(folder, name)).st_size  # noqa: PTH116, PTH118
    return size


def main(arguments: Sequence[str]) -> None:
    request: Mapping[str, Any] = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    run = Run(Request(**request))
    run.start()
    # threads of the program may go on for ever
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1:])
