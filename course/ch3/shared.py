"""The sections that chapter 3's lessons have in common, for either framework."""

from course.ch3 import symptoms
from course.i18n import N_
from course.lesson import (
    Fault,
    Probe,
    Raises,
    Scene,
    Shows,
    Sighting,
    Step,
)

PAIRS = Step(
    name="pairs",
    title=N_("The data: pairs of sentences"),
    text=(
        N_(
            "MRPC (Microsoft Research Paraphrase Corpus) is a data set of pairs of sentences from the news. Each example is one pair with a label: 1 (`equivalent`) if the two sentences mean the same thing, 0 (`not_equivalent`) if they do not. The data that come with this course are a small imitation of MRPC, generated for the course."
        ),
        N_(
            "The tokenizer takes both sentences in one call and joins them into one sequence, with the separator token `[SEP]` after each of them. `map` with `batched=True` passes many examples to the tokenizer at a time. Nothing is padded yet, because padding is only needed when examples are put together into a batch."
        ),
    ),
    cells=("load_data", "load_tokenizer", "tokenize_pairs"),
    probes=(
        Probe(
            "first_pair",
            N_(
                "Look at an example before you train: here is the first one, with its label and with the input that the model gets. Would you have given this label, too?"
            ),
            note=N_(
                "`input_ids, decoded` shows the token ids turned back into text: the model gets both sentences as one sequence, with `[SEP]` after each. "
                "If you can tell the label from the text, a model may be able to learn it. If you cannot, look at more examples before you train."
            ),
        ),
        Probe(
            "label_shares",
            N_(
                "How often does each label occur in the validation set? The column `frequency` shows the label frequencies."
            ),
            Shows(symptoms.one_label_is_more_frequent),
            N_(
                "A model that always predicts the more frequent label, `equivalent`, has an accuracy equal to the frequency of that label. This is the majority baseline. A model has learned something useful only if its accuracy is above this baseline. On MRPC, a model is measured by its accuracy and its F1. F1 combines two numbers: recall, the proportion of the examples with label 1 that the model finds, and precision, the proportion of its predictions of label 1 that are right. F1 is 2 × precision × recall / (precision + recall), so it is high only if both are high. You will compare accuracy and F1 with the baseline before you train."
            ),
        ),
    ),
)

LOAD_METRIC = Fault(
    name="load-metric",
    cell="make_metric",
    title=N_("`load_metric` is no longer in `datasets`"),
    situation=N_("This cell loads the metric as many older tutorials do, with `load_metric` from 🤗 Datasets."),
    today=Sighting(
        Raises(
            "ImportError",
            "cannot import name 'load_metric' from 'datasets'",
        ),
        Scene(until="make_metric"),
        N_("The import fails: your version of 🤗 Datasets has no `load_metric`."),
    ),
    hints=(
        N_("Which function does the error message name, and in which library did Python look for it?"),
        N_(
            "The metrics have moved from 🤗 Datasets to a library of their own, 🤗 Evaluate, which the script imports already. Which of its functions loads a metric by name?"
        ),
        N_('`evaluate.load("glue", "mrpc")`'),
    ),
    why=N_(
        "The metrics moved from 🤗 Datasets to a new library, 🤗 Evaluate, where the function is called `evaluate.load`. 🤗 Datasets removed `load_metric` in version 3. The metric object is used as before: call `add_batch` for each batch and then `compute` for the scores, or give all predictions and labels to `compute` at once."
    ),
    repaired=N_("The metric is loaded. For MRPC it gives two scores, accuracy and F1."),
)

CURVES = Step(
    name="curves",
    title=N_("Overfitting and underfitting"),
    text=(
        N_(
            "A learning curve shows the loss after each epoch. You read it by comparing two losses: the training loss, on the examples that the model is trained on, and the validation loss, on examples that it has not seen in training. Overfitting means that the model memorizes its training examples: the training loss falls, but the validation loss rises. Underfitting means that the model has not even learned its training examples: both losses stay high."
        ),
        N_(
            "To see both, we train the model twice on only 48 examples, for twelve epochs each, and measure the validation loss on 128 other examples. The two "
            "runs differ only in the learning rate: `4e-4` in the first run, `1e-6` in the second."
        ),
    ),
    probes=(
        Probe(
            "learning_curves",
            N_("Which of the two runs shows overfitting, and which shows underfitting?"),
            Shows(symptoms.one_overfits_and_one_underfits),
            N_(
                "With `4e-4` (in the table `0.0004`) the training loss falls far, while the validation loss falls at first and then rises, both with some ups and downs: overfitting. More data, fewer epochs or more dropout help against overfitting. With `1e-6` both losses stay almost where they began: underfitting. A higher learning rate or more steps help against underfitting; more data do not."
            ),
            drawn=(
                N_("training, 0.0004"),
                N_("validation, 0.0004"),
                N_("training, 1e-06"),
                N_("validation, 1e-06"),
            ),
            of_learning=True,
        ),
    ),
)

BATCH_SHAPES = Probe(
    "batch_shapes",
    N_(
        "The table shows the shapes of the first four batches. The shape of `input_ids` is the number of examples and then the number of tokens in each of them, which is the width of the batch. Do all batches have the same width?"
    ),
    Shows(symptoms.batches_of_several_widths),
    N_(
        "The widths differ, because the collator pads each batch to the length of its own longest example. The model accepts up to 512 tokens. If every batch were "
        "padded to 512, about seven eighths of its tokens would be padding, and the model would spend its computation on them, too."
    ),
)

BESIDE_THE_MAJORITY = Probe(
    "beside_the_majority",
    N_(
        "The first row of the table has the scores of the untrained model. The second row, `always 1`, has those of the majority baseline, which "
        "always predicts label 1. Is one of the baseline's scores high?"
    ),
    note=N_(
        "The baseline has an F1 of about 0.81 although it does not read the sentences. It finds every example with label 1, and because label 1 is the more frequent label here, most of its predictions are right, too. So a high F1 alone proves nothing. Compare both accuracy and F1 with the row `always 1`."
    ),
)


def techniques(mixed_precision: str) -> Step:
    """The section with three small experiments; `mixed_precision` is the sentence that says how the third is done."""
    return Step(
        name="techniques",
        title=N_("Clipping, gradient accumulation, mixed precision"),
        text=(
            N_(
                "Each of these three techniques takes a line or two in a training loop of your own. Each table below compares training runs with the technique and without it. All runs of a table start from the same weights and use the same few examples."
            ),
            N_(
                "`last norm` is the norm of the gradient, that is, its length as a vector, at the last step and before any clipping. `activations, MB` is the size of the activations of one batch, that is, of what the forward pass keeps in memory for the backward pass; it grows with the batch. `seconds` is the time for all steps; it is only a rough measure, and the first row can take longer, because some things are set up only once. `loss afterwards` is the loss on the same batches after the last step."
            ),
        ),
        probes=(
            Probe(
                "clipping",
                N_(
                    "Gradient clipping: if the norm of the gradient is above a limit, the gradient is scaled down so that its norm is equal to that limit. Does clipping change the memory or the loss here?"
                ),
                Shows(symptoms.clipping_changes_little_else),
                N_(
                    "`activations, MB` is the same in both rows of the table, and `loss afterwards` is almost the same. On a few ordinary batches clipping changes little: AdamW divides each gradient by a running average of its size, so the step stays almost the same if all gradients are scaled down. Clipping is a protection: a single step with a very large gradient, perhaps one in a thousand, could undo what the model has learned in all other steps."
                ),
            ),
            Probe(
                "accumulation",
                N_(
                    "Gradient accumulation: the loop processes four batches of 8 examples before each step of the optimizer, instead of one batch of 32. The rows of the table are three batches of 32 examples (`3 of 32`), twelve batches of 8 (`12 of 8`), and three steps with four batches of 8 for each (`3 times 4 of 8`). Compare the first and the last row of the table."
                ),
                Shows(symptoms.accumulation_saves_memory),
                N_(
                    "The first and the last row both take three steps, and their losses are almost the same. But the last row keeps the activations of only 8 examples at a time, and they take less than half as much memory. The loss of each small batch is divided by four, so that four gradients add up to the gradient of the large batch. Gradient accumulation saves memory, not computation. The row in the middle does not accumulate: it takes a step after every small batch, so twelve steps instead of three, and its loss is a different one."
                ),
            ),
            Probe(
                "mixed_precision",
                mixed_precision,
                Shows(symptoms.half_the_bits_save_memory),
                N_(
                    "In the second row `activations, MB` is smaller, because many activations take 16 bits instead of 32. `loss afterwards` is almost the same. Whether mixed precision also saves time depends on the hardware: on a processor without instructions for bfloat16 the training becomes slower, as the column `seconds` may show."
                ),
            ),
        ),
    )


def schedule(*cells: str) -> Step:
    """The section on the optimizer and its schedule; `cells` are the names of the script's cells."""
    return Step(
        name="schedule",
        title=N_("The optimizer and its learning rate schedule"),
        text=(
            N_(
                "The optimizer is AdamW with a learning rate of `5e-5`, which is also the default of the Trainer. A linear schedule lowers the learning rate a little with "
                "every step, from `5e-5` to 0. The length of the schedule is the number of training steps: the number of batches in an epoch times the number of epochs."
            ),
        ),
        cells=cells,
        probes=(
            Probe(
                "count_steps",
                N_("How many training steps are there?"),
                note=N_(
                    "`steps` is `batches` times `epochs`. The last column is for the real MRPC, with its 3,668 training examples: there an epoch has 459 batches, and three epochs have 1,377 steps, the number on the course page."
                ),
            ),
            Probe(
                "rates",
                N_("What is the learning rate at the beginning, in the middle and at the last step?"),
                Shows(symptoms.rate_falls_to_the_last_step),
                N_(
                    "The learning rate falls by the same small amount with every step. The first rows are only one step apart, so their rounded numbers are the same. In the last row, which is the last step of the training, it is still a little above 0. It reaches 0 only after that step."
                ),
            ),
        ),
    )


def model(*cells: str, note: str) -> Step:
    """The section on the model and one batch through it; `note` is the sentence about its loss."""
    return Step(
        name="model",
        title=N_("The model, and one batch through it"),
        text=(
            N_(
                "`from_pretrained` loads pretrained weights for the body of the model, and adds a new classification head with random weights. The library warns that some weights are newly initialized: that is the head, and the warning is expected, because we are going to train it. Before you train, pass one batch through the model: this shows whether the data and the model fit together."
            ),
        ),
        cells=cells,
        probes=(
            Probe(
                "one_batch_through",
                N_(
                    "One batch goes through the untrained model. What loss do you expect from a model that has to guess between two labels?"
                ),
                Shows(symptoms.loss_of_a_guess),
                note,
            ),
        ),
    )


def schedule_in_epochs(length: str, step: str, why: str) -> Fault:
    """The fault of a schedule whose length is the number of epochs; `length` and `step` are the first and the last hint."""
    return Fault(
        name="schedule-in-epochs",
        cell="make_schedule",
        title=N_("A learning rate that reaches 0 too early"),
        situation=N_(
            "This cell makes a linear learning rate schedule. It raises no error, and training would raise none either: it would run to its end, but the model would learn next to nothing. The table shows the learning rate at some training steps: the first four, one in the middle, and the last."
        ),
        today=Sighting(
            Shows(symptoms.rate_is_gone_early),
            Scene(until="make_schedule", probe="rates"),
            N_(
                "In the column `learning rate` the value is 0 from step 3 on. With a learning rate of 0 a step does not change the weights, so the model learns nothing in step 3 and in all later steps."
            ),
        ),
        probes=(
            Probe(
                "count_steps",
                N_(
                    "Compare the column `steps`, the length that the schedule was given, with `batches` and `epochs`. (The next section explains the last column.) How many steps will the training take?"
                ),
            ),
        ),
        hints=(
            length,
            N_(
                "The length of the schedule is `num_training_steps`, and its value here is 3. Which other number in this script is 3, and does it count steps?"
            ),
            step,
        ),
        why=why,
        repaired=N_("The learning rate now falls to 0 over the whole training, and not in three steps."),
    )
