from transformers import AutoModelForSequenceClassification as Model


def label_settings(feature):
    numbers = list(range(feature.num_classes))
    names = feature.int2str(numbers)
    return {
        "num_labels": len(numbers),
        "id2label": {number: name for number, name in zip(numbers, names)},
        "label2id": {name: number for number, name in zip(numbers, names)},
        "ignore_mismatched_sizes": True,
    }


def make_labelled_model(checkpoint, feature):
    settings = label_settings(feature)
    model = Model.from_pretrained(checkpoint, **settings)
    return model
