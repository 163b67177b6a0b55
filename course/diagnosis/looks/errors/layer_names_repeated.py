"""Two layers have the same name."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="layer-names-repeated",
    needs=("crash",),
    find=by_message(
        r"name already exists|is used \d+ times in the model|names should be unique"
        r"|(?:must|should) have unique names"
    ),
    title=N_("Two layers have the same name"),
    why=N_(
        "Keras finds the layers of a model by their names. Models that are joined may bring the same names along; so does a layer that is made in a loop with a fixed name."
    ),
    change=N_('Leave the names out, or number them: `name="block_" + str(i)`.'),
    terms=("Keras", "layer"),
)
