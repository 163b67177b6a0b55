"""The changes that translated editions of the course pages made: in the program, or in the words that say what to write."""

from course.ch8 import symptoms
from course.i18n import N_
from course.lesson import Change, Edition, Probe, Raises, Shows
from course.symptoms import labels_among_inputs

LOAD_METRIC = Change(
    cell="load_metric_of_mnli",
    title=N_("A function that moved to another library"),
    text=N_("The Italian edition still loads the metric with `load_metric` from 🤗 Datasets."),
    symptom=Raises(
        "ImportError",
        "cannot import name 'load_metric' from 'datasets'",
    ),
    note=N_(
        "`load_metric` was removed from 🤗 Datasets in version 3.0. Metrics now have a library of their own, 🤗 Evaluate. The English course page was brought up to date, but the translation was not."
    ),
    repaired=N_("`evaluate.load` from 🤗 Evaluate loads the same metric."),
)

TRANSLATED_NAME = Change(
    cell="devices_of_a_batch",
    title=N_("A translated identifier"),
    text=N_(
        "In the Italian edition of chapter 3, a name from the code was translated together with the words around it: the text says `acceleratore.device` instead of `accelerator.device`. A reader who copies this name gets an error."
    ),
    symptom=Raises("NameError", "name 'acceleratore' is not defined"),
    note=N_(
        "Python knows a variable only by the name that the code gives it. In this code the name is `accelerator`, so it must stay the same in every language."
    ),
    repaired=N_("With the original name, the batch is moved to the device of the model."),
)

METRIC_FOR_DATA = Change(
    cell="load_data",
    title=N_("A metric instead of a data set"),
    text=N_(
        "The Chinese edition loads the data with `evaluate.load`, and its script does not import `evaluate`. If `evaluate` has been imported already, as in the notebook of this lesson, `del evaluate` first takes the import back, so that you see what a reader of that edition saw."
    ),
    symptom=Raises("NameError", "name 'evaluate' is not defined"),
    note=N_(
        "The error shows that the import of `evaluate` is missing. But the missing import is not the real mistake, as the next run shows."
    ),
    probes=(
        Probe(
            "with_the_import",
            N_("Suppose that you do what the error seems to ask for, and add the import:"),
            Raises("TypeError", "not subscriptable"),
            N_(
                'The call to `evaluate.load` works now, but it returns a metric. A metric has no splits, so `raw_datasets["train"]` raises a `TypeError`. Both libraries know the name `glue`: in 🤗 Datasets it is a collection of data sets, in 🤗 Evaluate a collection of metrics.'
            ),
        ),
    ),
    repaired=N_("The data are loaded with `load_dataset` from 🤗 Datasets."),
)

COMMENT_TWICE = Change(
    cell="names_of_labels",
    title=N_("A comment written twice"),
    text=N_(
        "From 2023 to 2024, the Chinese edition of the TensorFlow version of the course page had comments in its code that were written twice, the second time in `[[…]]`. After each heading, the course writes a name in such brackets, so that links can lead to this heading. In Python a comment begins with `#`, as a heading does in Markdown, so these comments were probably taken for headings."
    ),
    symptom=None,
    note=N_(
        "Python ignores comments, so the code runs as before. This difference is listed only to save you the search for a meaning of these brackets."
    ),
    repaired=N_("The comment is needed only once."),
)

BROKEN_HINTS = Change(
    cell="decode_hints",
    title=N_("Hints that cannot be decoded"),
    text=N_(
        "The TensorFlow version of the course page encodes its hints with ROT13, so that you do not read the answer by accident: ROT13 replaces each Latin letter with the letter 13 places further on. Until 2024, parts of the encoded text were translated in the Chinese edition as if they were words: `Jung ner` became the name of a person, and `be` a verb."
    ),
    symptom=Shows(symptoms.decodes_to_itself),
    note=N_(
        "ROT13 changes only Latin letters. So in the table, both texts are the same before and after decoding, and these parts of the hints are lost."
    ),
    repaired=N_(
        "Decoded from the original letters, these are again two words of the first hint and one word of the second."
    ),
)

HINTS_GIVEN_AWAY = Change(
    cell="show_hint",
    title=N_("Hints that are not encoded"),
    text=N_(
        "The TensorFlow version of the course page encodes its hints with ROT13, so that you do not read the answer by accident. The Korean edition prints them in plain Korean, under the question."
    ),
    symptom=Shows(symptoms.decodes_to_itself),
    note=N_(
        "In the table, the hint on the page is the same as the decoded hint, so you read the answer together with the question. ROT13 cannot hide a Korean text: it changes only Latin letters, and leaves Hangul (the Korean alphabet) as it is."
    ),
    repaired=N_(
        "The function `turn` of this project also encodes Hangul. Unicode lists all the Hangul syllables in one long row, and `turn` replaces each syllable with the syllable that stands half the length of this row "
        "further on; after the end of the row, it goes on from the beginning. So when it is applied twice, it gives the text back. In a terminal, `python -m course hint NAME --encoded` prints a hint encoded in this "
        "way, where `NAME` is the name of an exercise."
    ),
)

WRONG_DIRECTION = Change(
    cell="other_rate",
    title=N_("A learning rate changed in the wrong direction"),
    text=N_(
        "The course page says that learning rates for fine-tuning are 10 to 100 times smaller than the default of `1e-3`. The Korean edition has lost the word “smaller”, so a reader may multiply the default instead of dividing it. This cell trains with `1e-2`, ten times the default."
    ),
    symptom=Shows(symptoms.never_below_a_guess),
    note=N_("In the table, the loss never falls below that of a model that has learned nothing, ln 3 ≈ 1.0986."),
    repaired=N_("With `1e-4`, a tenth of the default, the loss falls in the same number of steps."),
)

LOST_NOT = Change(
    cell="what_keras_gets",
    title=N_("A missing “not”"),
    text=N_(
        "The course page says that the script passes the labels as inputs of the model, and not in the place where Keras expects them. In the Korean edition this “not” is missing, so a reader may believe that Keras finds the labels of this script, and keep them among the inputs together with a Keras loss."
    ),
    symptom=Shows(labels_among_inputs),
    note=N_(
        "The table shows how Keras unpacks such a batch: all keys, `labels` among them, are inputs, and the targets are `None`. So Keras itself finds no labels for its loss to compare with. The section “A Keras loss, but the labels are among the inputs” shows what follows from that."
    ),
    repaired=N_(
        "When the batch is a pair `(inputs, labels)`, Keras finds both: the column `labels` now shows a tensor."
    ),
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
            "The Italian page for TensorFlow explains how to overfit one batch with a `Trainer` and a training loop of 20 steps. Both belong to the page for PyTorch. Only this text is wrong: the code that follows it on the Italian page calls Keras's `fit` on one batch for 20 epochs, and is right."
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
