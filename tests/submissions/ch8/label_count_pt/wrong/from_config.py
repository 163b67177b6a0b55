# mistake: new-weights
from transformers import AutoConfig, AutoModelForSequenceClassification


def make_labelled_model(checkpoint, feature):
    config = AutoConfig.from_pretrained(
        checkpoint,
        num_labels=feature.num_classes,
        id2label=dict(enumerate(feature.names)),
        label2id={name: i for i, name in enumerate(feature.names)},
    )
    return AutoModelForSequenceClassification.from_config(config)
