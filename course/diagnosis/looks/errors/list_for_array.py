"""A list is asked for a method of arrays, tensors or texts."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="list-for-array",
    needs=("crash",),
    find=by_message(
        r"'(?P<kind>list|tuple)' object has no attribute '(?P<name>argmax|mean|sum|std|min|max|reshape|astype|tolist|T|numpy|item|flatten|ravel|lower|split|strip|items|keys|values|map|get|squeeze|append|train_test_split|predict)'",
        "likely",
    ),
    title=N_("A `{kind}` is asked for `{name}`, which it does not have"),
    why=N_("The line expects an array, a tensor, a text or a dictionary. It has several of them in a `{kind}`."),
    change=N_(
        "Take one of them, `x[0]`; go through them in a loop; or make one array of them: `np.array(x)`, `torch.stack(x)`."
    ),
    terms=("tensor",),
    last=True,
)
