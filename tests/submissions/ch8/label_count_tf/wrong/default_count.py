# mistake: other-count
from transformers import TFAutoModelForSequenceClassification


def make_labelled_model(checkpoint, feature):
    return TFAutoModelForSequenceClassification.from_pretrained(
        checkpoint,
    )
