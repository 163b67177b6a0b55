# mistake: unfit
from transformers import AutoModelForSequenceClassification


def make_labelled_model(checkpoint, feature):
    return AutoModelForSequenceClassification.from_pretrained(
        checkpoint,
        num_labels=feature.num_classes,
        id2label=dict(enumerate(feature.names)),
        label2id={name: str(i) for i, name in enumerate(feature.names)},
    )
