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
    title=N_("The labels column has another name"),
    situation=N_(
        "The script loads MNLI, tokenizes the pairs of sentences, and asks for two columns: `input_ids` and `labels`. "
        "The course page does not discuss the names of these columns. With today's libraries, the script stops before it "
        "reaches the model."
    ),
    today=Sighting(
        Raises("ValueError", "Column labels not found in dataset"),
        Scene(until="make_train_set"),
        N_("This is the kindest of errors: it comes at once, and its message names the column that is missing."),
    ),
    probes=(
        Probe(
            "list_columns",
            N_(
                "The error message speaks of a column, so look at the columns of the tokenized data set. What are their names?"
            ),
        ),
        Probe(
            "decoded_examples",
            N_("Before you change anything, read three examples with their labels. Do the labels make sense to you?"),
        ),
    ),
    hints=(
        N_("Which columns does the data set have, and which of the two columns that the script asks for is missing?"),
        N_(
            "The columns of `raw_datasets` have the names that GLUE gives them. The model takes the labels in a parameter "
            "with another name: look at the parameters of the model's `call` method in the documentation."
        ),
        N_(
            "In the cell that tokenizes the data, give the column of the labels the name that the model expects. The method `rename_column` does that."
        ),
    ),
    why=N_(
        "GLUE calls the column `label`, but 🤗 Transformers models take the labels in a parameter called `labels`. A padding "
        "collator such as `DataCollatorWithPadding` renames the column when it makes a batch, so many scripts work without "
        "renaming it themselves. This script has no collator yet. We rename the column in the cell that prepares the data: "
        "then it has the right name with or without a collator."
    ),
    repaired=N_(
        "`to_tf_dataset` now builds the data set. Whether batches can also be read from it is the next question."
    ),
)

RAGGED_BATCH = Fault(
    name="ragged-batch",
    cell="make_collator",
    title=N_("Examples of different lengths in one batch"),
    situation=N_(
        "With the column renamed, building the data set raises no error any more. That proves little, because building it does not read even one batch of 16 examples. Before you make a model, take one batch and look at it. When you debug a training pipeline, this is the habit that saves the most time."
    ),
    today=Sighting(
        Raises("InvalidArgumentError", "must have the same shape"),
        Scene(until="make_train_set", probe="one_batch"),
        N_(
            "Building the data set raised no error, but reading the first batch from it does. The message says that arrays do not have the same shape."
        ),
    ),
    published=Sighting(
        Warns("VisibleDeprecationWarning", "ragged nested sequences"),
        Scene(
            until="make_train_set",
            probe="one_batch",
            staging="make_collator",
        ),
        N_(
            "The course page says that you might see a `VisibleDeprecationWarning`, and that you can ignore it. NumPy before version 1.24 gave this "
            "warning when it made one array from lists of different lengths: the elements of that array were the lists. Since version 1.24, NumPy "
            "raises an error instead. The `make_collator` above does what the old NumPy did. An array of lists cannot be converted into a tensor of "
            "numbers, so here an error follows the warning. Do not ignore a warning about shapes or lengths."
        ),
    ),
    probes=(Probe("row_lengths", N_("How many tokens does each of the first five examples have?")),),
    hints=(
        N_(
            "In a batch, the `input_ids` of all its examples form one tensor. What must be true of the examples to make that possible?"
        ),
        N_(
            "The tokenizer was told to truncate, but was it told to pad? The examples of a batch can also be padded later, when the batch "
            "is made: that is the work of a data collator. Which argument of `to_tf_dataset` takes a collator?"
        ),
        N_(
            "`to_tf_dataset` takes the collator as `collate_fn`. Let `make_collator` return a `DataCollatorWithPadding`: it pads each batch to the length of its longest example."
        ),
    ),
    why=N_(
        "A tensor is a rectangle of numbers, but sentences differ in length. Without a collator, `to_tf_dataset` stacks the "
        "examples of a batch and pads none of them. `DataCollatorWithPadding` pads the examples of each batch to the length of the longest example in "
        "this batch. So a batch of short sentences is not padded to the length of the longest sentence in the whole data set."
    ),
    repaired=N_("Now all examples of a batch have the same length, and the model can be trained on the batches."),
)

LOSS_PLACEMENT = Fault(
    name="loss-placement",
    cell="compile_model",
    title=N_("A Keras loss, but the labels are among the inputs"),
    situation=N_(
        "The batches can now be made, and each of them contains inputs and labels. Next, the script compiles the model with a loss that is named by a string, and trains it. In this run all other parts of the script are repaired already, so that you see only the effect of the fault that this section is about. After training, a table shows the logits of a new model (not of the model just trained) for the examples of one batch, with two losses beside them: `loss as compiled` is the loss that this script asks for, and `loss from logits` is the cross-entropy of these logits. Do the two agree?"
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
            "There is no error, and that is the worst case: the model is trained with a wrong loss. In the table, the columns `loss as compiled` and `loss from logits` do not agree. The loss that the script names by a string expects probabilities, but the model returns logits. A value below 0 or above 1 is no probability, so Keras clips it, and a clipped logit gets no gradient: the column `logits without gradient` counts these logits for each example. A new model knows nothing about the three labels and gives each of them a probability of about 1/3, so its loss should be near −ln(1/3) = ln 3 ≈ 1.0986, as in the column `loss from logits`."
        ),
    ),
    published=Sighting(
        Raises("ValueError", "No gradients provided for any variable"),
        Scene(until="train", staging="compile_model"),
        N_(
            "On the course page, the training stops with the error `No gradients provided for any variable`. In 2021, when a batch had the labels among its "
            "inputs, Keras found no targets in it and took the loss to be the constant 0, and a constant has no gradient. The `compile_model` above restores "
            "this constant loss, and replaces the training step of 🤗 Transformers with Keras's own. The error itself is raised by the version of Keras "
            "that is used here."
        ),
    ),
    probes=(
        Probe(
            "one_batch",
            N_("Take one batch and look at its keys. Where are the labels?"),
        ),
        Probe(
            "what_keras_unpacks",
            N_(
                "When Keras computes the loss itself, it expects each batch to be a pair: the inputs `x` and the targets `y`. What does Keras find in this "
                "batch?"
            ),
        ),
    ),
    hints=(
        N_(
            "A gradient is missing when the loss does not depend on the weights. With which targets can Keras compare the model's output here?"
        ),
        N_(
            "Each batch is one dictionary, and the labels are one of its entries. Keras expects a pair `(inputs, targets)`, so it looks for the targets "
            "outside this dictionary; the model looks for `labels` inside it. Read what the documentation of 🤗 Transformers says about `compile` without a "
            "`loss`."
        ),
        N_(
            "A 🤗 Transformers model computes a loss of its own when the labels are among its inputs. So `compile` needs no other loss: leave the argument `loss` out."
        ),
    ),
    why=N_(
        "Labels can be in two places, and a different loss belongs to each. In a pair `(inputs, labels)`, the labels are the targets of a loss that "
        "Keras computes. In one dictionary with the keys `input_ids` and `labels`, they are inputs of the model, and the model computes the loss itself. This script puts the "
        "labels into the dictionary, but asks Keras for the loss. The version of 🤗 Transformers that is used here copies the labels from the inputs to "
        "the targets, and that hides the mistake. The loss is wrong all the same: the string `sparse_categorical_crossentropy` stands for a loss with all its defaults, and "
        "by default it takes the model's output for probabilities (`from_logits=False`). "
        "Use only one of the two losses, and put the labels in the place that belongs to it. Here we leave the loss to the model."
    ),
    repaired=N_("The model now computes its own loss from its own logits."),
)

LABEL_COUNT = Fault(
    name="label-count",
    cell="make_model",
    title=N_("Three labels, two outputs"),
    situation=N_(
        "The model now computes the loss itself, from its logits and from the labels in the batch. Run the training again: do the logits and the labels fit together?"
    ),
    today=Sighting(
        Raises(
            "InvalidArgumentError",
            r"label value of 2 which is outside the valid range of \[0, 2\)",
        ),
        Scene(until="train"),
        N_(
            "On a CPU, TensorFlow checks every label, and raises an error for a label that is not valid. The whole message of this error is very long, and "
            "the line that names the cause is near its end. That is why you should read a traceback from its end."
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
            "On the course page there is no error, but the loss is `nan` (not a number). On a GPU, TensorFlow does not check the labels: for a label outside "
            "the range that the error above names, the loss is `nan`. The `make_model` above has the model's loss compiled by XLA, a compiler for TensorFlow: "
            "then the loss is `nan` on a CPU, too. The table counts the weight tensors that contain a `nan` after three training steps: nearly all of them, "
            "or all. A single example with a loss of `nan` is enough to spoil the model. Its gradients are `nan`, the optimizer uses them to change the "
            "weights, and from then on every output of the model is `nan`."
        ),
    ),
    probes=(
        Probe(
            "rows_with_nan",
            N_(
                "The weights are spoilt now, so this cell makes the model anew and passes four batches through it, without training. "
                "For each label, the table counts the examples (`examples`), those with finite logits, and those with a loss of `nan`. Which label has a loss of `nan`?"
            ),
        ),
        Probe(
            "number_of_labels",
            N_(
                "In the table above, all logits are finite, and only label 2 has a loss of `nan`. How many labels does the model expect, and how many are in the data?"
            ),
        ),
    ),
    hints=(
        N_("Where does the `nan` appear first: in the logits, or in the loss? Do all examples of a batch have it?"),
        N_(
            "Compare the labels of the examples whose loss is `nan`. What do they have in common? Then look at `model.config`: for which labels does the model compute a logit?"
        ),
        N_(
            "Compare `model.config.num_labels` with the number of labels in the data. `from_pretrained` takes `num_labels` as an argument."
        ),
    ),
    why=N_(
        "Unless you pass `num_labels`, `from_pretrained` makes this model for two labels, 0 and 1. MNLI has three: entailment (0), "
        "neutral (1) and contradiction (2). So there is no logit for label 2, and no loss can be computed for an example with this label. "
        "On a CPU, TensorFlow raises an error; on a GPU, the loss is `nan`."
    ),
    repaired=N_(
        "The model has three logits for three labels. The script now trains without an error and without `nan`. Does the model learn?"
    ),
)

LEARNING_RATE = Fault(
    name="learning-rate",
    cell="make_optimizer",
    title=N_("The loss does not fall"),
    situation=N_(
        "The script runs without an error, and the loss is a number. Watch the loss during training. For comparison: the three labels are equally frequent, "
        "and a model that gives each of them the probability 1/3 has a loss of ln 3 ≈ 1.0986."
    ),
    today=Sighting(
        Shows(symptoms.stalls),
        Scene(until="train"),
        N_(
            "At the end of the training, the loss is still about ln 3: the model is no better than one that gives each label the probability 1/3. "
            "The course page shows the same."
        ),
        of_learning=True,
    ),
    published=Sighting(Shows(symptoms.stalls), Scene(until="train"), of_learning=True),
    probes=(
        Probe(
            "decoded_rows",
            N_("Are the data the cause? Decode three examples of a batch, and read each beside its label."),
        ),
        Probe(
            "first_loss",
            N_(
                "Is the loss the cause? A new model, which knows nothing about the labels, should have a loss near ln 3."
            ),
        ),
        Probe(
            "optimizer_settings",
            N_(
                "Is the optimizer the cause? The script names it by a string, and Keras made an optimizer from this string. What is its learning rate?"
            ),
        ),
    ),
    hints=(
        N_("The data, the labels and the loss are right. What decides how much a training step changes the weights?"),
        N_(
            "The script never sets a learning rate, so Keras uses a default. Look up the default of `learning_rate` in the documentation of `tf.keras.optimizers.Adam`."
        ),
        N_(
            "Keras's default learning rate for Adam is `1e-3`. Usual values for fine-tuning a Transformer are between `1e-5` and `1e-4`: return an `Adam` with such a learning rate."
        ),
    ),
    why=N_(
        "The string `adam` stands for an Adam optimizer with all its defaults, and its default learning rate is `1e-3`. This learning rate suits a small "
        "network that is trained from scratch. For fine-tuning a pretrained Transformer it is 10 to 100 times larger than the usual ones. With steps of this size, the "
        "first updates destroy what the weights had learned in pretraining, and the loss stays near ln 3."
    ),
    repaired=N_(
        "`5e-5` is a good first choice. Before we train with it, look at a mistake that is easily made during this repair."
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
            "After training at `1e-3` the weights are worthless, so the model must be made anew from the checkpoint. The course page does that, but calls "
            "`from_pretrained` without `num_labels=3`, as at the beginning. So the repair of the learning rate brings back an earlier fault: three labels, "
            "two outputs. Here the model is made in this way, again with the loss compiled by XLA. In the table, every example with label 2 has a "
            "loss of `nan`, as before. To avoid this mistake, put code that you need twice into one function, and call it twice: here this function is "
            "`make_model`."
        ),
    ),
)

ATTENTION_MASK = Fault(
    name="attention-mask",
    cell="choose_columns",
    title=N_("Padding changes the logits"),
    situation=N_(
        "The script would train now. But one fault is left that raises no error and cannot be seen in the loss curve, and the course page does not mention it. "
        "To find it, pass one example through the model twice: once by itself, and once in a batch with a longer example, so that it is padded to the length of the longer one. "
        "Are its logits the same both times?"
    ),
    today=Sighting(
        Shows(symptoms.padding_changes_logits),
        Scene(until="compile_model", probe="row_beside_others"),
        N_(
            "The example and the model are the same, but the logits are not: the column `difference` shows by how much they differ. "
            "So what the model predicts for an example depends on the other examples in the batch."
        ),
    ),
    probes=(
        Probe(
            "one_batch",
            N_("Look at the keys of one batch again. Does any of them tell the model which tokens are padding?"),
        ),
    ),
    hints=(
        N_(
            "Padding consists of token ids, and so do the words of the text. How can the model tell which token ids are padding?"
        ),
        N_(
            "The tokenizer returns more than `input_ids`. Compare the columns of the tokenized data set with the columns that `choose_columns` asks for."
        ),
        N_(
            "Ask for every column that the model takes as an input: the tokenizer lists their names in `tokenizer.model_input_names`."
        ),
    ),
    why=N_(
        "The attention mask tells the model which positions are tokens of the text and which are padding. Of the model's inputs, the script asks for `input_ids` only, so "
        "`to_tf_dataset` drops the mask that the tokenizer and the collator have made. Without a mask, the model attends to padding as if it were text. "
        "It can still learn, but what it predicts for an example depends on the other examples in the batch. On the course page, the printed batch has an `attention_mask`, "
        "although the code there does not ask for one."
    ),
    repaired=N_(
        "Now the logits of an example no longer depend on the padding beside it. No fault is left: the model can be trained."
    ),
)

SECTIONS = (
    LABEL_COLUMN,
    RAGGED_BATCH,
    LOSS_PLACEMENT,
    LABEL_COUNT,
    LEARNING_RATE,
    ATTENTION_MASK,
)
