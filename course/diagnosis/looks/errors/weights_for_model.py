"""The weights are taken for the model."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="weights-for-model",
    needs=("crash",),
    find=by_message(
        r"'(?:_IncompatibleKeys|collections\.OrderedDict|OrderedDict)' object (?:has no attribute '\w+'|is not callable)"
    ),
    title=N_("The weights, or a report on them, are taken for the model"),
    why=N_(
        "`load_state_dict` changes the model that it is called on, and returns only a report on missing weights. And `torch.load` of a `state_dict` returns a dictionary of weights. Neither is a model."
    ),
    change=N_(
        "Make the model first, then load the weights into it, without an assignment: `model = Net()`, then `model.load_state_dict(torch.load(path))`."
    ),
    terms=("checkpoint", "weight", "dictionary"),
)
