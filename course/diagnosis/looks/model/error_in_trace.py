"""TensorFlow cannot trace a function that runs well without being traced."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    if not facts.crash.ran_before:
        return None
    return Found(
        "likely",
        {"error": facts.crash.error, "message": facts.crash.message[:300]},
        [
            *([(N_("inside the function"), facts.crash.function)] if facts.crash.function else ()),
            *((f"`{name}`", words) for name, words in facts.crash.live.items()),
        ][:8],
        crash_place(facts),
    )


LOOK = Look(
    name="error-in-trace",
    needs=("crash",),
    find=find,
    title=N_("The error arises only when TensorFlow traces your code"),
    why=N_(
        "The doctor first ran your code without tracing it, and it worked. But Keras and `tf.function` trace it: they call it once with tensors that have no value yet, often of unknown size, and make a graph of what happens to them. That ends with `{error}`: “{message}”."
    ),
    change=N_(
        "Look at the line: does it need a value or a size that is not there during the trace, or does it make a variable? To see how it behaves without tracing, call `tf.config.run_functions_eagerly(True)` at the beginning for as long as you search."
    ),
    terms=("tracing", "tensor"),
    last=True,
)
