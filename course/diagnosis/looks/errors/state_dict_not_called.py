"""A method was saved in place of the weights."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="state-dict-not-called",
    needs=("crash",),
    find=by_message(r"Expected state_dict to be dict-like, got <class '(method|builtin_function_or_method)'>"),
    title=N_("A method was saved in place of the weights"),
    why=N_("`model.state_dict` without parentheses is the method itself. So the file holds a method, and no weights."),
    change=N_("Write `torch.save(model.state_dict(), path)` with the parentheses, and save again."),
    terms=("checkpoint", "weight"),
)
