# mistake: not-inverse
from transformers import TFAutoModelForSequenceClassification


def make_labelled_model(checkpoint, feature):
    return TFAutoModelForSequenceClassification.from_pretrained(
        checkpoint,
        num_labels=feature.num_classes,
        id2label=dict(enumerate(feature.names)),
        label2id={name: i for i, name in enumerate(feature.names, 1)},
    )
