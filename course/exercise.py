"""The parts of an exercise: frozen declarations that import nothing of this project but the names of the frameworks.

A learner writes a function or two. A *harness* calls them, in a process of its own, and hands over what came of it as
plain values. A *judge* compares that with what it knows. The two never meet: inputs whose answer would give the
exercise away, expected values and solutions stay with the judge. Words are English sentences, marked for translation
where they are written.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypeGuard

from course.lesson import Framework

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Setting = Framework
"""The framework that an answer needs."""

Plain: TypeAlias = "bool | int | float | str | NDArray[Any] | Sequence[Plain] | Mapping[str, Plain] | None"
"""A value that one process can hand over to another: reading it runs no code."""


def is_array(value: object) -> TypeGuard[NDArray[Any]]:
    """Whether a value is an array of NumPy. None can be one where nothing has imported NumPy, as in a web page."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray)


def is_numpy_scalar(value: object) -> TypeGuard[np.generic[Any]]:
    """Whether a value is a single number of NumPy."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.generic)


@dataclass(frozen=True)
class Other:
    """In place of a value that is not plain: the name of its type."""

    kind: str


class Tuple(list[Any]):
    """A tuple that was handed over: it serves as a list, but its kind is its own."""


@dataclass(frozen=True)
class Draw:
    """One draw of an exercise: what the harness is given, plain values all, and what the judge keeps to itself."""

    given: Mapping[str, Any]
    kept: Mapping[str, Any] = field(default_factory=dict)


class Unfit(Exception):
    """A value that was handed over is not of the kind asked for.

    Args:
        of: the learner's function that returned it, or the expression that gives it, such as ``split(...)[0]``.
        expected: what was asked for, in Python's words, such as ``list[int]`` or ``(4, 3)``.
        actual: what came, likewise.
    """

    def __init__(self, of: str, expected: str, actual: str) -> None:
        super().__init__(f"{of}: {expected}, not {actual}")
        self.expression = of if "(" in of else f"{of}(...)"
        self.expected = expected
        self.actual = actual


class Implausible(Unfit):
    """What the harness measured cannot come from an answer to the task: something that it measures was changed.

    Numbers get as many digits as it takes to tell them apart.
    """

    def __init__(self, of: str, expected: str | float, actual: str | float) -> None:
        for digits in range(4, 18):
            texts = [each if isinstance(each, str) else f"{each:.{digits}g}" for each in (expected, actual)]
            if texts[0] != texts[1]:
                break
        super().__init__(of, *texts)


@dataclass(frozen=True)
class Handed:
    """The values that the harness handed over for one check. None of them is trusted to be of any kind.

    In each method, `of` is the function or the expression that gives the value, for the message; see Unfit.
    """

    values: Mapping[str, Plain | Other]

    def number(self, name: str, of: str) -> float:
        """A number; a truth value is none. Raises Unfit."""
        value = self._scalar(name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise Unfit(of, "float", kind(value))
        return float(value)

    def integer(self, name: str, of: str) -> int:
        """A whole number. Raises Unfit."""
        value = self._scalar(name)
        if isinstance(value, bool) or not isinstance(value, int):
            raise Unfit(of, "int", kind(value))
        return value

    def truth(self, name: str, of: str) -> bool:
        """True or False. Raises Unfit."""
        value = self._scalar(name)
        if not isinstance(value, bool):
            raise Unfit(of, "bool", kind(value))
        return value

    def text(self, name: str, of: str) -> str:
        """A string. Raises Unfit."""
        value = self.values.get(name)
        if not isinstance(value, str):
            raise Unfit(of, "str", kind(value))
        return value

    def texts(self, name: str, of: str) -> list[str]:
        """Strings in a list. Raises Unfit."""
        value = self.values.get(name)
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return [str(each) for each in value]
        raise Unfit(of, "list[str]", kind(value))

    def integers(self, name: str, of: str) -> list[int]:
        """Integers in a list, a tuple, a set or an array of one dimension. Raises Unfit."""
        value = self.values.get(name)
        if is_array(value) and value.ndim == 1 and (value.dtype.kind in "iu" or not value.size):
            return [int(each) for each in value]
        if isinstance(value, list):
            flat = [_single(each) for each in value]
            if all(isinstance(each, int) and not isinstance(each, bool) for each in flat):
                return flat
        raise Unfit(of, "list[int]", kind(value))

    def numbers(self, name: str, count: int, of: str) -> list[float]:
        """That many numbers in a list, a tuple or an array of one dimension; needs no NumPy. Raises Unfit."""
        value = self.values.get(name)
        if is_array(value):
            return [float(each) for each in self.array(name, (count,), of)]
        flat = [_single(each) for each in value] if isinstance(value, list) else []
        if not isinstance(value, list) or not all(isinstance(each, int | float) for each in flat):
            raise Unfit(of, str((count,)), kind(value))
        if len(flat) != count:
            raise Unfit(of, str((count,)), str((len(flat),)))
        return [float(each) for each in flat]

    def array(self, name: str, shape: tuple[int, ...], of: str) -> NDArray[np.float64]:
        """Numbers of that shape. Raises Unfit."""
        import numpy as np

        value = self.values.get(name)
        if isinstance(value, list):
            try:
                value = np.asarray(value, dtype=np.float64)
            except (TypeError, ValueError, OverflowError):
                raise Unfit(of, str(shape), kind(value)) from None
        if not isinstance(value, np.ndarray) or value.dtype.kind not in "iufb":
            raise Unfit(of, str(shape), kind(value))
        if value.shape != shape:
            raise Unfit(of, str(shape), str(value.shape))
        return value.astype(np.float64)

    def mapping(self, name: str, of: str) -> Mapping[str, Plain]:
        """A dictionary; its keys are strings here. Raises Unfit."""
        value = self.values.get(name)
        if not isinstance(value, dict):
            raise Unfit(of, "dict", kind(value))
        return value

    def _scalar(self, name: str) -> Plain | Other:
        value: Plain | Other = _single(self.values.get(name))
        return value


def _single(value: Any) -> Any:
    """A number instead of an array that holds one and has no dimension."""
    return value.item() if is_array(value) and not value.ndim else value


def kind(value: Plain | Other) -> str:
    """The kind of a value that was handed over, in Python's words."""
    if isinstance(value, Other):
        return value.kind
    if isinstance(value, Tuple):
        more = ", ..." if len(value) > 3 else ""
        return f"tuple[{', '.join(map(kind, value[:3]))}{more}]"
    if isinstance(value, list) and value:
        kinds = list(dict.fromkeys(kind(each) for each in value))
        return f"list[{' | '.join(kinds[:3])}]"
    if is_array(value):
        return f"{value.dtype} {value.shape}"
    return "None" if value is None else type(value).__name__


@dataclass(frozen=True)
class Mistake:
    """A mistake that people make, and the message that they get.

    Attributes:
        name: kebab-case.
        message: what is wrong and why, with `{placeholders}` for the data found.
        hint: which of the exercise's three hints fits; 0 if none does, because the message says what to do.
        error, pattern: regular expressions for the exception by which the mistake shows where it ends the check: one for
            the whole name of its type, one to be found in its message. Empty where the judge finds the mistake.
        withheld: what of the data gives away an expected value or the contents of a row, beside `expected` itself. The
            reports on a class leave it out; a learner's own check shows it.
        veiled: the message in the reports on a class, where `message` shows what is withheld; empty where it does not.
    """

    name: str
    message: str
    hint: Literal[0, 1, 2, 3] = 1
    error: str = ""
    pattern: str = ""
    withheld: tuple[str, ...] = ()
    veiled: str = ""

    @property
    def secrets(self) -> frozenset[str]:
        """The names of the data that the reports on a class leave out."""
        return frozenset({"expected", *self.withheld})

    def found(self, **data: Any) -> Found:
        """The mistake in one answer, with what fills its message.

        `curve`, a sequence of numbers, is drawn; it is the loss unless `curve_name`, words, says otherwise.
        """
        # a message shows numbers of Python only
        return Found(self, {name: each.item() if is_numpy_scalar(each) else each for name, each in data.items()})


@dataclass(frozen=True)
class Found:
    """A mistake in one answer, with its data."""

    mistake: Mistake
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Check:
    """One thing that an answer must do.

    Attributes:
        name: kebab-case; with underscores, the function of the harness that brings it about.
        title: words; what is checked.
        judge: looks at the values handed over, and gives the mistake that it finds, or None. May raise Unfit.
        needs: checks whose mistakes show here, too; after one of them has failed, this one can only pass.
        hint: which of the exercise's three hints fits where an error or a limit ends the check, or a value has the wrong
            type; 0 if none does.
    """

    name: str
    title: str
    points: int
    judge: Callable[[Draw, Handed], Found | None]
    mistakes: tuple[Mistake, ...]
    needs: tuple[str, ...] = ()
    hint: Literal[0, 1, 2, 3] = 1


@dataclass(frozen=True)
class Exercise:
    """A function or two to write, and what is asked of them.

    The functions, their parameters and docstrings are those of the starters, one for each setting.

    Attributes:
        task: paragraphs.
        hints: three, each more of a help than the one before.
        solved: what has been reached; said after full points.
        draw: makes a draw with a random generator; the verdict on an answer must not depend on the draw.
        seconds: how long an answer may calculate once its file is loaded, in seconds of CPU time.
        import_seconds: how long loading its file may take: all that stands outside its functions, imports above all.
        chapter: such as `ch8`; filled in from the package that lists the exercise.
        file: the name of its file, where it does not follow from its own name.
        harness: the name of its harness, where that is not the name of its starter: several exercises can share one.
        starter: makes the text that a learner begins with, where that is not kept as a file.
        functions: the names of the functions in the starter that an answer must have; empty for all of them.
        in_page: the name of the harness with which it is checked in a web page; empty where that cannot be.
        bring: writes what the starter reads beside it into a directory, and leaves what is there as it is.
    """

    name: str
    title: str
    settings: tuple[Setting, ...]
    task: tuple[str, ...]
    hints: tuple[str, str, str]
    solved: str
    draw: Callable[[Random], Draw]
    checks: tuple[Check, ...]
    seconds: float = 30.0
    import_seconds: float = 60.0
    chapter: str = ""
    file: str = ""
    harness: str = ""
    starter: Callable[[], str] | None = None
    functions: tuple[str, ...] = ()
    in_page: str = ""
    bring: Callable[[Path], None] | None = None

    @property
    def points(self) -> int:
        return sum(check.points for check in self.checks)

    def file_name(self, setting: Setting) -> str:
        """The name of its starter, its solution and its harness in a setting."""
        if self.file:
            return self.file
        stem = self.name.replace("-", "_")
        return f"{stem}.py" if setting == "plain" else f"{stem}_{setting}.py"


@dataclass(frozen=True)
class Failure:
    """An answer, or one check of it, ended otherwise than by handing something over.

    Attributes:
        reason: such as `syntax`, `missing`, `signature`, `not-started`, `raised`, `time-limit`, `memory`, `ended`.
        data: what fills the sentence that is said of it.
        frames: where in the learner's own file: (line, function, text of the line), outermost first.
    """

    reason: str
    data: Mapping[str, Any] = field(default_factory=dict)
    frames: tuple[tuple[int, str, str], ...] = ()


@dataclass(frozen=True)
class Verdict:
    """The outcome of one check.

    Attributes:
        points: what was earned.
        mistake: the name of what is wrong: of a mistake of the check, or the reason of a failure; else empty.
        data: what fills its sentence.
        frames: as in Failure.
        waits_for: the check that would have had to pass before; empty unless `state` is "waiting".
    """

    check: str
    state: Literal["passed", "failed", "waiting"]
    points: int = 0
    mistake: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)
    frames: tuple[tuple[int, str, str], ...] = ()
    waits_for: str = ""
