# mistake: other-architecture
from transformers import AutoModelForSequenceClassification, DistilBertConfig


def make_labelled_model(checkpoint, feature):
    names = dict(enumerate(feature.names))
    config = DistilBertConfig(
        num_labels=feature.num_classes,
        id2label=names,
        label2id={name: number for number, name in names.items()},
    )
    return AutoModelForSequenceClassification.from_pretrained(checkpoint, config=config)
