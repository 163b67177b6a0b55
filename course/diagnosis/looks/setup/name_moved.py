"""A name has moved to another place, or has another name today."""

from __future__ import annotations

import re
from collections.abc import Mapping

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, missing_name
from course.diagnosis.look import Found, Look
from course.i18n import N_

MOVED: Mapping[str, tuple[str, str]] = {
    "AdamW": ("transformers", "torch.optim.AdamW"),
    "load_metric": ("datasets", "evaluate.load"),
    "list_metrics": ("datasets", "evaluate.list_evaluation_modules"),
    "AutoModelWithLMHead": ("transformers", "AutoModelForCausalLM"),
    "encode_plus": ("Tokenizer", "tokenizer(text)"),
    "batch_encode_plus": ("Tokenizer", "tokenizer(texts)"),
    "prepare_seq2seq_batch": ("Tokenizer", "tokenizer(texts, text_target=targets)"),
    "as_target_tokenizer": ("Tokenizer", "tokenizer(text_target=targets)"),
    "predict_classes": ("Sequential|Functional|Model", "model.predict(inputs).argmax(axis=-1)"),
    "predict_proba": ("Sequential|Functional|Model", "model.predict(inputs)"),
    "fit_generator": ("Sequential|Functional|Model", "fit"),
    "evaluate_generator": ("Sequential|Functional|Model", "evaluate"),
    "predict_generator": ("Sequential|Functional|Model", "predict"),
    "iteritems": ("DataFrame|Series", "items"),
    "append": ("DataFrame|Series", "pandas.concat"),
    "next": ("DataLoaderIter", "next(iterator)"),
    "placeholder": ("tensorflow", "tf.function"),
    "Session": ("tensorflow", "tf.function"),
    "get_default_graph": ("tensorflow", "tf.function"),
    "set_random_seed": ("tensorflow", "tf.random.set_seed"),
    "get_session": ("backend", "tf.function"),
    "ImageDataGenerator": ("preprocessing", "keras.utils.image_dataset_from_directory"),
    "Tokenizer": ("preprocessing", "keras.layers.TextVectorization"),
    "np_utils": ("keras", "keras.utils.to_categorical"),
    "multi_gpu_model": ("keras", "tf.distribute.MirroredStrategy"),
    "experimental": ("layers", "keras.layers"),
    "lr": ("Adam|SGD|RMSprop|Adagrad|Nadam", "learning_rate"),
    "ix": ("DataFrame|Series", "loc"),
    "float_": ("NumPy", "np.float64"),
}
"""Functions, classes and methods that libraries no longer have: what the name of the module or the class has in it that had them, and what takes their place."""
TYPES = ("int", "float", "bool", "object", "str", "long")
"""What NumPy once called the types of Python."""


def find(facts: Facts) -> Found | None:
    found = missing_name(facts)
    if found is None:
        return None
    name, owner, message = found
    had, new = ("numpy", name) if name in TYPES else MOVED.get(name, ("", ""))
    # a class of the reader's own may lack a method with such a name, too
    if not new or not re.search(had, owner):
        return None
    rows = [
        (N_("error message"), message[:160]),
        *((each, facts.versions[each]) for each in facts.versions if each == owner),
    ]
    old = f"np.{name}" if owner == "numpy" else name
    return Found("certain", {"old": old, "new": new}, rows, crash_place(facts))


LOOK = Look(
    name="name-moved",
    needs=("crash",),
    find=find,
    title=N_("What the program calls has another name today"),
    why=N_("Your version of the library has no `{old}`. It was taken out; `{new}` takes its place."),
    change=N_("Write `{new}`, and read in its documentation what it takes and returns."),
    terms=("argument",),
)
