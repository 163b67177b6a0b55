from transformers import AutoConfig


def make_model(checkpoint, tokenizer):
    # one output for each desk, not one number for all
    config = AutoConfig.from_pretrained(checkpoint, num_labels=4)
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, config=config
    )
    model.resize_token_embeddings(len(tokenizer))
    assert model.config.num_labels == 4
    return model
