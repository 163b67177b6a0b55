# mistake: other-name
from transformers import TFAutoModelForSequenceClassification


def make_labelled_model(checkpoint, feature):
    labels = sorted(set(feature.names))
    return TFAutoModelForSequenceClassification.from_pretrained(
        checkpoint,
        num_labels=len(labels),
        id2label=dict(enumerate(labels)),
        label2id={label: i for i, label in enumerate(labels)},
    )
