"""The moments of the course's video on the TensorFlow page, which is 7:42 long."""

from course.i18n import N_
from course.lesson import Moment, Video

VIDEO = Video(
    address="https://youtu.be/N9kO52itd0Q",
    length="7:42",
    moments=(
        Moment(
            "0:00",
            N_("Why this is hard"),
            N_("Many parts work together in training, and each can fail without saying that it was the one."),
        ),
        Moment(
            "1:07",
            N_("The script"),
            N_("A script that looks right is to fine-tune a model."),
        ),
        Moment(
            "1:46",
            N_("The error"),
            N_("Keras has no gradient for any weight, and does not say why."),
            "loss-placement",
        ),
        Moment(
            "2:17",
            N_("Look at the data"),
            N_("Take one batch before anything else, and look at its keys and shapes."),
            "ragged-batch",
        ),
        Moment(
            "2:51",
            N_("Labels that Keras does not see"),
            N_("The labels are among the inputs, and the loss of Keras looks for them elsewhere."),
            "loss-placement",
        ),
        Moment(
            "3:40",
            N_("One loss of two"),
            N_("Either Keras calculates the loss or the model does; here it is left to the model."),
            "loss-placement",
        ),
        Moment(
            "4:03",
            N_("A loss that is not a number"),
            N_("The model trains now, and its loss is `nan`."),
            "label-count",
        ),
        Moment(
            "4:34",
            N_("Where `nan` begins"),
            N_("Make the model anew, pass a few batches through it, and find the rows that are spoilt first."),
            "label-count",
        ),
        Moment(
            "5:13",
            N_("Label 2"),
            N_("All of these rows have the same label, and for it the model has no logit."),
            "label-count",
        ),
        Moment(
            "5:37",
            N_("Three labels, three logits"),
            N_("With `num_labels=3` the loss is a number again."),
            "label-count",
        ),
        Moment(
            "5:56",
            N_("A loss that hardly falls"),
            N_("There is no error any more, and next to no progress."),
            "learning-rate",
        ),
        Moment(
            "6:10",
            N_("An optimizer by its name"),
            N_("A name stands for an optimizer with all its defaults, which nobody has chosen."),
            "learning-rate",
        ),
        Moment(
            "6:46",
            N_("The learning rate"),
            N_("For a pretrained Transformer the default is too large; `5e-5` is a good start."),
            "learning-rate",
        ),
        Moment(
            "7:05",
            N_("It trains"),
            N_("The loss falls, and the accuracy rises with it."),
        ),
        Moment(
            "7:16",
            N_("What to remember"),
            N_("Look at the data, at one batch and at every default before you blame the model."),
        ),
    ),
)
