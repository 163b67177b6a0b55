"""A name has moved to another place, or has another name today."""

from __future__ import annotations

import re
from collections.abc import Mapping

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, missing_name, said
from course.diagnosis.look import Found, Look
from course.i18n import N_

OPTIMIZERS = "Adam|SGD|RMSprop|Adagrad|Nadam"
OPERATIONS = ("mean", "sum", "square", "sqrt", "clip", "exp", "max", "min", "dot", "stack", "concatenate", "softmax")
"""What Keras's backend once had, and has among its operations today."""
REMOVED = r"`(?P<old>np\.\w+)` was removed in the NumPy .*? Use `(?P<new>[^`]+)` instead"
"""NumPy names what takes its place itself."""
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
    "lr": (OPTIMIZERS, "learning_rate"),
    "ix": ("DataFrame|Series", "loc"),
    "compiled_loss": ("", "self.compute_loss(x=inputs, y=labels, y_pred=outputs)"),
    "compiled_metrics": ("", "self.metrics"),
    "minimize": (OPTIMIZERS, "apply_gradients"),
    "get_weights": (OPTIMIZERS, "optimizer.variables"),
    "reset_states": ("Sequential|Functional|Model", "layer.reset_state()"),
    "set_value": ("backend", "variable.assign(value)"),
    "get_value": ("backend", "keras.ops.convert_to_numpy"),
    "CuDNNLSTM": ("layers", "keras.layers.LSTM"),
    "CuDNNGRU": ("layers", "keras.layers.GRU"),
    "merge": ("layers", "keras.layers.concatenate"),
    "text": ("preprocessing", "keras.layers.TextVectorization"),
    "adam_v2": ("optimizers", "keras.optimizers.Adam"),
    "AdamOptimizer": ("train", "keras.optimizers.Adam"),
    "log": ("tensorflow", "tf.math.log"),
    "random_normal": ("tensorflow", "tf.random.normal"),
    "to_float": ("tensorflow", "tf.cast(value, tf.float32)"),
    "layers": ("tensorflow", "keras.layers"),
    "logging": ("tensorflow", "tf.get_logger()"),
    "ConfigProto": ("tensorflow", "tf.config"),
    "TFTrainer": ("transformers", "model.fit"),
    "EvaluationStrategy": ("transformers", "transformers.IntervalStrategy"),
    "rename_column_": ("Dataset", "rename_column"),
    "remove_columns_": ("Dataset", "remove_columns"),
    "map_": ("Dataset", "map"),
    "dictionary_encode_column_": ("Dataset", "class_encode_column"),
    "applymap": ("DataFrame", "map"),
    "Int64Index": ("pandas", "pandas.Index"),
    "datetime": ("pandas", "datetime.datetime"),
    "np": ("pandas", "import numpy as np"),
    "get_feature_names": ("Encoder|Vectorizer|Transformer|Scaler|Features", "get_feature_names_out()"),
    "plot_confusion_matrix": ("sklearn", "ConfusionMatrixDisplay.from_estimator"),
    "plot_roc_curve": ("sklearn", "RocCurveDisplay.from_estimator"),
    "in1d": ("numpy", "np.isin"),
    "product": ("numpy", "np.prod"),
    "cumproduct": ("numpy", "np.cumprod"),
    "trapz": ("numpy", "np.trapezoid"),
    "asscalar": ("numpy", "array.item()"),
    **{name: ("backend", f"keras.ops.{name}") for name in OPERATIONS},
}
"""Functions, classes and methods that libraries no longer have: what the name of the module or the class has in it that had them, and what takes their place."""
TYPES = ("int", "float", "bool", "object", "str", "long")
"""What NumPy once called the types of Python."""


def find(facts: Facts) -> Found | None:
    told = said(facts, REMOVED)
    if told is not None:
        return Found("certain", told.groupdict(), [(N_("error message"), told.string[:160])], crash_place(facts))
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
