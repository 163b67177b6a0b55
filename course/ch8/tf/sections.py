"""The sections of chapter 8's TensorFlow lesson: the faults of its script, in the order of their repair."""

from course.ch8 import symptoms
from course.i18n import N_
from course.lesson import (
    Fault,
    Probe,
    Raises,
    Scene,
    Shows,
    Sighting,
    Warns,
)

LABEL_COLUMN = Fault(
    name="label-column",
    cell="tokenize",
    title=N_("The labels have another name"),
    situation=N_(
        "The script loads MNLI, tokenizes the pairs of sentences, and asks for two columns: `input_ids` and `labels`. "
        "When the page was written, nothing was said about that. Run it on the libraries of today, and it does not get "
        "as far as the model."
    ),
    today=Sighting(
        Raises("ValueError", "Column labels not found in dataset"),
        Scene(until="make_train_set"),
        N_("This is the kindest of errors: it comes at once, and it names what it is looking for."),
    ),
    probes=(
        Probe(
            "list_columns",
            N_("The error speaks of columns, so look at the columns. What are they called?"),
        ),
        Probe(
            "decoded_examples",
            N_("While you are there, read a few examples with their labels. Do they make sense?"),
        ),
    ),
    hints=(
        N_("Which columns does the data set have, and which one is the script asking for?"),
        N_(
            "`raw_datasets` comes with the names that GLUE gives its columns. The model, however, has a parameter with a name of its own."
        ),
        N_(
            "Give the column the name that the model expects, in the cell that prepares the data: `rename_column` does it."
        ),
    ),
    why=N_(
        "GLUE calls the column `label`; 🤗 Transformers models take `labels`. A padding collator renames the column on "
        "its way, which is why many scripts get away with it, but this one has no collator yet. Renaming the column where "
        "the data are prepared does not depend on any other part."
    ),
    repaired=N_("The data set can now be built. Whether it can also be read is another question."),
)

RAGGED_BATCH = Fault(
    name="ragged-batch",
    cell="make_collator",
    title=N_("Rows of different lengths in one batch"),
    situation=N_(
        "The data set was built without complaint. That says little: no batch has been read from it so far. Before a model "
        "is made, take one batch and look at it. This is the habit that saves most time in debugging a training pipeline."
    ),
    today=Sighting(
        Raises("InvalidArgumentError", "must have the same shape"),
        Scene(until="make_train_set", probe="one_batch"),
        N_("Building the data set went well, and reading the first batch from it fails."),
    ),
    published=Sighting(
        Warns("VisibleDeprecationWarning", "ragged nested sequences"),
        Scene(
            until="make_train_set",
            probe="one_batch",
            staging="make_collator",
        ),
        N_(
            "The page shows a `VisibleDeprecationWarning` and takes no further notice of it. NumPy before 1.24 made an array of lists out of "
            "rows of different lengths, and warned; today's NumPy refuses. The cell above does what the old NumPy did. Such an array "
            "cannot become a tensor, and so an error follows the warning. A warning about shapes deserves to be read."
        ),
    ),
    probes=(Probe("row_lengths", N_("How long are the first rows, in tokens?")),),
    hints=(
        N_("A batch is one tensor. What must be true of the rows that go into it?"),
        N_(
            "The tokenizer was told to truncate, but was it told to pad? And who could pad, once it is known which rows share a batch?"
        ),
        N_("`to_tf_dataset` takes a `collate_fn`: `DataCollatorWithPadding` pads each batch to its longest row."),
    ),
    why=N_(
        "A tensor is a rectangle, and sentences are not. Without a collator nobody pads the rows of a batch to a common "
        "length. A collator does so batch by batch, so that short sentences do not pay for the longest one in the data set."
    ),
    repaired=N_("From here on a batch is a rectangle, and the model can be trained on it."),
)

LOSS_PLACEMENT = Fault(
    name="loss-placement",
    cell="compile_model",
    title=N_("A loss that does not find its labels"),
    situation=N_(
        "Now the batches are in order, the model is compiled with a loss named by a string, and training begins. On your "
        "installation nothing seems wrong with that; so that the faults still to come do not speak first, this run has "
        "only this one."
    ),
    today=Sighting(
        Shows(symptoms.trains_with_a_loss_out_of_place),
        Scene(
            until="train",
            alone=True,
            probe="gradients_of_logits",
            steps=10,
        ),
        N_(
            "No error at all, and that is the worst case: it trains. But look at the table: the loss that was compiled is "
            "not the loss of these logits, and wherever a logit is below 0 or above 1 no gradient is left to correct it. A "
            "fresh model that knows nothing of three labels should begin near ln 3 ≈ 1.0986, as the loss from logits does."
        ),
    ),
    published=Sighting(
        Raises("ValueError", "No gradients provided for any variable"),
        Scene(until="train", staging="compile_model"),
        N_(
            "On the page, Keras stops: `No gradients provided for any variable`. In those days Keras took the loss of a "
            "missing target to be the constant 0, and a constant has no gradient. The cell above restores that loss and Keras's "
            "own training step; the error is then raised by the Keras that you have installed."
        ),
    ),
    probes=(
        Probe(
            "one_batch",
            N_("Take one batch and look at its keys. Where are the labels?"),
        ),
        Probe(
            "what_keras_unpacks",
            N_("Keras expects a pair: inputs and targets. What does it make of this batch?"),
        ),
    ),
    hints=(
        N_(
            "A gradient is missing when the loss does not depend on the weights. What does this loss compare the output with?"
        ),
        N_(
            "The labels are inside the dictionary of inputs. Keras looks for them beside it; the model looks for them inside."
        ),
        N_(
            "These models can compute a loss of their own from the labels that they are given. What must `compile` not be told, then?"
        ),
    ),
    why=N_(
        "There are two places for labels, and two losses to go with them: beside the inputs, for a loss that Keras computes, "
        "or among the inputs, for the loss that the model computes itself. This script gives the labels to the model and the loss to "
        "Keras. Today's 🤗 Transformers copies the labels out of the inputs for Keras, and so hides the mistake: but a loss named by a "
        "string takes the model's logits for probabilities. It clips them, and where they fall outside 0 to 1 the gradient is gone. "
        "Choose one of the two losses; here we leave the loss to the model."
    ),
    repaired=N_("The model now computes its own loss from its own logits. On to the next run."),
)

LABEL_COUNT = Fault(
    name="label-count",
    cell="make_model",
    title=N_("Three labels, two outputs"),
    situation=N_(
        "The loss has found its labels. Whether it can do anything with them shows as soon as training begins."
    ),
    today=Sighting(
        Raises(
            "InvalidArgumentError",
            r"label value of 2 which is outside the valid range of \[0, 2\)",
        ),
        Scene(until="train"),
        N_(
            "A CPU checks every label, and the end of a very long message says what is wrong. It pays to read a "
            "traceback from its end."
        ),
    ),
    published=Sighting(
        Shows(symptoms.everything_is_nan),
        Scene(
            until="train",
            staging="make_model",
            probe="weights_with_nan",
            steps=3,
        ),
        N_(
            "On the page the loss is `nan`, without any error: the GPU's kernel raises no error for a label out of range, "
            "but returns `nan`. The cell above compiles the loss with XLA, whose CPU kernel does the same. One such row is "
            "enough: through the gradients the `nan` gets into the weights, and then into everything."
        ),
    ),
    probes=(
        Probe(
            "rows_with_nan",
            N_(
                "The weights are spoilt now, so make the model afresh and pass a few batches through it. In how many rows of "
                "each label is the loss `nan`?"
            ),
        ),
        Probe(
            "number_of_labels",
            N_(
                "The logits are all finite, so it is the labels. How many does the model expect, and how many are there?"
            ),
        ),
    ),
    hints=(
        N_("Where does the `nan` come from: from the logits, or from the loss? Is it in every row?"),
        N_("Put the rows with `nan` next to one another. What do their labels have in common?"),
        N_("Compare `model.config.num_labels` with the number of labels in the data."),
    ),
    why=N_(
        "Unless told otherwise, `from_pretrained` gives a model for two labels, 0 and 1. MNLI has three: entailment, "
        "neutral and contradiction. For label 2 there is no logit. A loss can only refuse it, as on a CPU, or answer "
        "with something that is not a number."
    ),
    repaired=N_("Three labels, three logits. No error any more, no `nan`: will it learn?"),
)

LEARNING_RATE = Fault(
    name="learning-rate",
    cell="make_optimizer",
    title=N_("The loss does not fall"),
    situation=N_(
        "The script runs without an error, and the loss is a number. Watch it for a while: three labels in equal shares, so "
        "someone who always gives each a third of the chances has a loss of ln 3 ≈ 1.0986."
    ),
    today=Sighting(
        Shows(symptoms.stalls),
        Scene(until="train"),
        N_("After all those steps the model is no better than someone who guesses. The page of 2021 shows the same."),
        of_learning=True,
    ),
    published=Sighting(Shows(symptoms.stalls), Scene(until="train"), of_learning=True),
    probes=(
        Probe(
            "decoded_rows",
            N_("Is it the data? Decode a few rows of a batch, and read each beside its label."),
        ),
        Probe(
            "first_loss",
            N_("Is it the loss? A fresh model that knows nothing should begin close to ln 3."),
        ),
        Probe(
            "optimizer_settings",
            N_("Is it the optimizer? It was named by a string. See what Keras made of that string."),
        ),
    ),
    hints=(
        N_("The data are right, the labels are right, the loss is right. What decides how far a step goes?"),
        N_("Nobody in this script ever chose a learning rate. Who did?"),
        N_(
            "Keras's default for Adam is `1e-3`. For fine-tuning a Transformer, people use values between `1e-5` and `1e-4`."
        ),
    ),
    why=N_(
        "A string such as `adam` stands for an optimizer with all its defaults, among them a learning rate of `1e-3`. That suits a small "
        "network trained from scratch; for a pretrained Transformer it is 10 to 100 times too large. The first steps "
        "wipe out what pretraining had put into the weights, and the loss stays where a guess would be."
    ),
    repaired=N_(
        "`5e-5` is a good first choice. Before we watch it learn, there is a story to be told about this repair."
    ),
    brings_back="label-count",
    relapse=Sighting(
        Shows(symptoms.nan_where_the_label_is_out_of_range),
        Scene(
            until="compile_model",
            alone=True,
            staging="make_model",
            probe="rows_with_nan",
        ),
        N_(
            "After training at `1e-3` the weights are worthless, so the model must be made anew. The published page does "
            "so, too, but it copies the line from the beginning, without `num_labels=3`: the repair of one fault brings "
            "back another. This is what the reader of that page then has in hand, shown once more with the loss compiled by"
            " XLA. When you make a thing twice, make it in one place: here that is the cell `make_model`."
        ),
    ),
)

ATTENTION_MASK = Fault(
    name="attention-mask",
    cell="choose_columns",
    title=N_("Padding that is attended to"),
    situation=N_(
        "The script would train now. Yet one fault is left that no error and no curve reveals; nobody noticed it on "
        "the page, where the printed batch has an `attention_mask` and the code does not ask for one. Take one row and pass it "
        "through the model twice: by itself, and beside a longer row, to whose length it is padded."
    ),
    today=Sighting(
        Shows(symptoms.padding_changes_logits),
        Scene(until="compile_model", probe="row_beside_others"),
        N_(
            "The same row, the same model, and other logits: what the model says of a row depends on its neighbours in the batch."
        ),
    ),
    probes=(
        Probe(
            "one_batch",
            N_("Look at one batch once more. What does the model know about which tokens are padding?"),
        ),
    ),
    hints=(
        N_("What does padding consist of, and how is a model to tell it from words?"),
        N_("The tokenizer returns more than `input_ids`. What became of the rest?"),
        N_("Ask for every column that the tokenizer says the model takes: `tokenizer.model_input_names`."),
    ),
    why=N_(
        "The attention mask tells the model which positions are tokens and which are padding. Of the inputs the script asks for `input_ids` only, and "
        "so the mask that the tokenizer and the collator made is dropped. The model still learns, only not as well as it could, and "
        "its answers depend on the company a row keeps."
    ),
    repaired=N_("Now a row's logits are its own. Let it train."),
)

SECTIONS = (
    LABEL_COLUMN,
    RAGGED_BATCH,
    LOSS_PLACEMENT,
    LABEL_COUNT,
    LEARNING_RATE,
    ATTENTION_MASK,
)
