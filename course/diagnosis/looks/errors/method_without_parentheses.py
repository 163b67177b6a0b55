"""A method is used where its result is needed."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="method-without-parentheses",
    needs=("crash",),
    find=by_message(
        r"'(?:method|function|builtin_function_or_method)' object is not (?:iterable|subscriptable)"
        r"|object of type '(?:method|function|builtin_function_or_method)' has no len"
        r"|unsupported operand type\(s\) for .*'(?:method|function|builtin_function_or_method)'"
    ),
    title=N_("A method is named, but not called"),
    why=N_("Without parentheses, the name stands for the method itself. The line needs what the method returns."),
    change=N_(
        "Write the parentheses, as in `model.parameters()`. Square brackets in their place are another frequent cause."
    ),
    terms=("function signature", "exception"),
)
