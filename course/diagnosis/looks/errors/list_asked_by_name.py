"""A list, a tuple or an array is asked for a part by a name."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="list-asked-by-name",
    needs=("crash",),
    find=by_message(
        r"(?:list|tuple) indices must be integers or slices, not str"
        r"|[Oo]nly integers, slices .* are valid indices|too many indices"
        r"|new\(\): data must be a sequence \(got dict\)",
        "likely",
    ),
    title=N_("A list or a tensor is asked for a part by a name"),
    why=N_(
        "Names belong to dictionaries and tables. Here the line has a list or a tensor: a list of examples, each with names of its own, or a batch that consists of inputs and labels without names."
    ),
    change=N_(
        'Print the type of the object. For a list of examples take one first, `rows[0]["text"]`; unpack a batch of two parts, `inputs, labels = batch`.'
    ),
    terms=("batch", "dictionary"),
    last=True,
)
