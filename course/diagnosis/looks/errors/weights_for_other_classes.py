"""A loss gets another number of class weights than there are classes."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="weights-for-other-classes",
    needs=("crash",),
    find=by_message(r"weight tensor should be defined either for all"),
    title=N_("There are not as many class weights as classes"),
    why=N_("The loss needs one weight for each output of the model."),
    change=N_(
        "Count the classes over the whole training set, and give a weight to each, also to those that do not occur."
    ),
    terms=("class weight", "loss function"),
)
