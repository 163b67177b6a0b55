# mistake: head-and-configuration
from transformers import AutoModelForSequenceClassification


def make_labelled_model(checkpoint, feature):
    model = AutoModelForSequenceClassification.from_pretrained(checkpoint)
    model.config.num_labels = feature.num_classes
    model.config.id2label = dict(enumerate(feature.names))
    model.config.label2id = {name: i for i, name in enumerate(feature.names)}
    return model
