from transformers import DataCollatorWithPadding


def make_collator(tokenizer):
    return DataCollatorWithPadding(tokenizer)
