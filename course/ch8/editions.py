"""The changes that translated editions of chapter 8's pages made to its program, or to the words on what to write."""

from course.ch8 import symptoms
from course.i18n import N_
from course.lesson import Change, Edition, Probe, Raises, Shows
from course.symptoms import labels_among_inputs

LOAD_METRIC = Change(
    cell="load_metric_of_mnli",
    title=N_("A function that has become a library"),
    text=N_("This edition still loads the metric from 🤗 Datasets."),
    symptom=Raises(
        "ImportError",
        "cannot import name 'load_metric' from 'datasets'",
    ),
    note=N_(
        "The name is gone: metrics have a library of their own now, 🤗 Evaluate. The English page was brought up to date, the translation was not."
    ),
    repaired=N_("`evaluate.load` gives what `load_metric` gave."),
)

TRANSLATED_NAME = Change(
    cell="devices_of_a_batch",
    title=N_("An identifier, translated"),
    text=N_(
        "Along with the words around it, a name in the code has been translated: `acceleratore` for `accelerator`."
    ),
    symptom=Raises("NameError", "name 'acceleratore' is not defined"),
    note=N_("A name means what it was bound to further up. In every language it stays as it is."),
    repaired=N_("One letter less, and the batch is where the model is."),
)

METRIC_FOR_DATA = Change(
    cell="load_data",
    title=N_("A metric in place of the data"),
    text=N_("Here the data are loaded with `evaluate.load`, and `evaluate` was never imported."),
    symptom=Raises("NameError", "name 'evaluate' is not defined"),
    note=N_("The error names what is missing first, not what is wrong."),
    probes=(
        Probe(
            "with_the_import",
            N_("Suppose you do what the error seems to ask for, and import it:"),
            Raises("TypeError", "not subscriptable"),
            N_(
                "Now there is an object, and no data in it. Under one name, GLUE is a collection of data sets for one library, and for the other a collection of metrics."
            ),
        ),
    ),
    repaired=N_("Data come from `load_dataset`."),
)

COMMENT_TWICE = Change(
    cell="names_of_labels",
    title=N_("A comment that stands twice"),
    text=N_(
        "In some places a comment stands twice, the second time in `[[…]]`: the original was left beside its translation."
    ),
    symptom=None,
    note=N_(
        "Python does not read comments, so nothing happens. It is listed so that you need not look for what those brackets mean."
    ),
    repaired=N_("Once is enough."),
)

BROKEN_HINTS = Change(
    cell="decode_hints",
    title=N_("Hints that nobody can decode"),
    text=N_(
        "The page encodes its hints with ROT13, so that a glance does not give them away. To a translator such text looks like words: `Jung ner` became the name of a person, and `be` a verb."
    ),
    symptom=Shows(symptoms.decodes_to_itself),
    note=N_("ROT13 turns Latin letters only. What is left of the hint decodes to itself, and says nothing."),
    repaired=N_("The first two words of one hint, and one of another, as they were meant."),
)

HINTS_GIVEN_AWAY = Change(
    cell="show_hint",
    title=N_("Hints that give themselves away"),
    text=N_(
        "The page encodes its hints, so that a glance does not give them away. In this edition they stand in plain Korean, under the question."
    ),
    symptom=Shows(symptoms.decodes_to_itself),
    note=N_("Whoever reads on has read the answer. ROT13 could not have helped: it leaves Hangul as it is."),
    repaired=N_(
        "This lesson turns Hangul by half of its own block: a second turn brings the text back. `python -m course hint NAME --encoded` shows its hints so."
    ),
)

WRONG_DIRECTION = Change(
    cell="other_rate",
    title=N_("Smaller, or larger?"),
    text=N_(
        "On the page, a fine-tuning learning rate is a tenth to a hundredth of the default. In this edition the direction has been lost, and a reader may well multiply."
    ),
    symptom=Shows(symptoms.never_below_a_guess),
    note=N_("With 1e-2 the loss is at no time that of somebody who knows something."),
    repaired=N_("Divided instead of multiplied, the same steps bring the loss down."),
)

LOST_NOT = Change(
    cell="what_keras_gets",
    title=N_("A lost “not”"),
    text=N_(
        "The page says where a loss of Keras does not look for the labels: among the inputs. In this edition the “not” is missing, and a reader leaves the labels where they are."
    ),
    symptom=Shows(labels_among_inputs),
    note=N_(
        "This is how Keras takes a batch apart: everything is input, and for its loss there are no labels. The fault `loss-placement` shows what comes of it."
    ),
    repaired=N_("As a pair of inputs and labels, each half arrives where it belongs."),
)

IN_EVERY_EDITION = ("label-count",)

PT = (
    Edition("it", (LOAD_METRIC, TRANSLATED_NAME), IN_EVERY_EDITION),
    Edition(
        "zh_CN",
        (METRIC_FOR_DATA, COMMENT_TWICE, BROKEN_HINTS),
        IN_EVERY_EDITION,
    ),
    Edition("ko", (HINTS_GIVEN_AWAY,), IN_EVERY_EDITION),
)

TF = (
    Edition(
        "it",
        (LOAD_METRIC,),
        IN_EVERY_EDITION,
        N_(
            "The words of this edition's page for TensorFlow speak of the `Trainer`, and of 20 steps between one loss and the next. Both belong to PyTorch: with Keras it is `fit`, which shows the loss as it goes."
        ),
    ),
    Edition(
        "zh_CN",
        (METRIC_FOR_DATA, COMMENT_TWICE, BROKEN_HINTS),
        IN_EVERY_EDITION,
    ),
    Edition(
        "ko",
        (HINTS_GIVEN_AWAY, WRONG_DIRECTION, LOST_NOT),
        IN_EVERY_EDITION,
    ),
)
