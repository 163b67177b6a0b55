# mistake: count-and-names
from transformers import TFAutoModelForSequenceClassification


def make_labelled_model(checkpoint, feature):
    return TFAutoModelForSequenceClassification.from_pretrained(
        checkpoint,
        num_labels=feature.names,
        id2label=dict(enumerate(feature.names)),
        label2id={name: i for i, name in enumerate(feature.names)},
    )
