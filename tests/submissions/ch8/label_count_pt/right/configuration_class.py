from collections import OrderedDict

from transformers import DistilBertConfig, DistilBertForSequenceClassification


def make_labelled_model(checkpoint, feature):
    config = DistilBertConfig.from_pretrained(checkpoint)
    config.num_labels = len(feature.names)
    pairs = [(feature.str2int(name), name) for name in feature.names]
    config.id2label = OrderedDict(pairs)
    config.label2id = OrderedDict((name, number) for number, name in pairs)
    model = DistilBertForSequenceClassification.from_pretrained(checkpoint, config=config)
    assert model.config.id2label[0] == feature.names[0]
    return model
