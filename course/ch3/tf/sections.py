"""The sections of chapter 3's TensorFlow lesson, in the order of reading."""

from course.ch3 import shared, symptoms
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
from course.symptoms import labels_among_inputs

BATCHES = Step(
    name="batches",
    title=N_("Batches, in two halves"),
    text=(
        N_(
            "`to_tf_dataset` takes the columns it is asked for, goes through the rows in random order, eight at a time, and has the collator make a "
            "batch of them. Keras wants a batch in two halves, inputs and labels; `columns` and `label_cols` say what goes where."
        ),
    ),
    cells=("fix_seed", "make_collator", "make_train_set"),
    probes=(
        Probe(
            "halves_of_a_batch",
            N_("What is in a batch?"),
            Shows(symptoms.inputs_and_labels),
            N_(
                "Text and row numbers were not asked for, so nobody has to take them away. In the data the labels are called `label`; the collator "
                "has renamed them on the way."
            ),
        ),
        Probe(
            "without_a_collator",
            N_("Without a collator the name `labels` does not exist:"),
            Raises("ValueError", "olumn labels not found in dataset"),
            N_(
                "This is the first fault of chapter 8. Here the collator hides it; a collator that renames nothing brings it back."
            ),
        ),
        Probe(
            "without_label_cols",
            N_(
                "And when the labels are asked for among the columns? This is what Keras then takes for inputs and labels:"
            ),
            Shows(labels_among_inputs),
            N_(
                "Keras sees no labels. A model from 🤗 Transformers would find them among its inputs and calculate a loss of its own; chapter 8 shows "
                "what comes of labels in one place and a loss that looks in the other."
            ),
        ),
        shared.BATCH_SHAPES,
    ),
)

ROWS_CHANGE_PLACES = Fault(
    name="rows-change-places",
    cell="make_eval_set",
    title=N_("Labels of other rows"),
    situation=N_(
        "The validation set is made by the call that has just made the training set, copied and given larger batches. The evaluation will take "
        "predictions in the order in which this set hands out its rows, and compare them with the column of labels. No error will be raised there."
    ),
    today=Sighting(
        Shows(symptoms.labels_out_of_place),
        Scene(until="make_eval_set", probe="labels_in_place"),
        N_(
            "Many rows come with a label other than the one that the column has in their place. A score that compares the two would be that of a "
            "guess, however good the model."
        ),
    ),
    hints=(
        N_("Predictions are a list of numbers. Which row is the tenth of them about?"),
        N_("What does training need that an evaluation must not have?"),
        N_("`shuffle=False`"),
    ),
    why=N_(
        "Training wants the rows in another order than they are stored; whoever compares two lists needs one order for both. The accuracy that Keras "
        "gives does not show the mistake, since it takes the labels from the batches. So if Keras says one thing and your metric another, look at the "
        "order of the rows first."
    ),
    repaired=N_("Row by row, the labels are those of the column."),
)

MODEL = shared.model(
    "make_model",
    note=N_(
        "Eight rows, two logits for each. The loss is near ln 2, that of a guess among two. Logits are not probabilities, and the loss has to "
        "be told so: that is what `from_logits=True` is for in the next cells."
    ),
)

SCHEDULE_IN_EPOCHS = shared.schedule_in_epochs(
    N_("`decay_steps` is the length of the line. How many steps does one epoch take?"),
    N_("A step is a batch. There are `len(train_set)` of them in each epoch."),
    N_(
        "The optimizer counts its steps in `iterations`, one for each batch, and asks the schedule for the learning rate at that number. A schedule "
        "knows nothing of epochs: it lasts `num_epochs * len(train_set)` steps only if somebody has calculated that. Whoever later changes the number "
        "of epochs in `fit` alone makes the same mistake again."
    ),
)

SCHEDULE = shared.schedule("make_schedule", "make_optimizer", "make_loss", "compile_model")

EVALUATION = Step(
    name="evaluation",
    title=N_("Measured before it is trained"),
    text=(
        N_(
            "`predict` goes through the validation set and returns logits. The larger of the two is the answer, and the metric compares the answers "
            "with the labels. To measure once before training costs seconds. It shows that evaluation works before an hour of training depends on "
            "it, and from where the model starts."
        ),
    ),
    cells=("make_metric", "measure_model"),
    probes=(shared.BESIDE_THE_MAJORITY,),
)

TRAINING = Step(
    name="training",
    title=N_("Trained by Keras"),
    text=(
        N_(
            "One call trains, and after each epoch measures loss and accuracy on the validation set. It knows nothing of F1, and so the trained model is "
            "measured once more."
        ),
    ),
    cells=("train", "measure_again"),
    probes=(
        Probe(
            "epoch_by_epoch",
            N_("What each epoch came to:"),
            Shows(symptoms.better_than_the_majority),
            N_("The two losses end close to each other: nothing has been learned by heart yet."),
            drawn=(N_("training loss"), N_("validation loss")),
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
