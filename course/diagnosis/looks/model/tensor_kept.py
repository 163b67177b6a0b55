"""A tensor of a traced function was kept, and is used outside of the function."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, said
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.model.value_in_graph import NO_VALUE
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    place = crash_place(facts)
    if facts.crash.traced or place is None or not said(facts, rf"{NO_VALUE}|is out of scope|from a different graph"):
        return None
    return Found(
        "likely",
        {"code": place.code},
        [
            (N_("line of code"), place.code[:120]),
            (N_("error message"), f"{facts.crash.error}: {facts.crash.message[:160]}"),
        ],
        place,
    )


LOOK = Look(
    name="tensor-kept",
    needs=("crash",),
    find=find,
    title=N_("A tensor of a traced function is used outside of the function"),
    why=N_(
        "TensorFlow runs the Python code of a `tf.function`, or of a step of Keras, only when it traces it, with tensors that have no value. One of them was kept, in a list or an attribute, and `{code}` uses it after the function has ended."
    ),
    change=N_(
        "Let the function return the value, and keep what it returns. What has to be kept inside belongs in a `tf.Variable` or in a metric of Keras."
    ),
    terms=("tracing", "tensor"),
)
