import transformers as tr


class Maker:
    def __call__(self, checkpoint, feature):
        pairs = list(zip(range(len(feature.names)), feature.names))
        model = tr.AutoModelForSequenceClassification.from_pretrained(checkpoint, num_labels=len(pairs))
        model.config.id2label = dict(pairs)
        model.config.label2id = {v: k for k, v in pairs}
        return model


make_labelled_model = Maker()
