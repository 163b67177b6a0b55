def make_collator(tokenizer):
    return DataCollatorWithPadding(tokenizer)
