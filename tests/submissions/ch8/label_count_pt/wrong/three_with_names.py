# mistake: count-and-names
from transformers import AutoModelForSequenceClassification


def make_labelled_model(checkpoint, feature):
    return AutoModelForSequenceClassification.from_pretrained(
        checkpoint,
        num_labels=3,
        id2label=dict(enumerate(feature.names)),
        label2id={name: i for i, name in enumerate(feature.names)},
    )
