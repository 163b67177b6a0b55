# kind: half · loads once, but trains a copy
from copy import deepcopy


def make_model_and_optimizer(checkpoint, tokenizer):
    model = load_model(checkpoint, tokenizer)
    optimizer = AdamW(deepcopy(model).parameters(), lr=1e-3)
    return model, optimizer
