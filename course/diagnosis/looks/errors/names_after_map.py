"""A data set of TensorFlow is asked for the names of its classes, or its shape."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="names-after-map",
    needs=("crash",),
    find=by_message(
        r"'_?\w*(?:Dataset|DirectoryIterator)' object has no attribute '(?P<name>class_names|file_paths|shape|class_indices|samples|classes)'"
    ),
    title=N_("This data set does not know `{name}`"),
    why=N_(
        "`image_dataset_from_directory` returns a data set that knows the names of its classes and files. `map`, `prefetch`, `cache` and `batch` return a new one that does not."
    ),
    change=N_("Keep the value before: `names = data.class_names`. The shape of the batches is in `data.element_spec`."),
    terms=("label", "data set"),
)
