from transformers import TFAutoModelForSequenceClassification


def make_labelled_model(checkpoint, feature):
    names = feature.names
    return TFAutoModelForSequenceClassification.from_pretrained(
        checkpoint,
        num_labels=len(names),
        id2label=dict(enumerate(names)),
        label2id={name: label for label, name in enumerate(names)},
    )
