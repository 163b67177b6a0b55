def make_collator(tokenizer):
    return DataCollatorForTokenClassification(tokenizer)
