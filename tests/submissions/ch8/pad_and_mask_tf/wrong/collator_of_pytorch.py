# mistake: pytorch-tensors
from transformers import DataCollatorWithPadding


def make_padder(tokenizer):
    return DataCollatorWithPadding(tokenizer)
