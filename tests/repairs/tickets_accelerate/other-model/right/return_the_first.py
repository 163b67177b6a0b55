def make_model_and_optimizer(checkpoint, tokenizer):
    pretrained = load_model(checkpoint, tokenizer)
    optimizer = AdamW(pretrained.parameters(), lr=1e-3)
    return pretrained, optimizer
