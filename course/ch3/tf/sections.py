"""The sections of chapter 3's TensorFlow lesson, in the order of reading."""

from course.ch3 import shared, symptoms
from course.curves import TRAINING_LOSS
from course.i18n import N_
from course.lesson import (
    DrawnColumn,
    Fault,
    Probe,
    Raises,
    Scene,
    Shows,
    Sighting,
    Step,
)
from course.symptoms import labels_among_inputs

BATCHES = Step(
    name="batches",
    title=N_("Batches of inputs and labels"),
    text=(
        N_(
            "`to_tf_dataset` makes a `tf.data.Dataset`, which yields batches. Here it takes the examples in random order (`shuffle=True`), eight at a time. The collator pads these eight examples to the length of the longest one and makes a batch of them."
        ),
        N_(
            "Keras expects each batch as a pair: the inputs, and the labels (the targets of the loss). `columns` names the columns for the inputs, and `label_cols` names the column for the labels. All other columns are left out."
        ),
    ),
    cells=("fix_seed", "make_collator", "make_train_set"),
    probes=(
        Probe(
            "halves_of_a_batch",
            N_("What does one batch contain?"),
            Shows(symptoms.inputs_and_labels),
            N_(
                "The table shows the two halves of the batch: the first half holds three inputs, and the second half holds the labels of eight examples. The sentences and the column `idx` are not in the batch, because neither `columns` nor `label_cols` names them. In the data set the labels are in the column `label`. The collator has renamed it to `labels`."
            ),
        ),
        Probe(
            "without_a_collator",
            N_("What happens if no collator renames the labels?"),
            Raises("ValueError", "olumn labels not found in dataset"),
            N_(
                "The error says that there is no column `labels`: in the data set it is called `label`. This is the first fault of the TensorFlow script of chapter 8. In the script of this lesson it does not show, because `DataCollatorWithPadding` renames the column. With a collator that does not rename it, the error comes back."
            ),
        ),
        Probe(
            "without_label_cols",
            N_(
                "What does Keras take for inputs and for labels if `labels` is named in `columns` instead of in `label_cols`?"
            ),
            Shows(labels_among_inputs),
            N_(
                "In the table, `labels` is one of the inputs, and the labels that Keras uses as targets are `None`. A model from 🤗 Transformers finds `labels` among its inputs and can compute its own loss from them. A loss function that was given to `compile` needs the labels as targets. Chapter 8 has a fault of this kind: the labels are in one place, and the loss expects them in the other."
            ),
        ),
        shared.BATCH_SHAPES,
    ),
)

ROWS_CHANGE_PLACES = Fault(
    name="rows-change-places",
    cell="make_eval_set",
    title=N_("Predictions and labels in different orders"),
    situation=N_(
        "The cell `make_eval_set` makes the validation set. It is a copy of the cell that made the training set, with larger batches. The evaluation will get the predictions in the order in which the validation set yields its examples, and will compare them with the column `label` of the data. If the two orders differ, no error is raised. Compare the labels, in the order in which the validation set yields them, with this column: in how many places do the two agree?"
    ),
    today=Sighting(
        Shows(symptoms.labels_out_of_place),
        Scene(until="make_eval_set", probe="labels_in_place"),
        N_(
            "In the table, `with their own label` counts the examples whose label agrees with the column. It is only a little more than half of the number of all examples, `examples`. Even for a model that predicts every label correctly, a comparison with the column would count only about this many predictions as correct. That is as many as when each example has the label of another example, drawn at random."
        ),
    ),
    hints=(
        N_(
            "The evaluation gets a list of predictions. Which example of the data set does the tenth prediction belong to?"
        ),
        N_(
            "Training needs the examples in random order. An evaluation that compares two lists needs them in their stored order. Which argument of `to_tf_dataset` decides this?"
        ),
        N_("Call `to_tf_dataset` with `shuffle=False` for the validation set."),
    ),
    why=N_(
        "For training, the examples are shuffled. For this evaluation, the predictions and the column of labels must be in the same order. The accuracy that Keras reports does not show the mistake: Keras takes the labels from the batches, where each label is beside its own example. So if Keras reports one accuracy and your metric another, check the order of the examples first."
    ),
    repaired=N_(
        "In a second run of `labels_in_place`, every label that the validation set yields would agree with the label at the same place in the column."
    ),
)

MODEL = shared.model(
    "make_model",
    note=N_(
        "The model returns two logits for each of the eight examples. The loss is near ln 2, which is the loss of a model that gives each of two labels a probability of one half. Logits are not probabilities, and the loss function must be told so. That is the purpose of `from_logits=True` in the code above. The cell `make_loss`, which follows later, has it as well."
    ),
)

SCHEDULE_IN_EPOCHS = shared.schedule_in_epochs(
    N_(
        "`decay_steps` is the number of steps after which the learning rate is 0. How many steps does the training take in one epoch?"
    ),
    N_(
        "The optimizer takes one step for each batch, and one epoch has `len(train_set)` batches. So the whole training has `num_epochs * len(train_set)` steps."
    ),
    N_(
        "The optimizer takes one step for each batch. It counts its steps in `iterations`, and asks the schedule for the learning rate of the current step. The schedule knows nothing about epochs. The learning rate reaches 0 exactly at the end of training only if `decay_steps` is `num_epochs * len(train_set)`. If you later change the number of epochs in the call of `fit` but not here, the schedule again ends at the wrong step."
    ),
)

SCHEDULE = shared.schedule("make_schedule", "make_optimizer", "make_loss", "compile_model")

EVALUATION = Step(
    name="evaluation",
    title=N_("Evaluation before training"),
    text=(
        N_(
            "`predict` returns the logits for the whole validation set. For each example, `np.argmax` chooses the label with the larger logit: this is the prediction. The metric compares the predictions with the labels."
        ),
        N_(
            "One evaluation before training takes only seconds. It shows that the evaluation works, before you spend hours on training, and it shows the scores from which the training starts."
        ),
    ),
    cells=("make_metric", "measure_model"),
    probes=(shared.BESIDE_THE_MAJORITY,),
)

TRAINING = Step(
    name="training",
    title=N_("Training with `fit`"),
    text=(
        N_(
            "One call of `fit` trains the model. After each epoch Keras also computes the loss and the accuracy on the validation set. Keras does not compute F1 here, so `measure_again` evaluates the trained model once more with the metric."
        ),
    ),
    cells=("train", "measure_again"),
    probes=(
        Probe(
            "epoch_by_epoch",
            N_("The losses and the accuracy after each epoch:"),
            Shows(symptoms.better_than_the_majority),
            N_(
                "In the last row of the table, the training loss and the validation loss are close to each other: the model is not overfitting yet. If the validation loss rises only a little from one epoch to the next, this can be chance. The training loss can even be the higher one, because Keras computes it with dropout and as a mean over the whole epoch."
            ),
            drawn=(DrawnColumn("training loss", TRAINING_LOSS), DrawnColumn("validation loss", N_("validation loss"))),
            of_learning=True,
        ),
    ),
)

SECTIONS = (
    shared.PAIRS,
    BATCHES,
    ROWS_CHANGE_PLACES,
    MODEL,
    SCHEDULE_IN_EPOCHS,
    SCHEDULE,
    shared.LOAD_METRIC,
    EVALUATION,
    TRAINING,
    shared.CURVES,
)
