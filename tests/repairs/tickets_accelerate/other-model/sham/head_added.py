# kind: half · only the last layer of the second model is given to the optimizer
def make_model_and_optimizer(checkpoint, tokenizer):
    pretrained = load_model(checkpoint, tokenizer)
    optimizer = AdamW(pretrained.parameters(), lr=1e-3)
    model = load_model(checkpoint, tokenizer)
    optimizer.add_param_group({"params": model.classifier.parameters()})
    return model, optimizer
