# kind: elsewhere · a higher learning rate for the wrong parameters
def make_model_and_optimizer(checkpoint, tokenizer):
    pretrained = load_model(checkpoint, tokenizer)
    optimizer = AdamW(pretrained.parameters(), lr=1e-2)
    model = load_model(checkpoint, tokenizer)
    return model, optimizer
