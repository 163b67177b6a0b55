def make_model(checkpoint, tokenizer):
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=4
    )
    # a few rows more than needed are faster on a GPU
    model.resize_token_embeddings(len(tokenizer), pad_to_multiple_of=8)
    return model
