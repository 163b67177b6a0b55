"""A library is there, but not the part of it that the program imports."""

from __future__ import annotations

import re
from collections.abc import Mapping

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

MOVED: Mapping[str, str] = {
    "keras.preprocessing.text": "keras.layers.TextVectorization",
    "keras.preprocessing.sequence": "keras.utils.pad_sequences",
    "keras.preprocessing.image": "keras.utils.image_dataset_from_directory",
    "keras.utils.np_utils": "keras.utils.to_categorical",
    "keras.utils.vis_utils": "keras.utils.plot_model",
    "keras.layers": "keras.layers",
    "keras.wrappers": "scikeras",
    "keras.engine": "keras",
    "tensorflow.contrib": "tensorflow",
    "tensorflow.examples": "tensorflow_datasets",
    "torch._six": "torch",
    "sklearn.cross_validation": "sklearn.model_selection",
    "sklearn.grid_search": "sklearn.model_selection",
    "sklearn.externals.joblib": "joblib",
    "sklearn.externals": "sklearn",
    "transformers.modeling_": "transformers",
    "transformers.tokenization_": "transformers",
    "transformers.configuration_": "transformers",
    "transformers.deepspeed": "transformers.integrations",
}
"""The beginnings of the names of modules that were taken out, and where what they had is today."""


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = re.search(r"No module named '(?P<module>(?P<library>\w+)\.[\w.]+)'", facts.crash.message)
    # of a library that is missing Python says its own name, without those of its parts
    if found is None:
        return None
    module, library = found["module"], found["library"]
    plain = module.removeprefix("tensorflow.") if module.startswith("tensorflow.keras") else module
    place = next((new for old, new in MOVED.items() if plain.startswith(old)), library)
    rows = [
        (N_("error message"), facts.crash.message[:160]),
        *((each, facts.versions[each]) for each in facts.versions if each == library),
    ]
    return Found("certain", {"module": module, "library": library, "place": place}, rows, crash_place(facts))


LOOK = Look(
    name="module-moved",
    needs=("crash",),
    find=find,
    title=N_("The library does not have this part"),
    why=N_(
        "Python finds `{library}`, and in it no `{module}`. Parts of libraries are moved or taken out from version to version."
    ),
    change=N_(
        "Look for what you need in `{place}`, and read in its documentation what has come in place of the older part. Is your own file called `{library}.py`? Then Python reads it in place of the library: give it another name."
    ),
    terms=("exception",),
)
