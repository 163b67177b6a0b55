"""The value of a tensor is needed in a function that TensorFlow traces: there it has none."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_

NO_VALUE = (
    r"ymbolicTensor' object (?:cannot|is not)|Tensor' object has no attribute '(?:numpy|item|tolist|astype)'"
    r"|symbolic `?tf\.Tensor|not '?SymbolicTensor|Iterating over a symbolic"
)
"""What TensorFlow and Python say of a tensor without a value that is used as one that has it."""


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    place = crash_place(facts)
    if not facts.crash.traced or place is None or not facts.crash.function or not said(facts, NO_VALUE):
        return None
    return Found(
        "certain",
        {"function": facts.crash.function, "code": place.code},
        [
            (N_("line of code"), place.code[:120]),
            (N_("inside the function"), facts.crash.function),
            (N_("error message"), f"{facts.crash.error}: {facts.crash.message[:160]}"),
        ],
        place,
    )


LOOK = Look(
    name="value-in-graph",
    needs=("crash",),
    find=find,
    title=N_("The value of a tensor is needed in a function that TensorFlow traces"),
    why=N_(
        "TensorFlow traces `{function}`: it calls the function once with tensors that have no value yet, and makes a graph of what happens to them. The line `{code}` needs a value, as Python's `if`, `float()`, `.numpy()` and the functions of NumPy do, and so it ends with an error."
    ),
    change=N_(
        "Calculate with functions of TensorFlow instead, as `tf.argmax`, `tf.reduce_sum` or `tf.where`. Or put the code into `tf.py_function`, or compile with `run_eagerly=True`, which is slower."
    ),
    terms=("tracing", "tensor"),
)
