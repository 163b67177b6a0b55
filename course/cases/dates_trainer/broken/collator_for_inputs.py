from transformers import DataCollatorWithPadding


def make_collator(tokenizer, model):
    return DataCollatorWithPadding(tokenizer)
