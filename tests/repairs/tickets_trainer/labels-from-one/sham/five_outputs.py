# kind: half · one output more, the labels still count from 1
def make_model(checkpoint, tokenizer):
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=5
    )
    model.resize_token_embeddings(len(tokenizer))
    return model
