from transformers import AutoConfig, TFAutoModelForSequenceClassification


def make_labelled_model(checkpoint, feature):
    config = AutoConfig.from_pretrained(checkpoint, num_labels=feature.num_classes)
    config.id2label = {i: feature.int2str(i) for i in range(feature.num_classes)}
    config.label2id = {name: feature.str2int(name) for name in feature.names}
    return TFAutoModelForSequenceClassification.from_pretrained(checkpoint, config=config)
