def make_model_and_optimizer(checkpoint, tokenizer):
    pretrained = load_model(checkpoint, tokenizer)
    print(f"{pretrained.num_parameters()} weights")
    # a fresh model for the training, and an optimizer for this one
    model = load_model(checkpoint, tokenizer)
    optimizer = AdamW(params=list(model.parameters()), lr=1e-3)
    return model, optimizer
