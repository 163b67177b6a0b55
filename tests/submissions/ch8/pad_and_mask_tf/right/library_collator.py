from transformers import DataCollatorWithPadding


def make_padder(tokenizer):
    return DataCollatorWithPadding(tokenizer, return_tensors="tf")
