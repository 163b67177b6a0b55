# mistake: other-count
from transformers import AutoModelForSequenceClassification


def make_labelled_model(checkpoint, feature):
    return AutoModelForSequenceClassification.from_pretrained(
        checkpoint,
        num_labels=3,
    )
