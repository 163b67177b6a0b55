from transformers import TFDistilBertForSequenceClassification


def load_trained(output):
    # from_pretrained reads the weights as well, from_config does not
    config = AutoConfig.from_pretrained(output)
    assert config.num_labels == 4
    return TFDistilBertForSequenceClassification.from_pretrained(
        output, config=config
    )
