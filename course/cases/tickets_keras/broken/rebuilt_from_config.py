from transformers import AutoConfig


def load_trained(output):
    config = AutoConfig.from_pretrained(output)
    return TFAutoModelForSequenceClassification.from_config(config)
