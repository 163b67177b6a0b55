"""A directory with a SavedModel is read by Keras 3."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="saved-model-loaded",
    needs=("crash",),
    find=by_message(r"File format not supported|legacy SavedModel format is not supported"),
    title=N_("Keras 3 does not load a model from a directory"),
    why=N_(
        "`load_model` reads files with the endings `.keras` and `.h5`. A directory was written by `model.export(…)` or by an older version."
    ),
    change=N_(
        'Save with `model.save("model.keras")`. For predictions alone, `keras.layers.TFSMLayer(path, call_endpoint="serve")` reads the directory; for one of an older version it is `"serving_default"`.'
    ),
    terms=("Keras", "checkpoint"),
)
