def make_model(checkpoint, tokenizer):
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=4
    )
    model.resize_token_embeddings(len(tokenizer))
    # Nothing changes the weights before an optimizer does, so there is
    # no need to freeze them; eval() is enough for looking at the model.
    # The Trainer switches to train() by itself.
    model.eval()
    return model
