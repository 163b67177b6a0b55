def make_collator(tokenizer):
    return DataCollatorForLanguageModeling(tokenizer, mlm=False)
