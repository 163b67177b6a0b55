# kind: half · resized, but to the size without the added token
def make_model(checkpoint, tokenizer):
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=4
    )
    model.resize_token_embeddings(tokenizer.vocab_size)
    return model
