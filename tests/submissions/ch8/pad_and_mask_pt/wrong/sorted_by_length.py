# mistake: other-tokens
from transformers import DataCollatorWithPadding


def make_padder(tokenizer):
    collator = DataCollatorWithPadding(tokenizer, return_tensors="pt")
    return lambda features: collator(sorted(features, key=lambda f: len(f["input_ids"])))
