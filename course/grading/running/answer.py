"""The process that runs answers: `python -m course.grading.running.answer SETTING HARNESS...`.

It imports the harnesses and reports that it is ready. For each request, a line on standard input, it runs the answer,
then each check of the harness, and writes one line of JSON with the values that the check hands over. It knows no
expected value and no solution. The answer's own output comes back as messages; output of libraries stays on standard
error.
"""

from __future__ import annotations

import inspect
import io
import linecache
import logging
import os
import re
import sys
import threading
import time
import traceback
import warnings
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, BinaryIO, TextIO, cast

from course.environment import choose_libraries, leave_out_pytorch, stay_offline, use_the_cpu, without_pipelines
from course.exercise import Setting
from course.grading.running.limits import MEMORY
from course.grading.running.wire import decode, encode

OUTPUT = 20_000
"""The number of characters of an answer's own output that are kept."""
FRAMES = 4
"""The number of frames that are kept at either end of a long traceback."""
NOT_FOR_CALLERS = (DeprecationWarning, PendingDeprecationWarning, FutureWarning, ImportWarning, ResourceWarning)
"""The warnings that a library means for those who maintain the code, and not for those who call it."""
OF_THE_HARNESS = ("Even though the `tf.config.experimental_run_functions_eagerly` option is set",)
"""The beginnings of warnings of what a harness does, shown nowhere although an answer's line stands in their traceback."""
IN_A_GRAPH = "in user code:"
"""The first line of an error that TensorFlow met while it made a graph of a function."""
FRAME_IN_A_GRAPH = re.compile(r'\s+File "(.+)", line ([0-9]+), in (.+?)\s*\**$')
"""A frame in the message of such an error; the line of code follows."""
LOOKUPS = ("__getattr__", "__getattribute__", "__getitem__")
OUT_OF_MEMORY = "can't allocate memory|OOM when allocating|failed to allocate|bad_alloc"


class Channel:
    """Sends messages to the judge, each as one line of JSON."""

    def __init__(self, file: TextIO) -> None:
        self.file = file
        self.lock = threading.Lock()

    def send(self, **message: Any) -> None:
        line = encode(message)
        with self.lock:
            self.file.write(line + "\n")
            self.file.flush()


class Relay(io.TextIOBase):
    """Replaces standard output and standard error, and forwards everything written there."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.left = OUTPUT

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if self.left > 0:
            cut = len(text) > self.left
            self.channel.send(output=f"{text[: self.left]}\n…\n" if cut else text)
            self.left -= len(text)
        return len(text)


def main(setting: Setting, *harnesses: str) -> None:
    """Serve requests until standard input ends."""
    channel, requests = connect()
    prepare(setting, harnesses)
    limit_memory()
    threading.Thread(target=end_with, args=(os.getppid(),), daemon=True).start()
    channel.send(ready=True)
    for line in requests:
        sys.stdout = sys.stderr = Relay(channel)
        serve(channel, decode(line))


def connect() -> tuple[Channel, BinaryIO]:
    """Return the channel to the judge, which is descriptor 1, and the requests, from descriptor 0."""
    channel = Channel(os.fdopen(os.dup(1), "w", encoding="utf-8"))
    # output of libraries on descriptor 1 must not come between the messages
    os.dup2(2, 1)
    sys.stdin = io.StringIO()
    return channel, os.fdopen(os.dup(0), "rb")


def prepare(setting: Setting, harnesses: Sequence[str]) -> None:
    """Import the libraries and harnesses that answers need, so that this is done once and not for each answer."""
    choose_libraries(setting)
    if setting == "tf":
        leave_out_pytorch()
    use_the_cpu()
    stay_offline()
    if setting != "plain":
        from transformers.utils.logging import set_verbosity_error

        # it warns for each TensorFlow model that its class is deprecated
        set_verbosity_error()
    import_harnesses(harnesses)
    warm_up(setting)
    # warnings of libraries among themselves are not the answer's output, nor is what TensorFlow writes to its own logger
    logging.getLogger("tensorflow").setLevel(logging.ERROR)
    warnings.simplefilter("ignore")


def import_harnesses(harnesses: Sequence[str]) -> None:
    with without_pipelines():
        for harness in harnesses:
            import_module(harness)


def warm_up(setting: Setting) -> None:
    """Import what is imported at its first use: PyTorch's optimizers, and models by their automatic class.

    No operation of TensorFlow may run here: it would start threads, and a process that has some must not be forked.
    """
    if setting == "plain":
        return
    import transformers

    # a name of this package is imported when it is first asked for
    transformers.DistilBertTokenizerFast  # noqa: B018
    if setting == "tf":
        transformers.TFDistilBertForSequenceClassification  # noqa: B018
        transformers.create_optimizer  # noqa: B018
        transformers.TF_MODEL_FOR_SEQUENCE_CLASSIFICATION_MAPPING.keys()
        return
    import torch

    size = {"vocab_size": 2, "dim": 1, "hidden_dim": 1, "n_layers": 1, "n_heads": 1, "max_position_embeddings": 1}
    tiny = transformers.DistilBertConfig(**size)
    model = transformers.AutoModelForSequenceClassification.from_config(tiny)
    optimizer = torch.optim.AdamW(model.parameters())
    model(torch.zeros(1, 1, dtype=torch.int64)).logits.sum().backward()
    optimizer.step()


def end_with(parent: int) -> None:
    """End the process when its parent has gone, however that happened."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def limit_memory() -> None:
    """Limit the memory of this process, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    limit = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))


def serve(channel: Channel, request: Mapping[str, Any]) -> None:
    """Run the answer and the checks, and report whatever goes wrong as a failure."""
    path = request["path"]
    checks = import_module(request["harness"])
    answer = ModuleType("answer")
    answer.__file__ = path
    show_warnings(path)
    try:
        load(answer, path, request["source"])
        problem = first_misfit(answer, request["functions"])
    except BaseException as error:
        problem = failure(error, path)
    channel.send(loaded=problem)
    if problem is not None:
        return
    for name in request["checks"]:
        try:
            handed = getattr(checks, name.replace("-", "_"))(answer, request["given"])
            channel.send(check=name, handed=handed)
        except BaseException as error:
            channel.send(check=name, failure=failure(error, path))


def show_warnings(path: str) -> None:
    """Write the warnings that the answer's lines cause to standard error, as Python does, and no others."""

    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if filename != path:
            # a library warns where it found the cause out: the line is the answer's that called it
            steps = traceback.extract_stack()
            lines = [step.lineno or 0 for step in steps if step.filename == path]
            if not lines or issubclass(category, NOT_FOR_CALLERS):
                return
            filename, lineno = path, lines[-1]
        sys.stderr.write(
            warnings.formatwarning(message, category, Path(filename).name, lineno, linecache.getline(path, lineno))
        )

    warnings.showwarning = show
    warnings.simplefilter("default")
    for pattern in OF_THE_HARNESS:
        warnings.filterwarnings("ignore", pattern)


def load(answer: ModuleType, path: str, source: str) -> None:
    """Run the text of an answer as a module of its own, and keep its lines for tracebacks."""
    linecache.cache[path] = (len(source), None, source.splitlines(keepends=True), path)
    sys.modules["answer"] = answer
    try:
        code = compile(source, path, "exec", dont_inherit=True)  # not with this module's own `__future__`
    except ValueError as error:  # null bytes, in older Pythons
        raise SyntaxError(str(error)) from None
    exec(code, answer.__dict__)


def first_misfit(answer: ModuleType, functions: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """Return a failure for the first function that is missing or takes other parameters than the starter's, else None."""
    for wanted in functions:
        name = wanted["name"]
        parameters = wanted["parameters"]
        function = getattr(answer, name, None)
        if not callable(function):
            return {"reason": "missing", "data": {"function": name}}
        try:
            inspect.signature(function).bind(*parameters)
        except TypeError:
            return {"reason": "signature", "data": {"function": name, "parameters": ", ".join(parameters)}}
        except ValueError:
            continue  # a function written in C has no signature
    return None


def failure(error: BaseException, path: str) -> dict[str, Any]:
    """Describe an exception as a failure of the answer: reason, data and the answer's own frames.

    In the data, `deeper` says whether it was raised in what the last line of the answer called, not by the line itself.
    """
    steps = traceback.extract_tb(error.__traceback__)
    passed = [(step.filename, step.lineno or 0, step.name, step.line or "") for step in steps]
    try:
        lines = [line for line in str(error).splitlines() if line.strip()]
    except Exception:  # an exception of the answer's own may not even be able to say what it is
        lines = []
    whole = "\n".join(lines)
    if lines[:1] == [IN_A_GRAPH]:
        in_graph, lines = within_a_graph(lines, type(error).__name__)
        passed += in_graph
    frames = [(line, name, text) for file, line, name, text in passed if file == path]
    own = max((place for place, (file, *_) in enumerate(passed) if file == path), default=-1)
    beyond = [name for _, _, name, _ in passed[own + 1 :]]
    if len(frames) > 2 * FRAMES:
        frames = frames[:FRAMES] + frames[-FRAMES:]
    data: dict[str, Any] = {
        "error": type(error).__name__,
        "message": "\n".join(lines)[:2000],
        # an object that a line looks something up in may have a method for that
        "deeper": bool(beyond) and beyond[0] not in LOOKUPS,
    }
    if lines and whole != "\n".join(lines):
        # what a mistake is known by can stand in a line of the traceback
        data["trace"] = whole[:4000]
    if isinstance(error, SyntaxError) and error.filename in (path, None) and not frames:
        data |= {"line": error.lineno or 0, "message": error.msg}
        return {"reason": "syntax", "data": data, "frames": [(error.lineno or 0, "", (error.text or "").rstrip())]}
    if isinstance(error, NotImplementedError) and steps[-1].filename == path:
        return {"reason": "not-started", "data": {"function": frames[-1][1]}, "frames": frames}
    if isinstance(error, MemoryError) or re.search(OUT_OF_MEMORY, data["message"]):
        return {"reason": "memory", "data": data, "frames": frames}
    if isinstance(error, SystemExit):
        return {"reason": "ended", "data": data, "frames": frames}
    return {"reason": "raised", "data": data, "frames": frames}


def within_a_graph(lines: Sequence[str], error: str) -> tuple[list[tuple[str, int, str, str]], list[str]]:
    """Split the message of an error that TensorFlow met while it made a graph of a function, which holds a traceback.

    Returns:
        The file, the line, the function and the text of each frame in the message; and the lines of the error itself.
    """
    found = [(at, match) for at, line in enumerate(lines) if (match := FRAME_IN_A_GRAPH.match(line))]
    frames = []
    last = 0
    for at, match in found:
        file, number, function = match.groups()
        last = at + 1
        text = lines[last].strip() if last < len(lines) else ""
        frames.append((file, int(number), "<lambda>" if function == "None" else function, text))
    message = [line.strip() for line in lines[last + 1 :]]
    if message:
        message[0] = message[0].removeprefix(f"{error}: ")
    return frames, message or list(lines)


if __name__ == "__main__":
    main(cast(Setting, sys.argv[1]), *sys.argv[2:])
    # without waiting for the answer's threads
    os._exit(0)
