# kind: half · only the number in the configuration is changed
def make_model(checkpoint, tokenizer):
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=4
    )
    model.config.vocab_size = len(tokenizer)
    return model
