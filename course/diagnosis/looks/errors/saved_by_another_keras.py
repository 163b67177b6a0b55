"""A model was saved by another version of Keras."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="saved-by-another-keras",
    needs=("crash",),
    find=by_message(
        r"Error when deserializing class|Unrecognized keyword arguments: \['batch_shape'\]"
        r"|Unknown (?:layer|object): '?(?:Functional|DTypePolicy)|bad marshal data",
        "likely",
    ),
    title=N_("The model was saved by another version of Keras"),
    why=N_("A saved model names the arguments of its layers, and they differ between versions."),
    change=N_(
        "Load it with the version that saved it (for Keras 2, the package `tf_keras` and `TF_USE_LEGACY_KERAS=1`), save the weights, and load these into the model that your code makes."
    ),
    terms=("Keras", "checkpoint"),
)
