"""A model of PyTorch is asked for a method of Keras or scikit-learn."""

from __future__ import annotations

from course.diagnosis.look import Look
from course.diagnosis.messages import by_message
from course.i18n import N_

LOOK = Look(
    name="fit-of-a-module",
    needs=("crash",),
    find=by_message(
        r"'(?P<kind>(?!Trainer|Tensor|ndarray|dict|function|method|tuple|set|History|Series|DataFrame|list|str|int|float|NoneType|\w*Dataset|\w*Tokenizer)\w+)' object has no attribute '(?P<name>fit|predict|compile|evaluate|summary|fit_transform|predict_proba)'",
        "likely",
    ),
    title=N_("A model of PyTorch has no `{name}`"),
    why=N_("Such a method belongs to Keras and scikit-learn. `{kind}` has none."),
    change=N_(
        "Train it with the `Trainer` of 🤗 Transformers or in a loop of your own; to predict, call the model: `model(inputs)`."
    ),
    terms=("training loop", "Trainer"),
    last=True,
)
