# kind: elsewhere · the config is saved once more and the seed set before loading; no weight is read
def save(model, output):
    model.save_pretrained(output)
    model.config.save_pretrained(output)


def load_trained(output):
    fix_seed(0)
    config = AutoConfig.from_pretrained(output, num_labels=4)
    return TFAutoModelForSequenceClassification.from_config(config)
