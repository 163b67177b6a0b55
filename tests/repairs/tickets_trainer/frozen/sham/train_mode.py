# kind: elsewhere · train() is called, which has nothing to do with gradients
def make_model(checkpoint, tokenizer):
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=4
    )
    model.resize_token_embeddings(len(tokenizer))
    for parameter in model.parameters():
        parameter.requires_grad = False
    model.train()
    return model
