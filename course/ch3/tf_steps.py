"""The steps of chapter 3's TensorFlow lesson: stretches of the script that are right, and what there is to see in them."""

from course.ch3 import symptoms
from course.ch3.sections import (
    BATCH_SHAPES,
    BESIDE_THE_MAJORITY,
    model,
    schedule,
)
from course.i18n import N_
from course.lesson import Probe, Raises, Shows, Step

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
            Shows(symptoms.labels_among_inputs),
            N_(
                "Keras sees no labels. A model from 🤗 Transformers would find them among its inputs and calculate a loss of its own; chapter 8 shows "
                "what comes of labels in one place and a loss that looks in the other."
            ),
        ),
        BATCH_SHAPES,
    ),
)

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
    probes=(BESIDE_THE_MAJORITY,),
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
            N_(
                "The two losses end close to each other: nothing has been learned by heart yet."
            ),
            drawn=(N_("training loss"), N_("validation loss")),
            of_learning=True,
        ),
    ),
)

SCHEDULE = schedule(
    "make_schedule", "make_optimizer", "make_loss", "compile_model"
)

MODEL = model(
    "make_model",
    note=N_(
        "Eight rows, two logits for each. The loss is near ln 2, that of a guess among two. Logits are not probabilities, and the loss has to "
        "be told so: that is what `from_logits=True` is for in the next cells."
    ),
)
