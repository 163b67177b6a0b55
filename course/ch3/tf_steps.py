"""The steps of chapter 3's TensorFlow lesson: stretches of the script that are right, and what there is to see in them."""

from course.ch3 import symptoms
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
        Probe(
            "batch_shapes",
            N_("The first batches, by their shapes: rows by tokens."),
            Shows(symptoms.batches_of_several_widths),
            N_(
                "Padded to the 512 tokens that the model can take, seven eighths of each batch would be padding, and would be calculated all the same."
            ),
        ),
    ),
)

MODEL = Step(
    name="model",
    title=N_("The model, and one batch through it"),
    text=(
        N_(
            "The body of the model is pretrained, its head is new: that is what the library's warning about newly initialized weights "
            "says, and that is as it should be. Before anything is trained, one batch shows whether everything fits together."
        ),
    ),
    cells=("make_model",),
    probes=(
        Probe(
            "one_batch_through",
            N_(
                "One batch through the model. Which loss would you expect from a model that knows nothing of two labels?"
            ),
            Shows(symptoms.loss_of_a_guess),
            N_(
                "Eight rows, two logits for each. The loss is near ln 2, that of a guess among two. Logits are not probabilities, and the loss has to "
                "be told so: that is what `from_logits=True` is for in the next cells."
            ),
        ),
    ),
)

SCHEDULE = Step(
    name="schedule",
    title=N_("The optimizer, and how long its learning rate lasts"),
    text=(
        N_(
            "AdamW with a learning rate of 5e-5, the Trainer's own default, and a schedule that lets it fall in a straight line. The length of "
            "that line is a number of steps: batches times epochs."
        ),
    ),
    cells=(
        "make_schedule",
        "make_optimizer",
        "make_loss",
        "compile_model",
    ),
    probes=(
        Probe(
            "count_steps",
            N_("So how many steps are there?"),
            note=N_(
                "The published page counts 1,377: three epochs of 459 batches of the real MRPC."
            ),
        ),
        Probe(
            "rates",
            N_("And the learning rate on the way?"),
            Shows(symptoms.rate_falls_to_the_last_step),
            N_("After the last step it is 0, and not before."),
        ),
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
    probes=(
        Probe(
            "beside_the_majority",
            N_(
                "The untrained model, beside somebody who always answers 1:"
            ),
            note=N_(
                "F1 speaks well of whoever says 1 all the time. That is why neither number is read alone, and both are read beside this row."
            ),
        ),
    ),
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
