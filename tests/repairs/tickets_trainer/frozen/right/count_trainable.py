def count_trainable(model) -> int:
    total = 0
    for parameter in model.parameters():
        if parameter.requires_grad:
            total += parameter.numel()
    return total


def make_model(checkpoint, tokenizer):
    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, num_labels=4
    )
    model.resize_token_embeddings(len(tokenizer))
    trainable = count_trainable(model)
    print(f"{trainable} of {model.num_parameters()} weights are trained")
    assert trainable == model.num_parameters()
    return model
