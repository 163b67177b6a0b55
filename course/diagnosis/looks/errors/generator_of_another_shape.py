"""A generator yields something else than was promised."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="generator-of-another-shape",
    needs=("crash",),
    find=by_message(r"`generator` yielded an element|generator yielded|did not match the expected structure"),
    title=N_("The generator yields something else than its signature says"),
    why=N_("`from_generator` is told in advance which shapes and types will come. An element came that is different."),
    change=N_(
        "Print one element, and set `output_signature=(tf.TensorSpec(shape=…, dtype=…), …)` to what it is; `None` stands for an axis whose length varies."
    ),
    terms=("generator", "shape", "dtype"),
)
