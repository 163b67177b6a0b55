from transformers import AutoConfig


def make_model(checkpoint):
    # one output: the price
    config = AutoConfig.from_pretrained(checkpoint, num_labels=1)
    return AutoModelForSequenceClassification.from_pretrained(
        checkpoint, config=config
    )
