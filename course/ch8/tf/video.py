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
            N_(
                "Many parts work together in training: data, batches, model, loss, optimizer. When one of them fails, the error often does not say which."
            ),
        ),
        Moment(
            "1:07",
            N_("The script"),
            N_("A script that looks right should fine-tune a model."),
        ),
        Moment(
            "1:46",
            N_("The error"),
            N_("Keras reports that no variable has a gradient, and does not say why."),
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
            N_("Labels that Keras does not find"),
            N_("The labels are in the dictionary of inputs, but a Keras loss expects them as separate targets."),
            "loss-placement",
        ),
        Moment(
            "3:40",
            N_("Choose one of two losses"),
            N_("Either Keras computes the loss or the model does. Here it is left to the model."),
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
            N_("Where `nan` appears first"),
            N_("Make the model anew, pass a batch through it, and find the examples whose loss is `nan`."),
            "label-count",
        ),
        Moment(
            "5:13",
            N_("Label 2"),
            N_("All these examples have label 2, and the model has no logit for label 2."),
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
            N_("There is no error any more, but the loss hardly changes."),
            "learning-rate",
        ),
        Moment(
            "6:10",
            N_("An optimizer named by a string"),
            N_("The string `adam` stands for an optimizer with all its defaults, among them the learning rate."),
            "learning-rate",
        ),
        Moment(
            "6:46",
            N_("The learning rate"),
            N_("For fine-tuning a Transformer, the default of `1e-3` is too large. `5e-5` is a good first choice."),
            "learning-rate",
        ),
        Moment(
            "7:05",
            N_("It trains"),
            N_("The loss falls, and the accuracy rises."),
        ),
        Moment(
            "7:16",
            N_("What to remember"),
            N_("Before you blame the model, look at the data, at one batch and at every default."),
        ),
    ),
)
