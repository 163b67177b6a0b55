"""A name has moved to another place, or has another name today."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, missing_name
from course.diagnosis.look import Found, Look
from course.i18n import N_

MOVED = {
    "AdamW": "torch.optim.AdamW",
    "load_metric": "evaluate.load",
    "list_metrics": "evaluate.list_evaluation_modules",
    "AutoModelWithLMHead": "AutoModelForCausalLM",
    "encode_plus": "tokenizer(text)",
    "batch_encode_plus": "tokenizer(texts)",
    "prepare_seq2seq_batch": "tokenizer(texts, text_target=targets)",
    "as_target_tokenizer": "tokenizer(text_target=targets)",
    "predict_classes": "model.predict(inputs).argmax(axis=-1)",
    "predict_proba": "model.predict(inputs)",
    "fit_generator": "fit",
    "evaluate_generator": "evaluate",
    "predict_generator": "predict",
    "iteritems": "items",
    "append": "pandas.concat",
    "next": "next(iterator)",
    "placeholder": "tf.function",
    "Session": "tf.function",
    "get_default_graph": "tf.function",
    "set_random_seed": "tf.random.set_seed",
}
"""Functions, classes and methods that libraries no longer have, each with what takes its place."""
TYPES = ("int", "float", "bool", "object", "str", "long")
"""What NumPy once called the types of Python."""


def find(facts: Facts) -> Found | None:
    found = missing_name(facts)
    if found is None:
        return None
    name, owner, message = found
    # a list of Python has no other methods than it ever had
    new = name if owner == "numpy" and name in TYPES else MOVED.get(name)
    if new is None or owner in ("list", "dict", "str", "tuple", "set"):
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
