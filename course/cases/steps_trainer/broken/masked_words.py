def make_collator(tokenizer):
    return DataCollatorForLanguageModeling(tokenizer)
