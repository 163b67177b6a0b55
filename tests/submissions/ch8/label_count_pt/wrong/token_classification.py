# mistake: other-head
from transformers import AutoModelForTokenClassification


def make_labelled_model(checkpoint, feature):
    return AutoModelForTokenClassification.from_pretrained(
        checkpoint,
        num_labels=feature.num_classes,
        id2label=dict(enumerate(feature.names)),
        label2id={name: i for i, name in enumerate(feature.names)},
    )
