"""The sections of chapter 8's PyTorch lesson: the faults of its script, in the order of their repair."""

from course.i18n import N_
from course.lesson import Fault, Probe, Raises, Scene, Sighting

EVAL_STRATEGY = Fault(
    name="eval-strategy",
    cell="make_arguments",
    title=N_("An argument that has been renamed"),
    situation=N_(
        "This fault is not on the page: the page's code was right when it was written. It is the first thing that a "
        "reader meets today, and a kind of error that you will meet again with every library that is alive."
    ),
    today=Sighting(
        Raises(
            "TypeError",
            "unexpected keyword argument 'evaluation_strategy'",
        ),
        Scene(until="make_arguments"),
        N_("`TrainingArguments` does not know this argument any more."),
    ),
    probes=(
        Probe(
            "strategies",
            N_("A function can be asked for its parameters. Which of them are strategies?"),
        ),
    ),
    hints=(
        N_("The error names the argument that is not known. Is it a slip of the pen, or has it been renamed since?"),
        N_("Look at the parameters that end in `_strategy`, and read the release notes of the library where in doubt."),
        N_("`evaluation_strategy` is now called `eval_strategy`."),
    ),
    why=N_(
        "🤗 Transformers renamed `evaluation_strategy` to `eval_strategy` in version 4.41, warned for a while, and then took the old name "
        "away. Code on a page does not age with its library: when a `TypeError` speaks of an unexpected argument, compare "
        "the version that you have with the one that the page was written for."
    ),
    repaired=N_("The arguments are accepted. The faults that follow are the page's own."),
)

RAW_DATASET = Fault(
    name="raw-dataset",
    cell="prepare_sets",
    title=N_("The wrong data set"),
    situation=N_(
        "The data are loaded and tokenized, the Trainer is made, and training begins, or rather should begin. The message speaks of "
        "`input_ids`, which you were sure to have made."
    ),
    today=Sighting(
        Raises(
            "ValueError",
            r"You (have to specify either|must specify exactly one of) input_ids or inputs_embeds",
        ),
        Scene(until="train"),
        N_("The model received neither tokens nor anything in their place."),
    ),
    published=Sighting(
        Raises(
            "ValueError",
            r"You (have to specify either|must specify exactly one of) input_ids or inputs_embeds",
        ),
        Scene(until="train"),
        N_(
            "The published page shows the same error; since version 5 🤗 Transformers puts it in slightly different words."
        ),
    ),
    probes=(
        Probe(
            "first_element",
            N_(
                "The Trainer keeps its data set: look at the first element of `trainer.train_dataset`. Are those the inputs of a model?"
            ),
        ),
    ),
    hints=(
        N_("The Trainer drops every column that the model has no parameter for. What is left of yours?"),
        N_("Look at what the Trainer really holds, and not at what you believe to have given it."),
        N_("There are two data sets in this cell, one with text and one with tokens. Which of them is returned?"),
    ),
    why=N_(
        "`map` does not change a data set but returns a new one. The script tokenizes, and then hands over the data set that it had before. The "
        "Trainer silently removes the columns that the model cannot take, all the text among them, and nothing is left but the "
        "label. An object should be looked at where it is used: there it is what it is."
    ),
    repaired=N_(
        "The Trainer has tokens now. Decode one element and compare it with its label: that would be the next check, and it is yours."
    ),
)

RAGGED_BATCH = Fault(
    name="ragged-batch",
    cell="make_collator",
    title=N_("Rows of different lengths in one batch"),
    situation=N_(
        "Single elements look as they should. Between an element and the model there is one more stop: the batch. This time the "
        "error comes from the DataLoader."
    ),
    today=Sighting(
        Raises(
            "ValueError",
            r"expected sequence of length \d+ at dim 1 \(got \d+\)",
        ),
        Scene(until="train"),
        N_("Read it as a sentence: the first row has one length, another row has another."),
    ),
    published=Sighting(
        Raises(
            "ValueError",
            r"expected sequence of length \d+ at dim 1 \(got \d+\)",
        ),
        Scene(until="train"),
        N_("The published page has the same error, with other lengths."),
    ),
    probes=(
        Probe(
            "second_element",
            N_("First the check that was yours: the second element, decoded, beside its label."),
        ),
        Probe(
            "collator_in_use",
            N_("Who makes a batch out of elements? Ask the Trainer for its collator, and the rows for their lengths."),
        ),
    ),
    hints=(
        N_("A batch is one tensor. What must be true of the rows that go into it?"),
        N_("The Trainer was given no collator. Which one does it take then, and does that one pad?"),
        N_("`DataCollatorWithPadding` takes the tokenizer, and pads each batch to its longest row."),
    ),
    why=N_(
        "A tensor is a rectangle, and sentences are not. Without a collator, and without a tokenizer from which to make one, "
        "the Trainer falls back on one that only stacks the rows, and so fails as soon as two of them differ in length."
    ),
    repaired=N_("Batches are rectangles now, and can be passed to the model."),
)

LABEL_COUNT = Fault(
    name="label-count",
    cell="make_model",
    title=N_("Three labels, two outputs"),
    situation=N_(
        "A batch reaches the model and comes out again; the error comes from the loss. On the page this is the hardest of all: on a GPU "
        "it reads `CUDA error: CUBLAS_STATUS_ALLOC_FAILED`, which says nothing about the cause. It cannot be brought "
        "about without a GPU, so here you see what the page itself advises: run the same thing on a CPU."
    ),
    today=Sighting(
        Raises("IndexError", "Target 2 is out of bounds"),
        Scene(until="train"),
        N_(
            "On a CPU the message is clear: one of the targets, that is the labels, is 2, and there is no place for it."
        ),
    ),
    probes=(
        Probe(
            "one_batch",
            N_("Take one batch from the Trainer's own DataLoader: are its keys and shapes in order?"),
        ),
        Probe(
            "logits_beside_labels",
            N_("Pass it through the model without the labels, and put the logits beside the labels."),
        ),
        Probe(
            "number_of_labels",
            N_("How many labels does the model expect, and how many are there?"),
        ),
    ),
    hints=(
        N_(
            "Python does not wait for a GPU, so the line that is reported is rarely the line at fault. What would a CPU "
            "say?"
        ),
        N_("How many logits does each row have, and which labels occur?"),
        N_("Compare `model.config.num_labels` with the number of labels in the data."),
    ),
    why=N_(
        "Unless told otherwise, `from_pretrained` gives a model for two labels, 0 and 1. MNLI has three. For label 2 there is no "
        "logit. A CPU checks for that; a GPU's kernel fails in the middle of its work, and every later call fails along with it, "
        "so after such an error the notebook must be restarted."
    ),
    repaired=N_("Three labels, three logits. Before you train for an hour, though, one more look ahead."),
)

METRICS_FROM_LOGITS = Fault(
    name="metrics-from-logits",
    cell="make_metrics",
    title=N_("Logits where predictions are expected"),
    situation=N_(
        "Training would work now. Evaluation comes after it, and an error there costs all the time that training took. So "
        "evaluate before you train, on a few rows."
    ),
    today=Sighting(
        Raises(
            "ValueError",
            "Predictions and/or references don't match the expected format",
        ),
        Scene(until="make_trainer", probe="evaluate_first"),
        N_(
            "The metric refuses what it was given, and the rest of its message says what it expected: one whole number for "
            "each row."
        ),
    ),
    published=Sighting(
        Raises(
            "TypeError",
            r"only (size-1|length-1|0-dimensional) arrays can be converted to Python scalars",
        ),
        Scene(
            until="make_trainer",
            probe="evaluate_first",
            staging="make_metrics",
        ),
        N_(
            "On the page it is a `TypeError` about arrays and scalars: an array was about to be turned into a single number. "
            "`load_metric`, which is gone, let that error through; the cell above makes the same conversion. NumPy has changed the "
            "wording since: what was `size-1` is now `0-dimensional`."
        ),
    ),
    probes=(
        Probe(
            "shapes_of_predictions",
            N_("What does the Trainer hand to `compute_metrics`? Look at the shapes."),
        ),
        Probe(
            "one_step_by_hand",
            N_("And is training itself in order? Three steps by hand, on one batch: the loss should fall."),
        ),
    ),
    hints=(
        N_("What does the model put out for each row: a label, or something from which a label can be found?"),
        N_("The predictions have three columns, the metric wants one number for each row."),
        N_("The place of the largest logit is the prediction: `np.argmax(logits, axis=-1)`."),
    ),
    why=N_(
        "The Trainer passes on what the model returns, and a model for sequence classification returns logits: one number for each label. "
        "Accuracy compares labels with labels. The step between them, taking the place of the largest logit, is ours."
    ),
    repaired=N_("Now evaluation works before training, and will work after it."),
)

SECTIONS = (
    EVAL_STRATEGY,
    RAW_DATASET,
    RAGGED_BATCH,
    LABEL_COUNT,
    METRICS_FROM_LOGITS,
)
