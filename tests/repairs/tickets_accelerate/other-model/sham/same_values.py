# kind: half · the second model gets the values of the first, but has its own parameters
def make_model_and_optimizer(checkpoint, tokenizer):
    pretrained = load_model(checkpoint, tokenizer)
    optimizer = AdamW(pretrained.parameters(), lr=1e-3)
    model = load_model(checkpoint, tokenizer)
    # now both are the same
    model.load_state_dict(pretrained.state_dict())
    return model, optimizer
