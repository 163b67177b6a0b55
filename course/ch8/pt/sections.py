"""The sections of chapter 8's PyTorch lesson: the faults of its script, in the order of their repair."""

from course.ch8 import symptoms
from course.i18n import N_
from course.lesson import Fault, Probe, Raises, Scene, Shows, Sighting, Warns

EVAL_STRATEGY = Fault(
    name="eval-strategy",
    cell="make_arguments",
    title=N_("An argument that has been renamed"),
    situation=N_(
        "This fault is not on the course page: when the page was published in 2021–2022, `evaluation_strategy` was the right name of the argument. The library has "
        "renamed it since then. With today's libraries this is the first error of the script, and you will meet errors of this kind with every "
        "library that is still developed."
    ),
    today=Sighting(
        Raises(
            "TypeError",
            "unexpected keyword argument 'evaluation_strategy'",
        ),
        Scene(until="make_arguments"),
        N_("The `TypeError` says that `TrainingArguments` has no parameter called `evaluation_strategy`."),
        earlier=Sighting(
            Warns("FutureWarning", "`evaluation_strategy` is deprecated"),
            Scene(until="make_arguments"),
            N_(
                "Your version of 🤗 Transformers still accepts the old name and only warns. Later versions have no parameter of that name, and raise a `TypeError`."
            ),
        ),
    ),
    probes=(
        Probe(
            "strategies",
            N_(
                "Python can list the parameters of a function or a class. Which parameters of `TrainingArguments` have a name that ends in `_strategy`?"
            ),
        ),
    ),
    hints=(
        N_(
            "The error names the argument that `TrainingArguments` does not accept. Is its name misspelled, or has the library renamed it since the script was written?"
        ),
        N_(
            "Look for a similar name among the parameters of `TrainingArguments` that end in `_strategy`. The release notes of 🤗 Transformers say which arguments were renamed, and when."
        ),
        N_("`evaluation_strategy` is now called `eval_strategy`."),
    ),
    why=N_(
        "Version 4.41 of 🤗 Transformers renamed `evaluation_strategy` to `eval_strategy`. For a few versions the old name still worked and gave a warning, "
        "then the library removed it. The code on a web page does not change when the library does. When a `TypeError` reports an unexpected "
        "keyword argument, compare your version of the library with the version that the code was written for."
    ),
    repaired=N_("`TrainingArguments` accepts the arguments now. The next fault is not on the course page either."),
)

LABEL_COLUMN = Fault(
    name="label-column",
    cell="load_data",
    title=N_("The labels column has another name"),
    situation=N_(
        "This fault is not on the course page, but people often ask about its error in forums: it is easily made with your own data. In this run all other parts of the script are repaired already, so that you see only the effect of this fault. The Trainer makes a batch, the model computes logits for it, and there the training stops."
    ),
    today=Sighting(
        Raises(
            "ValueError",
            "The model did not return a loss from the inputs, only the following keys: logits",
        ),
        Scene(until="train", alone=True),
        N_("The message says what the model returned, and which inputs it received. It does not say what is missing."),
    ),
    probes=(
        Probe(
            "columns_beside_parameters",
            N_(
                "The table lists every column of the training set and every parameter of the model's `forward` method. Which names belong to both?"
            ),
            Shows(symptoms.labels_have_a_name_that_the_model_lacks),
            N_(
                "`input_ids` and `attention_mask` are columns, and they are also parameters of `forward`. The labels are in the column `gold_label`, and `forward` has no such parameter. It takes labels in the parameter `labels`, and there is no such column."
            ),
        ),
        Probe(
            "one_batch",
            N_(
                "What is left of these columns in a batch? This cell takes one batch from the Trainer's own DataLoader, and lists its keys."
            ),
            Shows(symptoms.batch_lacks_labels),
            N_(
                "The batch has no labels. The Trainer has removed the column `gold_label`, together with the texts and `idx`."
            ),
        ),
        Probe(
            "names_for_the_labels",
            N_(
                "Which names does the Trainer keep? This cell renames the column of the labels three times, and each time takes one batch."
            ),
            Shows(symptoms.two_names_become_labels),
            N_(
                "A column called `target` is removed as well. A column called `label` or `labels` stays, and in the batch it is called `labels` in both cases."
            ),
        ),
    ),
    hints=(
        N_("A loss compares the logits with the labels. Are labels among the inputs that the error message lists?"),
        N_(
            "The Trainer removes columns before it makes a batch. Which column of the training set contains the labels, and does the Trainer keep a column with this name?"
        ),
        N_(
            "The Trainer keeps a column of labels if its name is `label` or `labels`. MNLI already has the column `label`: do not rename it."
        ),
    ),
    why=N_(
        "A 🤗 Transformers model computes a loss only if it receives labels, in the parameter `labels`. Before training, the Trainer removes the columns whose names are not among the parameters of the model's `forward` method, and by default it shows no message about that. It makes an exception for a column called `label`: this column stays, and the collator renames it to `labels`. But the script renames `label` to `gold_label`, the name that this column has in the files of the authors of MNLI. So the Trainer removed the labels, and the model returned logits without a loss. If the labels of your own data have another name, rename their column to `labels` with the method `rename_column`."
    ),
    repaired=N_(
        "The column keeps its name `label`, and the labels reach the model. Four faults are left in the script. All four are also on the course page."
    ),
)

RAW_DATASET = Fault(
    name="raw-dataset",
    cell="prepare_sets",
    title=N_("The wrong data set"),
    situation=N_(
        "The script loads the data, tokenizes them, creates the Trainer and starts training. Training stops at once with an error about `input_ids`, "
        "although the script has called the tokenizer, which makes the `input_ids`."
    ),
    today=Sighting(
        Raises(
            "ValueError",
            r"You (have to specify either|must specify exactly one of) input_ids or inputs_embeds",
        ),
        Scene(until="train"),
        N_(
            "The model received neither `input_ids` (token ids) nor `inputs_embeds` (embedding vectors, which a model accepts in place of token ids)."
        ),
    ),
    published=Sighting(
        Raises(
            "ValueError",
            r"You (have to specify either|must specify exactly one of) input_ids or inputs_embeds",
        ),
        Scene(until="train"),
        N_(
            "The course page shows the same error. Only the wording of the message changed a little in version 5 of 🤗 Transformers."
        ),
    ),
    probes=(
        Probe(
            "first_element",
            N_(
                "The Trainer keeps its training set in the attribute `train_dataset`. Look at the first example there. Can a model take these keys and values as its inputs?"
            ),
        ),
    ),
    hints=(
        N_(
            "Before training, the Trainer removes the columns whose names are not among the parameters of the model's `forward` method; only the label always "
            "stays. Which columns does your training set have, and which of them remain?"
        ),
        N_(
            "Look at `trainer.train_dataset`, the data set that the Trainer really holds. Has the tokenizer added its columns to it? Then look at what `map` returns, and at what `prepare_sets` does with it."
        ),
        N_(
            "`prepare_sets` has two data sets: `raw_datasets` with the texts, and `tokenized_datasets` with the token ids. Which of the two does it return, and which one does the model need?"
        ),
    ),
    why=N_(
        "`map` does not change a data set: it returns a new one. The script stores the tokenized data set in `tokenized_datasets`, but returns the splits of "
        "`raw_datasets`, which has no token ids. The Trainer then removes the columns whose names are not among the parameters of the model's `forward` "
        "method, and by default it shows no message about that; only the label always stays. The two texts and `idx` are removed in this way, and the label "
        "alone is left. So look at an object in the place where it is used: `trainer.train_dataset` shows what the Trainer really has."
    ),
    repaired=N_(
        "`train_set` now has token ids, and the next section makes a new Trainer with it. The next check is for you: decode the second example of "
        "`train_set`, and compare its text with its label."
    ),
)

RAGGED_BATCH = Fault(
    name="ragged-batch",
    cell="make_collator",
    title=N_("Examples of different lengths in one batch"),
    situation=N_(
        "Each example now has token ids. But the model does not receive single examples: the DataLoader first puts several of them together into a batch. "
        "This time the error comes from there."
    ),
    today=Sighting(
        Raises(
            "ValueError",
            r"expected sequence of length \d+ at dim 1 \(got \d+\)",
        ),
        Scene(until="train"),
        N_(
            "The message compares two examples of one batch: the first has as many tokens as the first number says, and another has as many as the number after `got`."
        ),
    ),
    published=Sighting(
        Raises(
            "ValueError",
            r"expected sequence of length \d+ at dim 1 \(got \d+\)",
        ),
        Scene(until="train"),
        N_("The course page shows the same error, with other lengths."),
    ),
    probes=(
        Probe(
            "second_element",
            N_(
                "First the check that the previous section left to you. Here is the second example, decoded, beside the name of its label."
            ),
        ),
        Probe(
            "collator_in_use",
            N_(
                "The function that makes a batch out of examples is the collator. Which collator does the Trainer use, and how many tokens do the first five examples have?"
            ),
        ),
    ),
    hints=(
        N_(
            "In a batch, the `input_ids` of all its examples form one tensor. What must be true of the examples to make that possible?"
        ),
        N_(
            "The script gives the Trainer no collator. Look up in the documentation of `Trainer`, under `data_collator`, which one it takes by default. Does that one pad?"
        ),
        N_(
            "`DataCollatorWithPadding`, created with the tokenizer, pads each batch to the length of its longest example."
        ),
    ),
    why=N_(
        "A tensor is rectangular: all the examples in a batch must have the same number of tokens. But sentences differ in length. With a tokenizer, the "
        "Trainer would create a padding collator itself, but the script gives the Trainer neither a collator nor a tokenizer. So the Trainer uses "
        "`default_data_collator`, which does not pad, and which fails as soon as two examples of a batch have different lengths."
    ),
    repaired=N_("The collator now pads each batch, so that it is rectangular, and the model can take it."),
)

LABEL_COUNT = Fault(
    name="label-count",
    cell="make_model",
    title=N_("Three labels, two outputs"),
    situation=N_(
        "Now the batch reaches the model and the model computes logits, but the loss raises an error. On the course page this is the hardest error of all. There the script runs on a GPU, and the message is `CUDA error: CUBLAS_STATUS_ALLOC_FAILED`, which says nothing about the cause. Without a GPU this message cannot be shown, so this lesson does what the course page advises: it runs the same script on a CPU. If you load the data from the hub on a machine with a GPU, the script runs on the GPU, and you see a CUDA error instead of the error below. Then choose a runtime without a GPU (on Colab: Runtime › Change runtime type), and run the lesson again from its beginning to the end of this section."
    ),
    today=Sighting(
        Raises("IndexError", "Target 2 is out of bounds"),
        Scene(until="train"),
        N_(
            "On a CPU the message is clear. The targets of the loss are the labels. One of them is 2, and the model has no logit for label 2."
        ),
    ),
    probes=(
        Probe(
            "one_batch",
            N_(
                "Take one batch from the Trainer's own DataLoader. Does it have the keys that you expect, and do their shapes fit together?"
            ),
        ),
        Probe(
            "logits_beside_labels",
            N_(
                "The keys and shapes are right. Pass the batch through the model without its labels, so that no loss is computed. How many logits does the "
                "model return for each example, and which labels occur?"
            ),
        ),
        Probe(
            "number_of_labels",
            N_("How many labels does the model expect, and how many are in the data?"),
        ),
    ),
    hints=(
        N_(
            "On a GPU, operations run later than the Python lines that start them, so the reported line is often not the one at fault. What does the message say on a CPU?"
        ),
        N_(
            "The loss needs one logit for each label. Look at the number of logits of an example and at the labels that occur in the data."
        ),
        N_(
            "Compare `model.config.num_labels` with the number of labels in the data. `from_pretrained` takes `num_labels` as an argument."
        ),
    ),
    why=N_(
        "If neither you nor the checkpoint says otherwise, `from_pretrained` makes a model with two labels, 0 and 1. MNLI has three labels, so there is no "
        "logit for label 2. On a CPU, PyTorch checks the labels and raises a clear error. On a GPU, the loss fails while Python has already gone on to the "
        "next lines, so a later operation reports the error, in words that have nothing to do with labels. After such an error every further call to the GPU "
        "fails too, so you must restart the kernel of the notebook, that is, the Python process that runs its cells."
    ),
    repaired=N_(
        "The model now has three logits for three labels. Before you start an hour of training, check one more thing: the evaluation that follows it."
    ),
)

METRICS_FROM_LOGITS = Fault(
    name="metrics-from-logits",
    cell="make_metrics",
    title=N_("Logits where predictions are expected"),
    situation=N_(
        "Training would work now. But evaluation comes after training, and an error there shows only after all the time that training took. "
        "So evaluate before you train, on a few examples. Here the script evaluates 64 examples."
    ),
    today=Sighting(
        Raises(
            "ValueError",
            "Predictions and/or references don't match the expected format",
        ),
        Scene(until="make_trainer", probe="evaluate_first"),
        N_(
            "The metric rejects the predictions that it was given. The rest of its message, which stands only in the whole traceback, says what it "
            "expects: one integer for each example."
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
            "The course page shows a `TypeError` about arrays and scalars: the metric tried to convert each prediction to a single integer, but each "
            "prediction was an array. When the page was published, it loaded the metric with `load_metric`, which no longer exists. The library that replaced "
            "this function, 🤗 Evaluate, catches the `TypeError` and raises the `ValueError` that you saw first. To show the `TypeError`, the changed "
            "`make_metrics` makes the same conversion itself and does not catch the error. Since 2022, NumPy has changed the wording of the `TypeError`: it "
            "used to say `size-1`, and today it says `0-dimensional`."
        ),
    ),
    probes=(
        Probe(
            "shapes_of_predictions",
            N_("What does the Trainer give to `compute_metrics`? Look at the shapes of the two arrays."),
        ),
        Probe(
            "one_step_by_hand",
            N_(
                "Does training itself work? This cell takes three training steps by hand, on one and the same batch. The loss should fall from step to step."
            ),
        ),
    ),
    hints=(
        N_("What does the model return for each example: a label, or numbers from which a label can be computed?"),
        N_(
            "`predictions` has one row for each example and one column for each label: these are logits. The metric expects one label for each example. Which NumPy function finds the position of the largest number?"
        ),
        N_("The predicted label is the position of the largest logit: `np.argmax(logits, axis=-1)`."),
    ),
    why=N_(
        "The Trainer gives the output of the model to `compute_metrics` as it is. A model for sequence classification returns logits: one number for each "
        "label. Accuracy compares labels with labels. So the script itself must turn the logits into labels: it takes the position of the largest logit as "
        "the prediction."
    ),
    repaired=N_(
        "The metric now gets one integer for each example, so evaluation works. In the next run, the script evaluates the model after training."
    ),
)

SECTIONS = (
    EVAL_STRATEGY,
    LABEL_COLUMN,
    RAW_DATASET,
    RAGGED_BATCH,
    LABEL_COUNT,
    METRICS_FROM_LOGITS,
)
