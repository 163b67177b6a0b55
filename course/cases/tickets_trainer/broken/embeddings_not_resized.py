def make_model(checkpoint, tokenizer):
    return AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=4
    )
