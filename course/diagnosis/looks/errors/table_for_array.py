"""A table of pandas is used like an array."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="table-for-array",
    needs=("crash",),
    find=by_message(
        r"expected np\.ndarray \(got (?P<kind>DataFrame|Series|Index|list)\)"
        r"|'(?P<other>Series|DataFrame)' object has no attribute '(?:reshape|view|to|unsqueeze|argmax|flatten|ravel|numpy|float|long|dim)'"
    ),
    title=N_("A table of pandas is used like an array"),
    why=N_("Tables and columns of pandas have names for their rows, and other methods than arrays and tensors."),
    change=N_(
        'Turn the table or the column into an array first: `frame.to_numpy(dtype="float32")`. A list becomes one by `np.array(…)`.'
    ),
    terms=("tensor", "column"),
)
