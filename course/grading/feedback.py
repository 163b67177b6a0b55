"""Makes the sentences of verdicts from their data."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

from course.curves import Curve
from course.exercise import Check, Exercise, Setting, Verdict
from course.frameworks import FRAMEWORKS
from course.i18n import N_, format_number, listed, translate

LONGEST = 300
"""The number of characters of one value that are shown."""
SCORE = N_("Score: {points} of {most}")
HIGHEST = 1e100
"""Values beyond this are not drawn."""
FAILURES: Mapping[str, str] = {
    "not-started": N_(
        "`{function}` still raises `NotImplementedError`, as it did when you got the file: read the task, then replace the line `raise NotImplementedError` with your own code."
    ),
    "untouched": N_(
        "The script is as you got it. Run it with `python {file}`, and look at what happens; then look for the mistake."
    ),
    "other-framework": N_(
        "The answer in this file is run with {framework}, because of the name of the file, or because you chose so. But the code imports {imported}. Use {framework} here. If the exercise also exists for {imported}, `python -m course start` with the option `--framework` writes the file for it."
    ),
    "syntax": N_(
        "Python cannot read your file because of a syntax error in line {line}: {message}. Correct the line and check the file again."
    ),
    "missing": N_(
        "The file does not define the function `{function}`: use the name and the parameters that it had when you got the file."
    ),
    "signature": N_("`{function}` must accept these arguments, in this order: `{parameters}`."),
    "unfit": N_(
        "`{value}` should return a value of the type `{expected}`, but it returned a value of the type `{actual}`. Print what it returns, and compare it with what the docstring that came with the exercise asks for."
    ),
    "unfit-part": N_(
        "`{value}` should be of the type `{expected}`, but it is of the type `{actual}`. Print it, and compare it with what the docstring that came with the exercise asks for."
    ),
    "unfit-shape": N_(
        "`{value}` should be numbers of the shape `{expected}`, but the check found `{actual}`. Print it, and compare it with what the docstring that came with the exercise asks for."
    ),
    "unfit-nothing": N_(
        "`{value}` should return a value of the type `{expected}`, but it returned `None`. Is a `return` missing?"
    ),
    "unfit-nothing-inside": N_(
        "The function that `{function}` returns should itself return a value of the type `{expected}`, but it returned `None`. Is a `return` missing in it?"
    ),
    "implausible": N_(
        "While the check ran `{value}`, it measured `{actual}` where it should have measured `{expected}`. Code that does only what the task asks for does not cause such a difference. Look for a line that replaces or changes a part of the model, the optimizer or the data beyond what the task asks for, and remove it."
    ),
    "raised": N_(
        "Your code was stopped by an error of the type `{error}`: “{message}”. The lines of your file that led to this error are shown below. Print the values in the last of them, with their types and shapes, and compare them with the docstring that came with the exercise."
    ),
    "raised-hub": N_(
        "Your code was stopped by an error of the type `{error}`: “{message}”. The lines of your file that led to this error are shown below. The last of them tries to load something from the Hugging Face Hub, which cannot be reached while an answer is checked. Use the arguments of your function: if an argument is a name or a path, you can load what it stands for."
    ),
    "raised-import": N_(
        "Your code was stopped by an error of the type `{error}`: “{message}”. The lines of your file that led to this error are shown below. The last of them imports something that is not there. Is its name spelled correctly, and does the installed version of the library have it?"
    ),
    "raised-name": N_(
        "Your code was stopped by an error of the type `{error}`: “{message}”. The lines of your file that led to this error are shown below. The last of them uses a name that Python does not know at this point. Is it spelled exactly as in the line that defines or imports it, and does that line run first?"
    ),
    "raised-attribute": N_(
        "Your code was stopped by an error of the type `{error}`: “{message}”. The lines of your file that led to this error are shown below. The last of them uses an attribute or a method of an object, but the object does not have it. Print the type of this object: is it the object that you expect? If it is, check the spelling: `dir` lists all the attributes and methods of an object."
    ),
    "raised-arguments": N_(
        "Your code was stopped by an error of the type `{error}`: “{message}”. The lines of your file that led to this error are shown below. The last of them calls a function with arguments that do not match its parameters. `help` shows what the parameters of a function are called and which of them it needs, for example `help(sorted)`."
    ),
    "raised-key": N_(
        "Your code was stopped by an error of the type `{error}`: “{message}”. The lines of your file that led to this error are shown below. The last of them asks for a key that is not there. Print the keys that are there, and compare them with the docstring that came with the exercise."
    ),
    "raised-elsewhere": N_(
        "The check was stopped by an error of the type `{error}`: “{message}”. It did not happen in a line of your file, but where the check, or a library, used something that your code returned. Print what your functions return, with its type, and compare it with the task and with the docstring that came with the exercise."
    ),
    "raised-on-nothing": N_(
        "The check was stopped by an error of the type `{error}`: “{message}”. It did not happen in a line of your file, but where the check used something that your code returned, and this was `None`. Is a `return` missing?"
    ),
    "time-limit": N_(
        "Your code was stopped because it needed more than {seconds} seconds of CPU time, not counting its imports: look for a loop that never ends, or for more work than the task asks for."
    ),
    "import-limit": N_(
        "Your code was stopped because loading your file took more than {seconds} seconds of CPU time. Everything outside of the functions is run then, the imports among it: import only what you need, and move other work into the functions."
    ),
    "idle-limit": N_(
        "Your code was stopped after {seconds} seconds in which it mostly waited: look for `input()`, for `sleep`, and for anything that waits for a file, a process or the network."
    ),
    "memory": N_(
        "Your code asked for more memory than it may use: look for a list or a tensor that grows with every step, or for a tensor that is much larger than the batch."
    ),
    "output": N_("Your code was stopped because it printed too much: look for a `print` inside a loop."),
    "killed": N_(
        "The operating system stopped your code, most often because memory ran out: look for a list or a tensor that grows with every step."
    ),
    "crashed": N_(
        "Your code crashed Python itself. This usually happens in compiled code of a library: look for an index or a size that the library does not check."
    ),
    "ended": N_("Your code ended the whole Python process: remove calls such as `exit()`."),
    "not-ready": N_(
        "The program that checks your answer could not be started, so your answer has not been run: check that the packages that it needs are installed, then try again."
    ),
    "garbled": N_(
        "The values that your code handed over cannot be read: return only values of the types named in the docstring that came with the exercise."
    ),
}
"""The message for each reason of a failure."""
RAISED = (
    ("raised-hub", "", r"huggingface\.co|Hugging Face Hub|on the Hub\b"),
    ("raised-import", "ImportError|ModuleNotFoundError", ""),
    ("raised-name", "NameError|UnboundLocalError", ""),
    ("raised-attribute", "AttributeError", "has no attribute"),
    (
        "raised-arguments",
        "TypeError|ValueError",
        r"(?i)unexpected keyword|keyword argument.* not |argument.* not recognized|missing \d+ required"
        r"|positional arguments?\b.* given|multiple values for argument",
    ),
    ("raised-key", "KeyError", ""),
)
"""Errors with a message of their own: the types, if it matters, and a pattern for what Python or the library says."""
OWN = ("raised-name", "raised-attribute", "raised-key")
"""Those of the answer's own line; deeper in a library, they mean something else."""
HINTED = ("raised", "unfit", "time-limit", "memory")
"""The failures for which the check's own hint is shown. What to do about the others has nothing to do with the task."""
UNHINTED = ("raised-hub", "raised-import", "raised-name", "raised-attribute")
"""Errors about which the task's hints say nothing either."""


def sentence(exercise: Exercise, verdict: Verdict, language: str, *, veiled: bool = False) -> str:
    """Return the sentence for a verdict; empty for a check that passed.

    Where it is `veiled`, it does not show what only the judge may know.
    """
    if verdict.state == "passed":
        return ""
    if verdict.state == "waiting":
        other = next(check for check in exercise.checks if check.name == verdict.waits_for)
        waiting = N_("Not run: the check “{check}” must pass first.")
        return translate(waiting, language).format(check=translate(other.title, language))
    for mistake in _check(exercise, verdict).mistakes:
        if mistake.name == verdict.mistake:
            message = mistake.veiled if veiled and mistake.veiled else mistake.message
            return fill(message, _visible_data(exercise, verdict, veiled), language)
    return fill(FAILURES.get(_reason(verdict), FAILURES["garbled"]), verdict.data, language)


def _reason(verdict: Verdict) -> str:
    """Return the reason of a failure as `FAILURES` names it; some reasons have a second message there."""
    if verdict.mistake == "unfit":
        value, expected, actual = (str(verdict.data.get(name)) for name in ("value", "expected", "actual"))
        if expected.startswith("("):
            return "unfit-shape"
        if not value.endswith(")"):
            return "unfit-part"
        if actual in ("None", "NoneType"):
            return "unfit-nothing-inside" if value.count("(...)") > 1 else "unfit-nothing"
    if verdict.mistake == "raised":
        error, message = (str(verdict.data.get(name)) for name in ("error", "message"))
        if not verdict.frames:
            return "raised-on-nothing" if "NoneType" in message else "raised-elsewhere"
        for reason, types, pattern in RAISED:
            if verdict.data.get("deeper") and reason in OWN:
                continue
            if error in (types or error).split("|") and re.search(pattern, message):
                return reason
    return verdict.mistake


def fitting_hint(exercise: Exercise, verdicts: Sequence[Verdict]) -> int:
    """Return the number of the hint for the first check that failed; 0 if none fits."""
    for verdict in verdicts:
        if verdict.state == "failed":
            check = _check(exercise, verdict)
            hints = {mistake.name: mistake.hint for mistake in check.mistakes}
            hinted = verdict.mistake in HINTED and _reason(verdict) not in UNHINTED
            return hints.get(verdict.mistake, check.hint if hinted else 0)
    return 0


def curve(exercise: Exercise, verdict: Verdict, language: str, *, veiled: bool = False) -> Curve | None:
    """Return the curve that belongs to a verdict, with its name in the language; None if there is none."""
    data = _visible_data(exercise, verdict, veiled)
    values = data.get("curve")
    if not isinstance(values, list | tuple) or not values:
        return None
    name = str(data.get("curve_name", N_("your loss")))
    return Curve(printable(translate(name, language))[:LONGEST], tuple(map(_drawable, values)))


def _drawable(value: Any) -> float:
    """Return a value of a curve, or `nan` if it cannot be drawn. Answers can send any data."""
    return float(value) if isinstance(value, int | float) and abs(value) < HIGHEST else math.nan


def _visible_data(exercise: Exercise, verdict: Verdict, veiled: bool) -> Mapping[str, Any]:
    """Return the data of a verdict; veiled, without the values that its mistake withholds."""
    mistakes = _check(exercise, verdict).mistakes
    secrets = {name for each in mistakes if each.name == verdict.mistake for name in each.secrets}
    return {name: value for name, value in verdict.data.items() if not veiled or name not in secrets}


def _check(exercise: Exercise, verdict: Verdict) -> Check:
    return next(check for check in exercise.checks if check.name == verdict.check)


class _Placeholders(dict[str, Any]):
    def __missing__(self, name: str) -> str:
        return "…"


def fill(message: str, data: Mapping[str, Any], language: str) -> str:
    """Fill the message in the language, with numbers as the language writes them. Answers can send any data."""
    values = {name: shown(_quotable(name, value), language) for name, value in data.items()}
    return translate(message, language).format_map(_Placeholders(values))


def _quotable(name: str, value: Any) -> Any:
    """Return an error's message without its last period, and without quotation marks around it: the sentence has its own."""
    if name != "message" or not isinstance(value, str):
        return value
    text = value.strip()
    # the message of a `KeyError` is the key as Python writes it
    if len(text) > 2 and text[0] == text[-1] and text[0] in "'\"" and text[0] not in text[1:-1]:
        text = text[1:-1]
    return text if text.endswith("..") else text.removesuffix(".")


def shown(value: Any, language: str) -> str:
    """Return a value as a sentence shows it."""
    if isinstance(value, float) and value and not 1e-3 <= abs(value) < 1e12:
        return f"{value:.0e}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        return format_number(value, language, 0 if isinstance(value, int) or value.is_integer() else 3)
    if isinstance(value, list):
        text = listed((f"`{each}`" for each in value if isinstance(each, str)), language) or "–"
    else:
        text = str(value) if isinstance(value, bool | str) else "…"
    text = printable(text)
    return text if len(text) <= LONGEST else text[:LONGEST] + "…"


def printable(text: str) -> str:
    """Return the text without characters that move a terminal's cursor, change its colours or reverse its direction."""
    return "".join(letter if letter.isprintable() or letter in "\n\t" else "\ufffd" for letter in text)


def title(exercise: Exercise, setting: Setting, language: str) -> str:
    """Return the exercise's title, with the framework if it has one."""
    name = translate(exercise.title, language)
    return name if setting == "plain" else f"{name} · {FRAMEWORKS[setting].title}"
