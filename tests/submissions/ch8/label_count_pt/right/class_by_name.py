from transformers import DistilBertForSequenceClassification


def make_labelled_model(checkpoint, feature):
    numbers = range(len(feature.names))
    return DistilBertForSequenceClassification.from_pretrained(
        checkpoint,
        label2id=dict(zip(feature.names, numbers)),
        id2label=dict(zip(numbers, feature.names)),
        num_labels=len(numbers),
    )
