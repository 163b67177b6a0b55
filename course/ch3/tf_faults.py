"""What is wrong with chapter 3's first TensorFlow script, in the order of its repair."""

from course.ch3 import symptoms
from course.i18n import N_
from course.lesson import Fault, Probe, Scene, Shows, Sighting

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
        N_(
            "Predictions are a list of numbers. Which row is the tenth of them about?"
        ),
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

SCHEDULE_IN_EPOCHS = Fault(
    name="schedule-in-epochs",
    cell="make_schedule",
    title=N_("A schedule that counts something else"),
    situation=N_(
        "Nothing fails here, and nothing would fail later: training would run to its end, and the model would have learned next to "
        "nothing. A schedule does not say what it counts."
    ),
    today=Sighting(
        Shows(symptoms.rate_is_gone_early),
        Scene(until="make_schedule", probe="rates"),
        N_(
            "After three steps the learning rate is 0, and stays there. From then on every step is calculated in vain."
        ),
    ),
    probes=(
        Probe(
            "count_steps",
            N_(
                "How many steps did the schedule get to last, and how many will the loop take?"
            ),
        ),
    ),
    hints=(
        N_(
            "`decay_steps` is the length of the line. How many steps does one epoch take?"
        ),
        N_("`num_training_steps` is 3 here. What else is 3?"),
        N_(
            "A step is a batch. There are `len(train_set)` of them in each epoch."
        ),
    ),
    why=N_(
        "The optimizer counts its steps in `iterations`, one for each batch, and asks the schedule for the learning rate at that number. A schedule "
        "knows nothing of epochs: it lasts `num_epochs * len(train_set)` steps only if somebody has calculated that. Whoever later changes the number "
        "of epochs in `fit` alone makes the same mistake again."
    ),
    repaired=N_("The line now ends where the training ends."),
)
