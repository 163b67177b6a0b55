"""What is wrong with chapter 3's first TensorFlow script, in the order of its repair."""

from course.ch3 import symptoms
from course.ch3.sections import schedule_in_epochs
from course.i18n import N_
from course.lesson import Fault, Scene, Shows, Sighting

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

SCHEDULE_IN_EPOCHS = schedule_in_epochs(
    N_(
        "`decay_steps` is the length of the line. How many steps does one epoch take?"
    ),
    N_(
        "A step is a batch. There are `len(train_set)` of them in each epoch."
    ),
    N_(
        "The optimizer counts its steps in `iterations`, one for each batch, and asks the schedule for the learning rate at that number. A schedule "
        "knows nothing of epochs: it lasts `num_epochs * len(train_set)` steps only if somebody has calculated that. Whoever later changes the number "
        "of epochs in `fit` alone makes the same mistake again."
    ),
)
