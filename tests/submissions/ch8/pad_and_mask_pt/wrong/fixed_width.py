# mistake: too-wide
from transformers import DataCollatorWithPadding


def make_padder(tokenizer):
    return DataCollatorWithPadding(tokenizer, padding="max_length", max_length=128, return_tensors="pt")
