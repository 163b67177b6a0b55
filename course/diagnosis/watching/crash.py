"""Works out what is known of an error: the reader's lines that led to it, and what lived there."""

from __future__ import annotations

import inspect
import linecache
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from types import FrameType
from typing import Any, TypeVar

from course.diagnosis.facts import Crash, Values
from course.diagnosis.running.source import Program
from course.diagnosis.watching.values import as_array, described, values_of

T = TypeVar("T")
CONVERTED = "__autograph_generated_file"
"""What the files have in their names in which TensorFlow keeps the functions that it has converted for a trace."""
CONVERTED_LINE = re.compile(r'File "(.+)", line (\d+), in (\S+)(?:  \*\*?)?\n.*\n')
"""How it names one of their lines in the message of an error."""
GATHERED = re.compile(r"indices\[.*?\] = (\d+) is not in \[0, (\d+)\)")
"""What TensorFlow says of a row that a table does not have: the row, and the number of rows."""
MESSAGE = 1000
"""How many characters of the beginning of a long message are kept, and how many of its end."""
COLOUR = re.compile(r"\x1b\[\d*m")
UNDEFINED = ("Undefined", "UndefinedReturnValue")
"""The classes of what TensorFlow puts in the place of a variable that has no value yet."""
MODELS = ("torch", "transformers", "keras", "tf_keras", "tensorflow", "sklearn")
"""Packages of which most parts make no batches of examples: optimizers, for example, keep lists of dictionaries, too."""
BATCHES = re.compile(
    r"torch\.utils\.data|transformers\.(?:data|tokeniz|feature_extr|processing|image|utils|trainer_utils)"
)
"""Those parts that do."""
GENERATED = ("fscope", "do_return", "retval_")
"""The variables that it adds to them."""


def frames_of(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    """The frames of a traceback, the outermost first."""
    current = error.__traceback__
    while current is not None:
        yield current.tb_frame, current.tb_lineno
        current = current.tb_next


def locals_of(frame: FrameType) -> dict[str, Any]:
    """The variables of a function. TensorFlow's placeholders for what has no value yet are left out: they claim to have every attribute."""
    return {name: value for name, value in frame.f_locals.items() if type(value).__name__ not in UNDEFINED}


def looked_at(look: Callable[[], T], otherwise: T) -> T:
    """What a look at the reader's objects gives. They may do anything then, and the error must be told all the same."""
    try:
        return look()
    except Exception:
        return otherwise


def crash_of(program: Program | None, error: BaseException) -> Crash:
    """What is known of an exception that ended the program."""
    frames = [*frames_of(error)]
    path = str(program.path) if program is not None else ""
    own = [(line, frame.f_code.co_name) for frame, line in frames if frame.f_code.co_filename == path]
    # a function that TensorFlow has converted for a trace is in another file
    converted = [(int(line), name) for file, line, name in CONVERTED_LINE.findall(str(error)) if file == path]
    own += converted
    inner = [frame for frame, _ in frames if frame.f_code.co_filename == path or CONVERTED in frame.f_code.co_filename]
    if program is not None and isinstance(error, SyntaxError) and not own:
        places = (program.place(error.lineno or 0),)
        return Crash(type(error).__name__, error.msg or "", places)
    last = frames[-1][0] if frames else None
    package = str(last.f_globals.get("__name__", "")).partition(".")[0] if last is not None else ""
    unknown: tuple[int | None, int | None, bool] = (None, None, False)
    rows, most, positions = looked_at(lambda: _embedding(frames), unknown)
    gathered = GATHERED.search(str(error))
    if rows is None and gathered is not None:
        most, rows = int(gathered[1]), int(gathered[2])
    return Crash(
        type(error).__name__,
        shortened(_message(error)),
        tuple(program.place(line) for line, _ in own) if program is not None else (),
        "" if package == "__main__" else package,
        looked_at(lambda: _live(inner[-1]) if inner else {}, {}),
        looked_at(lambda: _examples(frames), {}),
        rows,
        most,
        positions,
        "torch" in sys.modules and not sys.modules["torch"].is_grad_enabled(),
        looked_at(lambda: _token_ids(frames), ()),
        own[-1][1].strip("<>") if own and own[-1][1] != "<module>" else "",
        traced=bool(converted),
    )


def shortened(message: str) -> str:
    """A long message without its middle: an error that Keras puts into others is named at the end."""
    return message if len(message) <= 2 * MESSAGE else f"{message[:MESSAGE]} … {message[-MESSAGE:]}"


def _message(error: BaseException) -> str:
    """What an error says: without colours, and of one in a traced function, without the lines that TensorFlow puts around it."""
    text = COLOUR.sub("", str(error))
    *_, last = [None, *CONVERTED_LINE.finditer(text)]
    if last is None:
        return text
    said = text[last.end() :].partition("Call arguments received")[0]
    return "\n".join(line.strip() for line in said.strip().splitlines()).removeprefix(f"{type(error).__name__}: ")


def _live(frame: FrameType) -> dict[str, str]:
    """What is named in the reader's innermost frame, by name."""
    found = {}
    for name, value in locals_of(frame).items():
        if not name.startswith("_") and name not in GENERATED and not callable(value) and not inspect.ismodule(value):
            with suppress(Exception):
                words = described(value)
                if words:
                    found[name] = words[:200]
    return found


def _examples(frames: Sequence[tuple[FrameType, int]]) -> dict[str, Values]:
    """The columns of the examples that were about to become a batch, from the innermost function that has such a list."""
    module = str(frames[-1][0].f_globals.get("__name__", "")) if frames else ""
    if module.partition(".")[0] in MODELS and not BATCHES.match(module):
        return {}
    for frame, _ in reversed(frames):
        # what a program has at its top level is not what goes into a batch deep inside a library
        if frame.f_code.co_name == "<module>" and frame is not frames[-1][0]:
            continue
        for value in [*locals_of(frame).values()]:
            if isinstance(value, list) and len(value) > 1 and all(isinstance(each, Mapping) for each in value[:3]):
                names = [name for name in value[0] if isinstance(name, str)]
                if names:
                    return {name: values_of([each.get(name) for each in value]) for name in names}
    return {}


def _embedding(frames: Sequence[tuple[FrameType, int]]) -> tuple[int | None, int | None, bool]:
    """The number of rows of the embedding that raised, the greatest row asked for, and whether its rows are positions."""
    for place, (frame, _) in enumerate(frames):
        if frame.f_code.co_name == "embedding" and {"input", "weight"} <= {*frame.f_locals}:
            weight, ids = frame.f_locals["weight"], as_array(frame.f_locals["input"])
            around = [each for each, _ in frames[max(0, place - 4) : place]]
            positions = any("position" in _line_of(each) for each in around)
            if ids is not None and ids.size:
                return int(weight.shape[0]), int(ids.max()), positions
    return None, None, False


def _token_ids(frames: Sequence[tuple[FrameType, int]]) -> tuple[int, ...]:
    """The shape of the token ids that the outermost model was given in which the error arose."""
    for frame, _ in frames:
        if frame.f_code.co_name in ("forward", "call"):
            kind = type(frame.f_locals.get("self")).__name__
            ids = locals_of(frame).get("input_ids")
            if isinstance(ids, Mapping):
                ids = ids.get("input_ids")
            shape = getattr(ids, "shape", None)
            if shape is not None and "MultipleChoice" not in kind:
                return tuple(int(each) for each in shape)
    return ()


def _line_of(frame: FrameType) -> str:
    return linecache.getline(frame.f_code.co_filename, frame.f_lineno)
