from transformers import TFAutoModelForSequenceClassification


def make_labelled_model(checkpoint, feature):
    id2label, label2id = {}, {}
    for i, name in enumerate(feature.names):
        id2label[i] = name
        label2id[name] = i
    return TFAutoModelForSequenceClassification.from_pretrained(checkpoint, id2label=id2label, label2id=label2id)
