"""The data set of TensorFlow does not know how many axes its inputs have."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.settings is not None and facts.crash is not None
    names = facts.settings.unshaped
    if not names or not facts.crash.ran_before:
        return None
    words = ", ".join(f"`{name}`" for name in names)
    return Found(
        "likely",
        {"names": words},
        [(N_("inputs of unknown shape"), words), (N_("error message"), facts.crash.message[:160])],
        call_place(facts, "py_function", "numpy_function", "from_generator", "parse_tensor"),
    )


LOOK = Look(
    name="shape-unknown",
    needs=("settings", "crash"),
    find=find,
    title=N_("The data set does not know the shape of its inputs"),
    why=N_(
        "TensorFlow cannot look into a function of Python that a data set calls, so it does not know how many axes {names} will have. When Keras compiles the training step, layers that need the shape end with an error."
    ),
    change=N_(
        "Say the shape after the call: `ids.set_shape([MAX_LEN])`. With `from_generator`, give an `output_signature` with shapes."
    ),
    terms=("shape", "data set"),
)
