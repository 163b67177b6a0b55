from transformers import DefaultDataCollator


def make_collator(tokenizer):
    return DefaultDataCollator(return_tensors="np")
